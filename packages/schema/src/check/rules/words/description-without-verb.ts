import { defineRule, type ToolRule } from '../../define-rule.ts';
import { quoted } from '../../text/quote.ts';
import { isNotVerb, wordsOf } from '../../text/lexicon.ts';

// Openings that delay the verb, or leave it out.
const DETOUR = new Set(
  'a an the this these it tool function utility helper method used allows lets enables provides'.split(' '),
);

export const descriptionWithoutVerb: ToolRule<{ first: string }> = defineRule({
  id: 'description-without-verb',
  family: 'words',
  severity: 'warning',
  title: 'Description that does not begin with what the tool does',
  rationale: 'Agents see many descriptions at once and choose by their first words.',
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
    `The description of "${name}" begins with ${quoted(first)} instead of a verb.`,
  help: 'Begin with what the tool does: "Retrieves …", "Creates …", "Searches …".',
  bad: { description: 'This tool retrieves the value of a spreadsheet cell by its address.' },
  good: { description: 'Retrieves the value of a spreadsheet cell by its address.' },
});
