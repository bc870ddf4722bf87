import { type AnyRule, defineRule } from '../define-rule.ts';
import { isNotVerb, nameWords } from '../text/lexicon.ts';
import { quoted } from '../text/quote.ts';

/** Verbs that end a name only where its words are reversed. */
const LAST_VERBS = new Set(
  'get set create delete remove update edit search find read write fetch add insert send list lookup'.split(
    ' ',
  ),
);

const NO_VERBS = new Set('my the our new all this temperature demo example sample'.split(' '));

/** Verbs that mean nothing without an object. */
const BARE = new Set(
  'get set create delete list update search find add remove run execute do process handle manage read write fetch load save send submit open close edit call query check validate change modify make use show put perform start stop apply test call invoke'.split(
    ' ',
  ),
);

/** Nouns that fit every tool. */
const ANYTHING = new Set(
  'it this all data info information stuff thing things something everything anything action actions operation operations request requests object objects tool tools function'.split(
    ' ',
  ),
);

export const NAME_RULES: readonly AnyRule[] = [
  defineRule<{ first: string; better: string | null }>({
    id: 'name-without-verb',
    severity: 'warning',
    after: ['tool-invalid'],
    check({ tool, report }) {
      const words = nameWords(tool.name);
      const [first = '', ...others] = words.map((word) => word.replace(/(?<=[a-z]{2})\d+$/, ''));
      const last = others.at(-1) ?? '';
      if (!isNotVerb(first) && !NO_VERBS.has(first) && !(first === 'file' && LAST_VERBS.has(last))) return;
      const better = LAST_VERBS.has(last)
        ? last +
          [first, ...others.slice(0, -1)].map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
        : null;
      report({ at: '/name', first, better });
    },
    message: ({ name, first }) =>
      name.toLowerCase() === first
        ? `The name "${name}" does not say what the tool does.`
        : `The name "${name}" begins with ${quoted(first)}, which is not what the tool does.`,
    help: ({ better }) =>
      better === null ? 'Put a verb before it, for example `getCellValue`.' : `Call it \`${better}\`.`,
  }),
  defineRule<{ better: string }>({
    id: 'name-not-camel-case',
    severity: 'warning',
    // That rule suggests a name in camelCase.
    after: ['tool-invalid', 'name-without-verb'],
    check({ tool, report }) {
      const { name } = tool;
      if (/^[a-z][a-zA-Z0-9]*$/.test(name) || !/^[a-zA-Z][a-zA-Z0-9_]*$/.test(name)) return;
      const better = nameWords(name)
        .map((word, index) => (index === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1)))
        .join('');
      if (better !== name) report({ at: '/name', better });
    },
    message: ({ name }) => `The name "${name}" is not in camelCase.`,
    help: ({ better }) => `Call it \`${better}\`; other formats map the name to their own style.`,
  }),
  defineRule({
    id: 'name-too-general',
    severity: 'warning',
    after: ['tool-invalid', 'name-without-verb'],
    check({ tool, report }) {
      const [verb = '', ...objects] = nameWords(tool.name);
      if (tool.name.length < 3 || (BARE.has(verb) && objects.every((word) => ANYTHING.has(word))))
        report({ at: '/name' });
    },
    message: ({ name }) => `The name "${name}" does not say what the tool works on.`,
    help: 'Add what it works on: `searchProducts` instead of `search`, `updateSpreadsheetCell` instead of `updateData`.',
  }),
  defineRule({
    id: 'name-then',
    severity: 'warning',
    check({ tool, report }) {
      if (tool.name === 'then') report({ at: '/name' });
    },
    message: () =>
      'A tool called "then" turns the typed client into something that JavaScript takes for a promise.',
    help: 'Name it after what it does, for example "runNextStep".',
  }),
];
