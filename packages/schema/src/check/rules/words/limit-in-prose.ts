import { withProperty } from '../../base-fixture.ts';
import { defineRule, type ToolRule } from '../../define-rule.ts';
import { descriptionOf } from '../../../model/schema-node.ts';
import { type LimitInWords, limitInWords } from '../../text/limit-in-words.ts';
import { quoted } from '../../text/quote.ts';

export const limitInProse: ToolRule<LimitInWords & { property: string }> = defineRule({
  id: 'limit-in-prose',
  family: 'words',
  severity: 'warning',
  title: 'Limit that stands only in the description',
  rationale: 'A limit outside of the schema is not enforced: the tool gets values that it cannot work with.',
  check({ tool, report }) {
    for (const node of tool.inputs) {
      const { schema, path, property = '' } = node;
      const found = limitInWords(schema, descriptionOf(node) ?? '');
      if (found) report({ at: path, property, ...found });
    }
  },
  message: ({ property, limit }) =>
    `The description of ${quoted(property)} says ${quoted(limit)}, but its schema does not.`,
  help: ({ keywords }) => `Add ${keywords.map((each) => `\`${each}\``).join(' and ')} to its schema.`,
  bad: withProperty('zoom', { type: 'number', description: 'Zoom of the sheet, between 0.5 and 2.' }, 1),
  good: withProperty(
    'zoom',
    { type: 'number', minimum: 0.5, maximum: 2, description: 'Zoom of the sheet.' },
    1,
  ),
});
