import { withProperty } from '../../base-fixture.ts';
import { defineRule, type ToolRule } from '../../define-rule.ts';
import { hasAny, isOfType, type SchemaNode } from '../../../model/schema-node.ts';
import { getOwn } from '../../../model/own-property.ts';
import { lastWord } from '../../text/name-words.ts';
import { quoted } from '../../text/quote.ts';

const ENDS = [
  ['minimum', 'exclusiveMinimum'],
  ['maximum', 'exclusiveMaximum'],
] as const;

/** Whether a property is a number by which something is identified. */
export function isNumericId({ property = '', schema }: SchemaNode): boolean {
  return lastWord(property) === 'id' && (isOfType(schema, 'integer') || isOfType(schema, 'number'));
}

export const idAsInteger: ToolRule<{ property: string }> = defineRule({
  id: 'id-as-integer',
  family: 'values',
  severity: 'info',
  title: 'Number as an id that JavaScript may round',
  rationale:
    'JavaScript holds whole numbers up to 2^53 − 1 (9007199254740991). An id of 64 bits is rounded on the way, and the tool runs on another record.',
  after: ['keyword-misspelt', 'keyword-unknown'],
  check({ tool, report }) {
    for (const node of tool.inputs) {
      const { schema, path, property = '' } = node;
      const isLimited = ENDS.every((keywords) => keywords.some((each) => isSafe(getOwn(schema, each))));
      if (isNumericId(node) && !isLimited && !hasAny(schema, ['enum', 'const']))
        report({ at: path, property });
    }
  },
  message: ({ property }) =>
    `The property ${quoted(property)} takes ids as numbers, of which JavaScript rounds those above 9007199254740991.`,
  help: 'Make it a string; or add `minimum: 0` and `maximum: Number.MAX_SAFE_INTEGER` if no id is larger.',
  bad: withProperty('orderId', { type: 'integer', minimum: 1, description: 'Id of the order.' }, 5),
  good: withProperty(
    'orderId',
    { type: 'string', maxLength: 40, description: 'Id of the order, for example "5".' },
    '5',
  ),
});

function isSafe(limit: unknown): boolean {
  return typeof limit === 'number' && Math.abs(limit) <= Number.MAX_SAFE_INTEGER;
}
