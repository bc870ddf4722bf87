import { defineRule, type ToolRule } from '../../define-rule.ts';
import { nameWords } from '../../text/name-words.ts';

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

export const nameTooGeneral: ToolRule = defineRule({
  id: 'name-too-general',
  family: 'names',
  severity: 'warning',
  title: 'Tool name that could be that of any tool',
  rationale:
    'An agent sees the tools of several providers at once; `search` and `updateData` say nothing among them.',
  after: ['tool-invalid', 'name-without-verb'],
  check({ tool, report }) {
    const [verb = '', ...objects] = nameWords(tool.name);
    if (tool.name.length < 3 || (BARE.has(verb) && objects.every((word) => ANYTHING.has(word))))
      report({ at: '/name' });
  },
  message: ({ name }) => `The name "${name}" does not say what the tool works on.`,
  help: 'Add what it works on: `searchProducts` instead of `search`, `updateSpreadsheetCell` instead of `updateData`.',
  bad: { name: 'updateData' },
  good: { name: 'updateSpreadsheetCell' },
});
