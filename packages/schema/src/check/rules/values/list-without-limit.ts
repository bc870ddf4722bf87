import { withProperty } from '../../base-fixture.ts';
import { defineRule, type ToolRule } from '../../define-rule.ts';
import { hasAny, isOfType, displayPaths } from '../../../model/schema-node.ts';
import { listed } from '../../text/quote.ts';

const cells = (extra: object): object => ({
  type: 'array',
  items: { type: 'string', maxLength: 9 },
  description: 'Addresses of the cells.',
  ...extra,
});

export const listWithoutLimit: ToolRule<{ properties: readonly string[] }> = defineRule({
  id: 'list-without-limit',
  family: 'values',
  severity: 'info',
  title: 'Array of any length',
  rationale: 'Nothing keeps a call from passing a million elements.',
  after: ['keyword-misspelt', 'keyword-unknown', 'limit-in-prose'],
  check({ tool, report }) {
    const open = tool.inputs.filter(
      ({ schema }) =>
        isOfType(schema, 'array') && !hasAny(schema, ['maxItems', 'prefixItems', 'enum', 'const']),
    );
    const [first] = open;
    if (first) report({ at: first.path, properties: displayPaths(open) });
  },
  message: ({ name, properties }) =>
    `Nothing limits how many elements ${listed(properties)} may have in the input of "${name}".`,
  help: 'Add `maxItems`: as many as the tool can work on in one call.',
  bad: withProperty('cells', cells({}), ['B5']),
  good: withProperty('cells', cells({ maxItems: 100 }), ['B5']),
});
