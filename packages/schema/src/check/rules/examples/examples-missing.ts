import { defineRule, type ToolRule } from '../../define-rule.ts';
import { propertiesOf } from '../../../model/schema-node.ts';

export const examplesMissing: ToolRule = defineRule({
  id: 'examples-missing',
  family: 'examples',
  severity: 'info',
  title: 'Tool with input and no example',
  rationale:
    'An example shows in one look what a page of schema describes, and the build checks that it is true.',
  after: ['tool-invalid', 'required-unknown', 'schema-unsatisfiable', 'schema-endless'],
  check({ tool, report }) {
    const input = tool.schema('inputSchema');
    const hasInput = input !== undefined && Object.keys(propertiesOf(input)).length > 0;
    if (hasInput && tool.examples.length === 0) report({ at: '' });
  },
  message: ({ name }) => `Tool "${name}" has no example.`,
  help: 'Add `examples: [{ description: "…", input: { … }, output: … }]`.',
  bad: { examples: undefined },
  good: { examples: [{ description: 'A number', input: { cell: 'B5' }, output: { value: 42 } }] },
});
