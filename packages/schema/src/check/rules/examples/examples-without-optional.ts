import { withProperties } from '../../base-fixture.ts';
import { defineRule, type ToolRule } from '../../define-rule.ts';
import { propertiesOf, requiredOf } from '../../../model/schema-node.ts';
import { isObject } from '../../../model/own-property.ts';
import { listed } from '../../text/quote.ts';

const calledWith = (input: object): object =>
  withProperties(
    {
      cell: { type: 'string', maxLength: 9, description: 'Address of the cell.' },
      sheet: { type: 'string', maxLength: 100, description: 'Name of the sheet; the open one without it.' },
    },
    { ...input },
    { required: ['cell'] },
  );

export const examplesWithoutOptional: ToolRule<{ properties: readonly string[] }> = defineRule({
  id: 'examples-without-optional',
  family: 'examples',
  severity: 'info',
  title: 'Examples that use no optional property',
  rationale: 'What no example shows, agents seldom use.',
  after: ['tool-invalid', 'example-invalid', 'examples-missing'],
  check({ tool, report }) {
    const schema = tool.schema('inputSchema');
    if (schema === undefined || tool.examples.length === 0) return;
    const required = requiredOf(schema);
    const properties = propertiesOf(schema);
    const optional = Object.keys(properties).filter(
      (name) => !required.includes(name) && isObject(properties[name]),
    );
    const isUsed = tool.examples.some(({ input }) => optional.some((name) => Object.hasOwn(input, name)));
    if (optional.length > 0 && !isUsed) report({ at: '/examples', properties: optional });
  },
  message: ({ name, properties }) => `No example of "${name}" uses ${listed(properties)}.`,
  help: 'Add an example that does.',
  bad: { ...calledWith({ cell: 'B5' }) },
  good: { ...calledWith({ cell: 'B5', sheet: 'Sales' }) },
});
