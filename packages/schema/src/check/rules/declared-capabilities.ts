import { isOfProtocol, isReserved } from '../../meta/find-manifest-issues.ts';
import { closestName } from '../../runtime/closest-name.ts';
import { defineRule, type ToolRule } from '../define-rule.ts';
import { listed, quoted } from '../text/quote.ts';
import { CAPABILITIES, CAPABILITY_ALIASES } from '@btcp/core';

const KNOWN = Object.keys(CAPABILITIES);

export const DECLARED_CAPABILITY_RULES: readonly ToolRule[] = [
  defineRule<{ capability: string; matching: readonly string[] }>({
    id: 'capability-wildcard',
    severity: 'error',
    isMandatory: true,
    check({ tool, report }) {
      for (const [index, capability] of tool.capabilities.entries()) {
        if (typeof capability !== 'string' || !capability.includes('*')) continue;
        const start = capability.slice(0, capability.indexOf('*'));
        const matching = [...Object.keys(CAPABILITIES), ...tool.ownCapabilities].filter((id) =>
          id.startsWith(start),
        );
        report({ at: `/capabilities/${index}`, capability, matching });
      }
    },
    message: ({ name, capability }) =>
      `Tool "${name}" asks for ${quoted(capability)}, which is not a capability.`,
    help: ({ matching }) =>
      matching.length > 0
        ? `List those that it needs, of ${listed(matching, 6)}.`
        : 'List each capability that it needs.',
  }),
  defineRule<{ capability: string; meant: string | null; sentence: string; alike: readonly string[] }>({
    id: 'capability-malformed',
    severity: 'error',
    isMandatory: true,
    after: ['capability-wildcard'],
    check({ tool, report }) {
      for (const { path, keyword, message } of tool.issues) {
        if (!path.startsWith('/capabilities/') || keyword === 'known-capability') continue;
        const capability: unknown = tool.capabilities[Number(path.slice('/capabilities/'.length))];
        const written = typeof capability === 'string' ? capability : '';
        // Dots, slashes and the like are written for ":".
        const alike = withWordsOf(written);
        const meant =
          closestName(written.replace(/[^A-Za-z]+/g, ':'), [...tool.ownCapabilities, ...KNOWN]) ??
          onlyOf(alike) ??
          null;
        const sentence = keyword === 'pattern' ? `${quoted(written)} is not a valid capability.` : message;
        report({ at: path, capability: written, meant, sentence, alike });
      }
    },
    message: ({ capability, meant, sentence }) =>
      meant === null ? sentence : `${quoted(capability)} is not a valid capability; did you mean "${meant}"?`,
    help: ({ meant, alike }) =>
      meant === null && alike.length > 0
        ? `Write ${alternatives(alike)}.`
        : 'Write category:action in lower-case letters, for example "dom:read" or "network:fetch:same-origin".',
  }),
  defineRule<{ capability: string; meant: string }>({
    id: 'capability-misspelt',
    severity: 'error',
    after: ['capability-wildcard', 'capability-malformed', 'tool-invalid'],
    check({ tool, report }) {
      const own = tool.ownCapabilities;
      for (const [index, capability] of tool.capabilities.entries()) {
        if (typeof capability !== 'string' || isOfProtocol(capability) || own.includes(capability)) continue;
        const meant = own.find((name) => isLikely(capability, name));
        if (meant !== undefined) report({ at: `/capabilities/${index}`, capability, meant });
      }
    },
    message: ({ capability, meant }) =>
      `${quoted(capability)} is not declared; did you mean ${quoted(meant)}?`,
    help: ({ capability, meant }) =>
      `Write "${meant}", or add '${capability}' to \`capabilities\` of the config if it is another one.`,
  }),
  defineRule<{ capability: string; meant: string | null }>({
    id: 'capability-unknown',
    severity: 'warning',
    after: ['capability-wildcard', 'capability-malformed', 'tool-invalid', 'capability-misspelt'],
    check({ tool, report }) {
      for (const [index, capability] of tool.capabilities.entries()) {
        if (typeof capability !== 'string' || isOfProtocol(capability)) continue;
        if (tool.ownCapabilities.includes(capability)) continue;
        const meant = closestName(capability, KNOWN) ?? onlyOf(withWordsOf(capability)) ?? null;
        report({ at: `/capabilities/${index}`, capability, meant });
      }
    },
    message: ({ capability, meant }) =>
      `${quoted(capability)} is neither a capability of the protocol nor declared${meant === null ? '.' : `; did you mean "${meant}"?`}`,
    help: ({ capability, meant }) => {
      // Of `network:fetch`, both that say from where.
      const written = alternatives(meant === null ? withWordsOf(capability) : [meant]);
      const ifOwn = `${written === '' ? '' : `Write ${written}. `}If it is a capability of your own, `;
      if (isReserved(capability)) return `${ifOwn}give it a category that the protocol does not have.`;
      return written === ''
        ? `Declare it in ${settingOf(capability)}.`
        : `${ifOwn}declare it in ${settingOf(capability)}.`;
    },
  }),
  defineRule<{ capability: string; meant: string }>({
    id: 'capability-alias',
    severity: 'warning',
    check({ tool, report }) {
      for (const [index, capability] of tool.capabilities.entries()) {
        if (typeof capability !== 'string' || !Object.hasOwn(CAPABILITY_ALIASES, capability)) continue;
        report({ at: `/capabilities/${index}`, capability, meant: CAPABILITY_ALIASES[capability] ?? '' });
      }
    },
    message: ({ capability, meant }) => `"${capability}" is an old name for "${meant}".`,
    help: ({ meant }) =>
      `Write "${meant}", or "${meant.replace('cross-origin', 'same-origin')}" where that is enough.`,
  }),
  defineRule<{ capability: string }>({
    id: 'capability-repeated',
    severity: 'warning',
    check({ tool, report }) {
      const seen = new Set<unknown>();
      for (const [index, capability] of tool.capabilities.entries()) {
        if (typeof capability === 'string' && seen.has(capability))
          report({ at: `/capabilities/${index}`, capability });
        seen.add(capability);
      }
    },
    message: ({ name, capability }) => `Tool "${name}" lists ${quoted(capability)} twice.`,
    help: 'Take one of them out, or write the capability that was meant.',
  }),
];

/** The capabilities of the protocol that have all words of what was written, in any order: `localStorage`, `read:dom`. */
function withWordsOf(written: string): readonly string[] {
  const words = written.match(/[A-Z]?[a-z]{2,}|[A-Z]{3,}/g)?.map((word) => word.toLowerCase()) ?? [];
  if (words.length === 0) return [];
  return KNOWN.filter((id) => {
    const parts = id.split(/[:-]/);
    return words.every((word) => parts.some((part) => part.startsWith(word)));
  });
}

const onlyOf = (ids: readonly string[]): string | undefined => (ids.length === 1 ? ids[0] : undefined);

const alternatives = (ids: readonly string[]): string => ids.map((id) => `"${id}"`).join(' or ');

/** Whether each part differs by at most a quarter of its letters: `cart:get` is not `cart:set`. */
function isLikely(written: string, name: string): boolean {
  const [parts, others] = [written.split(':'), name.split(':')];
  return (
    parts.length === others.length &&
    parts.every(
      (part, at) => closestName(part, others.slice(at, at + 1), Math.floor(part.length / 4)) !== undefined,
    )
  );
}

function settingOf(capability: string): string {
  return `the config: \`capabilities: { '${capability}': { title: '…', description: '…', risk: 'high' } }\``;
}
