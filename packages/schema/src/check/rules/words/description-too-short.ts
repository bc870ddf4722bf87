import { defineRule, type ToolRule } from '../../define-rule.ts';
import { wordsOf } from '../../text/lexicon.ts';

/** Fewer words do not distinguish a tool from another one. */
const MIN_WORDS = 4;

export const descriptionTooShort: ToolRule<{ words: number }> = defineRule({
  id: 'description-too-short',
  family: 'words',
  severity: 'warning',
  title: 'Description too short to choose by',
  rationale: 'An agent chooses among all tools of a page by nothing but their descriptions.',
  after: [
    'tool-invalid',
    'hidden-text',
    'description-vague',
    'description-repeats-name',
    'description-without-verb',
  ],
  check({ tool, report }) {
    const words = wordsOf(tool.description).length;
    // Some scripts are written without spaces.
    const isSpaced = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]/u.test(tool.description);
    if (words < MIN_WORDS && isSpaced) report({ at: '/description', words });
  },
  message: ({ name, words }) =>
    `The description of "${name}" has ${words} word${words === 1 ? '' : 's'}: too few to choose by.`,
  help: 'Say in a sentence or two what the tool does, to what, what it returns, and when it fails.',
  bad: { description: 'Reads spreadsheet addresses.' },
  good: { description: 'Reads the value at an address of the spreadsheet.' },
});
