import { defineRule, type ToolRule } from '../../define-rule.ts';
import { quoted } from '../../text/quote.ts';
import { PLACES, STOP_WORDS, stem, VAGUE_NOUNS, VAGUE_VERBS, wordsOf } from '../../text/lexicon.ts';

export const descriptionVague: ToolRule<{ word: string }> = defineRule({
  id: 'description-vague',
  family: 'words',
  severity: 'warning',
  title: 'Description in vague words',
  rationale:
    '"Handles", "manages" and "data" fit every tool, so an agent cannot tell by them when to use this one.',
  after: ['tool-invalid', 'hidden-text'],
  check({ tool, report }) {
    const word = findVagueWord(tool.description);
    if (word !== undefined) report({ at: '/description', word });
  },
  message: ({ name, word }) => `The description of "${name}" leaves open what ${quoted(word)} means.`,
  help: 'Name what is done and to what: "Renames a sheet of the workbook." instead of "Manages sheets".',
  bad: { description: 'Handles the cells of a spreadsheet by their addresses in A1 notation.' },
  good: { description: 'Retrieves the value of a spreadsheet cell by its address in A1 notation.' },
});

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
