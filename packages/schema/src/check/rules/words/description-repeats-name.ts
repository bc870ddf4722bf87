import { defineRule, type ToolRule } from '../../define-rule.ts';
import { nameWords } from '../../text/name-words.ts';
import { SAME_VERBS, STOP_WORDS, stem, wordsOf } from '../../text/lexicon.ts';

export const descriptionRepeatsName: ToolRule = defineRule({
  id: 'description-repeats-name',
  family: 'words',
  severity: 'warning',
  title: 'Description that only repeats the name',
  rationale:
    'The agent has read the name already. What it still needs: from what, in which form, when to use it and when it fails.',
  after: ['tool-invalid', 'hidden-text', 'description-vague'],
  check({ tool, report }) {
    const [verb = '', ...objects] = nameWords(tool.name).map(stem);
    // `get` and "returns" mean the same.
    const same = [...SAME_VERBS].filter(([, one]) => (SAME_VERBS.get(verb) ?? verb) === one);
    const known = new Set([verb, ...objects, ...same.flat(), 'new']);
    const words = wordsOf(tool.description).filter((word) => !STOP_WORDS.has(word));
    if (
      words.length > 0 &&
      words.every((word) => known.has(stem(word)) || known.has(word.replace(/e?s$/, '')))
    )
      report({ at: '/description' });
  },
  message: ({ name }) => `The description of "${name}" says no more than its name.`,
  help: 'Say what it needs, what it returns and what limits it has.',
  bad: { description: 'Gets the cell value.' },
  good: { description: 'Retrieves the value of a spreadsheet cell by its address in A1 notation.' },
});
