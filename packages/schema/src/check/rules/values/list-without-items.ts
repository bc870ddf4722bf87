import { withProperty } from '../../base-fixture.ts';
import { defineRule, type ToolRule } from '../../define-rule.ts';
import { hasAny, isOfType } from '../../../model/schema-node.ts';
import { acceptsAnything } from '../../schemas/accepts-anything.ts';
import { quoted } from '../../text/quote.ts';

const cells = (extra: object): object => ({
  type: 'array',
  maxItems: 100,
  description: 'Addresses of the cells.',
  ...extra,
});

export const listWithoutItems: ToolRule<{ property: string }> = defineRule({
  id: 'list-without-items',
  family: 'values',
  severity: 'warning',
  title: 'Array without a schema for its elements',
  rationale:
    'An agent has to guess what the elements are, and several providers refuse a tool with such an array.',
  check({ tool, report }) {
    for (const { schema, field, path, property } of tool.schemas) {
      if (
        field === 'inputSchema' &&
        isOfType(schema, 'array') &&
        !hasAny(schema, ['prefixItems', 'enum', 'const']) &&
        acceptsAnything(schema['items'] ?? true)
      )
        report({ at: path, property: property ?? 'items' });
    }
  },
  message: ({ property }) => `The array ${quoted(property)} does not say what its elements are.`,
  help: 'Add `items`, the schema of one element.',
  bad: withProperty('cells', cells({}), ['B5']),
  good: withProperty('cells', cells({ items: { type: 'string', maxLength: 9 } }), ['B5']),
});
