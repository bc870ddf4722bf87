import { FULL_VERSION, isEarlierVersion } from '../../meta/versions.ts';
import { getOwn } from '../../model/own-property.ts';
import { closestName } from '../../runtime/closest-name.ts';
import { type AnyRule, defineManifestRule, defineRule } from '../define-rule.ts';
import type { ToolFacts } from '../facts/tool-facts.ts';
import { quoted } from '../text/quote.ts';

/** A longer message is advice; the pattern takes quadratic time. */
const MAX_EMPTY = 200;
/** Matches an empty message, and one that only repeats the flag. */
const NO_ADVICE =
  /^\W*(?:(?:this|it|the tool)\s+(?:tool\s+)?is\s+)?(?:now\s+)?(?:deprecated|obsolete|outdated|old|legacy)?\W*$/i;

const FIELDS = ['successor', 'sunset', 'deprecationMessage'];

type ToolSuccessor = Pick<ToolFacts, 'deprecated' | 'successor' | 'deprecationMessage'>;

const SUCCESSOR =
  /\b(?:use|using|to|call|try|by|with|prefer|see|favou?r of|switch to|migrate to|replaced by|superseded by)\s+(?:the\s+)?(?:tool\s+)?([`"'“‘]?)([A-Za-z][A-Za-z0-9_]*)\1/gi;

/** The field that names the successor of a deprecated tool. */
const adviceField = ({ successor }: ToolSuccessor): string =>
  successor === undefined ? 'deprecationMessage' : 'successor';

/** Rules about deprecated tools. */
export const DEPRECATION_RULES: readonly AnyRule[] = [
  defineRule({
    id: 'deprecated-without-message',
    severity: 'warning',
    after: ['tool-invalid'],
    check({ tool, report }) {
      const { deprecated, successor, deprecationMessage = '' } = tool;
      if (!deprecated || successor !== undefined || deprecationMessage.length > MAX_EMPTY) return;
      if (NO_ADVICE.test(deprecationMessage)) report({ at: '/deprecated' });
    },
    message: ({ name }) => `Tool "${name}" is deprecated, but does not say what to use instead.`,
    help: 'Add `successor` or `deprecationMessage`, or text behind `@deprecated`: "Use getCellValues instead."',
  }),
  defineRule<{ field: string }>({
    id: 'deprecation-message-alone',
    severity: 'warning',
    after: ['tool-invalid'],
    check({ tool, report }) {
      if (tool.deprecated) return;
      const field = FIELDS.find((each) => getOwn(tool.json, each));
      if (field !== undefined) report({ at: `/${field}`, field });
    },
    message: ({ name, field }) => `Tool "${name}" has \`${field}\`, but is not deprecated.`,
    help: ({ field }) => `Add \`deprecated: true\`, or take \`${field}\` out.`,
  }),
  defineManifestRule<{ tool: string; successor: string; meant: string | null }>({
    id: 'successor-unknown',
    severity: 'warning',
    after: ['tool-invalid', 'deprecated-without-message'],
    check({ manifest, report }) {
      const names = manifest.tools.map(({ name }) => name);
      const known = new Set(names);
      for (const [index, tool] of manifest.tools.entries()) {
        const { name } = tool;
        const named = successorsOf(tool);
        if (named.length === 0 || named.some((each) => known.has(each))) continue;
        const [successor = ''] = named;
        const meant = names.length <= 1000 ? (closestName(successor, names) ?? null) : null;
        report({
          at: `/tools/${index}/${adviceField(tool)}`,
          tool: name,
          successor,
          meant: meant === name ? null : meant,
        });
      }
    },
    message: ({ tool, successor, meant }) =>
      `The successor of ${quoted(tool)} is ${quoted(successor)}, but the manifest has no such tool${meant === null ? '.' : `; did you mean ${quoted(meant)}?`}`,
    help: 'Name a tool of this manifest, or say in words what to do instead.',
  }),
  defineManifestRule<{ tool: string; successor: string }>({
    id: 'successor-deprecated',
    severity: 'warning',
    after: ['tool-invalid', 'deprecated-without-message', 'successor-unknown'],
    check({ manifest, report }) {
      const deprecated = new Set(manifest.tools.filter((tool) => tool.deprecated).map(({ name }) => name));
      for (const [index, tool] of manifest.tools.entries()) {
        const successor = successorsOf(tool).find((name) => deprecated.has(name));
        if (successor !== undefined)
          report({ at: `/tools/${index}/${adviceField(tool)}`, tool: tool.name, successor });
      }
    },
    message: ({ tool, successor }) =>
      tool === successor
        ? `The successor of ${quoted(tool)} is the tool itself.`
        : `The successor of ${quoted(tool)} is ${quoted(successor)}, which is deprecated too.`,
    help: 'Name the tool that is to be used from now on.',
  }),
  defineManifestRule<{ tool: string; sunset: string; version: string }>({
    id: 'sunset-reached',
    severity: 'error',
    after: ['tool-invalid', 'manifest-version-invalid'],
    check({ manifest, report }) {
      const version = String(getOwn(manifest.json, 'version'));
      if (!FULL_VERSION.test(version)) return;
      for (const [index, { name, json }] of manifest.tools.entries()) {
        const sunset = getOwn(json, 'sunset');
        // Anything else is an error of its own.
        if (typeof sunset === 'string' && FULL_VERSION.test(sunset) && !isEarlierVersion(version, sunset))
          report({ at: `/tools/${index}/sunset`, tool: name, sunset, version });
      }
    },
    message: ({ tool, sunset, version }) =>
      `${quoted(tool)} was to be gone in ${sunset}, and this is version ${version}.`,
    help: 'Delete the tool or alias, or promise a later version in `sunset`.',
  }),
];

/**
 * The tools that a deprecation message recommends. Only what is written like a tool's name counts: in quotes, in
 * camelCase, or with an underscore; `JavaScript` and `GraphQL` do not.
 */
function namedSuccessors(message: string): readonly string[] {
  return [...message.slice(0, 1000).matchAll(SUCCESSOR)]
    .filter(([, quote = '', name = '']) => quote !== '' || /^[a-z]\w*[A-Z]|_/.test(name))
    .map(([, , name = '']) => name);
}

/** The tools that a deprecated tool sends its callers to: by its field, or else by its message. */
function successorsOf({ deprecated, successor, deprecationMessage = '' }: ToolSuccessor): readonly string[] {
  if (!deprecated) return [];
  return successor === undefined ? namedSuccessors(deprecationMessage) : [successor];
}
