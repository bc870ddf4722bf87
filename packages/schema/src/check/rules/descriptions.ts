import { type AnyRule, defineManifestRule, defineRule } from '../define-rule.ts';
import {
  isNotVerb,
  PLACES,
  SAME_VERBS,
  stem,
  STOP_WORDS,
  VAGUE_NOUNS,
  VAGUE_VERBS,
  wordsOf,
  nameWords,
} from '../text/lexicon.ts';
import { quoted } from '../text/quote.ts';

// Openings that delay the verb, or leave it out.
const DETOUR = new Set(
  'a an the this these it tool function utility helper method used allows lets enables provides'.split(' '),
);

/** Fewer words do not distinguish a tool from another one. */
const MIN_WORDS = 4;

/** Words that do not distinguish tools. */
const FILLERS: ReadonlySet<string> = new Set(
  'about detail new has have there here also just simply'.split(' '),
);

export const DESCRIPTION_RULES: readonly AnyRule[] = [
  defineRule<{ word: string }>({
    id: 'description-vague',
    severity: 'warning',
    after: ['tool-invalid', 'hidden-text'],
    check({ tool, report }) {
      const word = findVagueWord(tool.description);
      if (word !== undefined) report({ at: '/description', word });
    },
    message: ({ name, word }) => `The description of "${name}" leaves open what ${quoted(word)} means.`,
    help: 'Name what is done and to what: "Renames a sheet of the workbook." instead of "Manages sheets".',
  }),
  defineRule<{ first: string }>({
    id: 'description-without-verb',
    severity: 'warning',
    after: ['tool-invalid', 'hidden-text', 'description-vague'],
    check({ tool, report }) {
      const [first = ''] = wordsOf(tool.description);
      const isDetour =
        DETOUR.has(first) ||
        isNotVerb(first) ||
        (/^[a-z]{3,}ing$/.test(first) && !/^(bring|ring|ping|sing|string|swing|spring)$/.test(first));
      if (isDetour) report({ at: '/description', first });
    },
    message: ({ name, first }) =>
      `The description of "${name}" begins with ${quoted(first)}, not with what the tool does.`,
    help: 'Begin with what the tool does: "Retrieves …", "Creates …", "Searches …".',
  }),
  defineRule({
    id: 'description-repeats-name',
    severity: 'warning',
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
  }),
  defineRule<{ words: number }>({
    id: 'description-too-short',
    severity: 'warning',
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
  }),
  defineManifestRule<{ tool: string; other: string }>({
    id: 'descriptions-alike',
    severity: 'warning',
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
  }),
];

function findVagueWord(description: string): string | undefined {
  const words = wordsOf(description);
  const [first = ''] = words;
  if (VAGUE_VERBS.has(stem(first)) || VAGUE_VERBS.has(first)) return first;
  const second = /^\w+ and (\w+)/i.exec(description)?.[1]?.toLowerCase();
  if (second !== undefined && /^(handles?|manages?)$/.test(second)) return second;
  // After the verb, only words that fit every tool.
  const rest = words.slice(1).filter((word) => !STOP_WORDS.has(word));
  const open = rest.filter((word) => !PLACES.has(word));
  if (open.length > 0 && open.every((word) => VAGUE_NOUNS.has(word))) return open[0];
  return /\b(?:etc|and so on|and more)\b\.?/i.exec(description)?.[0];
}

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
