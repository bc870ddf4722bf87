import { withProperties } from '../../base-fixture.ts';
import { defineRule, type ToolRule } from '../../define-rule.ts';

/** With more properties, an agent spends its attention on reading rather than choosing. */
const MAX_PROPERTIES = 100;

const manyProperties = (count: number): object =>
  Object.fromEntries(
    Array.from({ length: count }, (_, index) => [
      `part${index}`,
      { type: 'string', maxLength: 9, description: `Text of part ${index}.` },
    ]),
  );

export const schemaTooLarge: ToolRule<{ properties: number }> = defineRule({
  id: 'schema-too-large',
  family: 'schema',
  severity: 'warning',
  title: 'Input with very many properties',
  rationale:
    'Every property is sent to the model with every request, and the more there are, the more are filled in wrongly.',
  check({ tool, report }) {
    const properties = tool.inputs.length;
    if (properties > MAX_PROPERTIES) report({ at: '/inputSchema', properties });
  },
  message: ({ name, properties }) => `The input of "${name}" has ${properties} properties.`,
  help: 'Split the tool, each with the few properties that its task needs.',
  bad: withProperties({ ...manyProperties(101) }, { part0: 'a', part1: 'b' }, { required: ['part0'] }),
  good: withProperties({ ...manyProperties(3) }, { part0: 'a', part1: 'b' }, { required: ['part0'] }),
});
