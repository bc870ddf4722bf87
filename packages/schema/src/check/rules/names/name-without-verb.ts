import { defineRule, type ToolRule } from '../../define-rule.ts';
import { isNotVerb } from '../../text/lexicon.ts';
import { nameWords } from '../../text/name-words.ts';
import { quoted } from '../../text/quote.ts';

/** Verbs that end a name only where its words are reversed. */
const LAST_VERBS = new Set(
  'get set create delete remove update edit search find read write fetch add insert send list lookup'.split(
    ' ',
  ),
);

const NO_VERBS = new Set('my the our new all this temperature demo example sample'.split(' '));

export const nameWithoutVerb: ToolRule<{ first: string; better: string | null }> = defineRule({
  id: 'name-without-verb',
  family: 'names',
  severity: 'warning',
  title: 'Tool name that does not begin with a verb',
  rationale: 'A tool does something: by its first word an agent sees whether it reads, changes or deletes.',
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
  bad: { name: 'cellValue' },
  good: { name: 'getCellValue' },
});
