import { withProperties } from '../../base-fixture.ts';
import { defineRule, type ToolRule } from '../../define-rule.ts';
import { hasAny, propertiesOf } from '../../../model/schema-node.ts';
import { isObject } from '../../../model/own-property.ts';

const QUERY = { query: { type: 'string', maxLength: 200, description: 'Words to look for.' } };

export const requiredMissing: ToolRule<{ properties: number }> = defineRule({
  id: 'required-missing',
  family: 'properties',
  severity: 'info',
  title: 'Input of which nothing is required',
  rationale:
    'An agent may then call the tool with nothing at all; most tools cannot do anything without some property.',
  check({ tool, report }) {
    const schema = tool.schema('inputSchema');
    if (schema === undefined || hasAny(schema, ['required', '$ref', 'minProperties'])) return;
    const properties = Object.values(propertiesOf(schema));
    const hasDefaults = properties.some((each) => isObject(each) && Object.hasOwn(each, 'default'));
    if (properties.length > 0 && !hasDefaults) report({ at: '/inputSchema', properties: properties.length });
  },
  message: ({ name }) => `Tool "${name}" can be called without any of its properties.`,
  help: 'List in `required` what the tool cannot do without; give the others a `default`.',
  bad: withProperties(QUERY, { query: 'tea' }, { required: undefined }),
  good: withProperties(QUERY, { query: 'tea' }),
});
