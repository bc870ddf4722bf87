import { FAULTLESS_TOOL, toolWith } from '../../base-fixture.ts';
import { defineManifestRule, type ManifestRule } from '../../define-rule.ts';
import { quoted } from '../../text/quote.ts';
import { SAME_VERBS, STOP_WORDS, stem, VAGUE_NOUNS, wordsOf } from '../../text/lexicon.ts';

/** Words that do not distinguish tools. */
const FILLERS: ReadonlySet<string> = new Set(
  'about detail new has have there here also just simply'.split(' '),
);

export const descriptionsAlike: ManifestRule<{ tool: string; other: string }> = defineManifestRule({
  id: 'descriptions-alike',
  family: 'words',
  severity: 'warning',
  title: 'Two tools that an agent cannot tell apart',
  rationale:
    'An agent that meets two tools with the same description takes either, and is wrong half of the time.',
  after: ['tool-duplicate-name'],
  check({ manifest, report }) {
    const firsts = new Map<string, string>();
    for (const [index, { name, description, deprecated }] of manifest.tools.entries()) {
      const meaning = meaningOf(description);
      // A deprecated tool does what its successor does.
      if (meaning === '' || deprecated) continue;
      const other = firsts.get(meaning);
      if (other === undefined) firsts.set(meaning, name);
      // Duplicate names are another mistake.
      else if (other !== name) report({ at: `/tools/${index}/description`, tool: name, other });
    }
  },
  message: ({ tool, other }) => `The descriptions of ${quoted(tool)} and ${quoted(other)} say the same.`,
  help: 'Say in both what the one does and the other does not, or make one tool of them.',
  bad: {
    tools: [
      FAULTLESS_TOOL,
      toolWith({
        name: 'readCell',
        description: 'Returns the values of spreadsheet cells, by the address in the A1 notation.',
      }),
    ],
  },
  good: {
    tools: [
      FAULTLESS_TOOL,
      toolWith({
        name: 'readFormula',
        description: 'Returns the formula of a spreadsheet cell by its address.',
      }),
    ],
  },
});

/** The significant words: stemmed, synonyms unified, sorted. */
function meaningOf(description: string): string {
  const words = wordsOf(description)
    .filter((word) => !STOP_WORDS.has(word) && !(VAGUE_NOUNS.has(word) && !/^values?$/.test(word)))
    .map(stem)
    .filter((word) => !FILLERS.has(word))
    .map((word, index) =>
      index === 0 ? (SAME_VERBS.get(word) ?? SAME_VERBS.get(word.replace(/e$/, '')) ?? word) : word,
    );
  const [verb = '', ...others] = words;
  return [verb, ...new Set(others.sort())].join(' ');
}
