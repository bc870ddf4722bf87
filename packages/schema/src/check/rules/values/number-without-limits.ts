import { withProperty } from '../../base-fixture.ts';
import { defineRule, type ToolRule } from '../../define-rule.ts';
import { hasAny, isOfType, displayPaths } from '../../../model/schema-node.ts';
import { isNumericId } from './id-as-integer.ts';
import { listed } from '../../text/quote.ts';

const LIMITED = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'enum', 'const'];

export const numberWithoutLimits: ToolRule<{ properties: readonly string[] }> = defineRule({
  id: 'number-without-limits',
  family: 'values',
  severity: 'info',
  title: 'Whole number without limits',
  rationale: 'Nothing keeps a call from asking for minus one, or for a billion.',
  after: ['keyword-misspelt', 'keyword-unknown', 'limit-in-prose'],
  check({ tool, report }) {
    const open = tool.inputs.filter(
      (node) => isOfType(node.schema, 'integer') && !hasAny(node.schema, LIMITED) && !isNumericId(node),
    );
    const [first] = open;
    if (first) report({ at: first.path, properties: displayPaths(open) });
  },
  message: ({ name, properties }) => `Nothing limits ${listed(properties)} in the input of "${name}".`,
  help: 'Add `minimum` and `maximum`, as far as the tool can go.',
  bad: withProperty('row', { type: 'integer', description: 'Number of the row, from 1.' }, 5),
  good: withProperty(
    'row',
    { type: 'integer', minimum: 1, maximum: 10_000, description: 'Number of the row, from 1.' },
    5,
  ),
});
