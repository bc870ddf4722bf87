import { FULL_VERSION, isEarlierVersion } from '../../meta/versions.ts';
import { getOwn } from '../../model/own-property.ts';
import { closestName } from '../../runtime/closest-name.ts';
import { type AnyRule, defineManifestRule, defineRule } from '../define-rule.ts';
import { quoted } from '../text/quote.ts';

/** A longer message is advice; the pattern takes quadratic time. */
const MAX_EMPTY = 200;
/** Matches an empty message, and one that only repeats the flag. */
const NO_ADVICE =
  /^\W*(?:(?:this|it|the tool)\s+(?:tool\s+)?is\s+)?(?:now\s+)?(?:deprecated|obsolete|outdated|old|legacy)?\W*$/i;

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
  defineManifestRule<{ tool: string; successor: string; meant: string | null }>({
    id: 'successor-unknown',
    severity: 'warning',
    after: ['tool-invalid', 'deprecated-without-message'],
    check({ manifest, report }) {
      const names = manifest.tools.map(({ name }) => name);
      for (const [index, { name, deprecated, successor }] of manifest.tools.entries()) {
        if (!deprecated || successor === undefined || names.includes(successor)) continue;
        const meant = names.length <= 1000 ? (closestName(successor, names) ?? null) : null;
        report({
          at: `/tools/${index}/successor`,
          tool: name,
          successor,
          meant: meant === name ? null : meant,
        });
      }
    },
    message: ({ tool, successor, meant }) =>
      `The successor of ${quoted(tool)} is ${quoted(successor)}, but the manifest has no such tool${meant === null ? '.' : `; did you mean ${quoted(meant)}?`}`,
    help: 'Name a tool of this manifest, or say in words, as `deprecationMessage`, what to do instead.',
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
