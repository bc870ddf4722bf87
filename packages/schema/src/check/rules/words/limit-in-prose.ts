import { withProperty } from '../../base-fixture.ts';
import { defineRule, type ToolRule } from '../../define-rule.ts';
import { descriptionOf, hasAny, isOfType } from '../../facts/schema-node.ts';
import { quoted } from '../../text/quote.ts';

const LIMITED = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'enum', 'const'];
const RANGE =
  /\b(?:between|from)\s+(-?\d+(?:\.\d+)?)\s+(?:and|to)\s+(-?\d+(?:\.\d+)?)|\((-?\d+(?:\.\d+)?)\s*(?:-|–|to|\.\.)\s*(-?\d+(?:\.\d+)?)\)/i;
const MOST =
  /\b(?:at most|maximum(?: of| is|:)?|max\.?(?: of| is|:)?|up to|no more than)\s+(-?\d+(?:\.\d+)?)\b/i;

export const limitInProse: ToolRule<{ property: string; limit: string }> = defineRule({
  id: 'limit-in-prose',
  family: 'words',
  severity: 'warning',
  title: 'Limit that stands only in the description',
  rationale:
    'What the schema does not say, nothing enforces: the tool gets the number that it cannot work with.',
  check({ tool, report }) {
    for (const node of tool.inputs) {
      const { schema, path, property = '' } = node;
      const isNumber = isOfType(schema, 'number') || isOfType(schema, 'integer');
      if (!isNumber || hasAny(schema, LIMITED)) continue;
      const text = (descriptionOf(node) ?? '').slice(0, 500);
      const limit = (RANGE.exec(text) ?? MOST.exec(text))?.[0];
      if (limit !== undefined) report({ at: path, property, limit });
    }
  },
  message: ({ property, limit }) =>
    `The description of ${quoted(property)} says ${quoted(limit)}, but the schema has no limit.`,
  help: 'Add `minimum` and `maximum` to its schema.',
  bad: withProperty('zoom', { type: 'number', description: 'Zoom of the sheet, between 0.5 and 2.' }, 1),
  good: withProperty(
    'zoom',
    { type: 'number', minimum: 0.5, maximum: 2, description: 'Zoom of the sheet.' },
    1,
  ),
});
