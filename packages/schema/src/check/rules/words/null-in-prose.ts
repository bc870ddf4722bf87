import { defineRule, type ToolRule } from '../../define-rule.ts';
import { hasAny, typesOf } from '../../facts/schema-node.ts';
import { CHOOSING_KEYWORDS } from '../../schemas/keyword-types.ts';

export const nullInProse: ToolRule = defineRule({
  id: 'null-in-prose',
  family: 'words',
  severity: 'warning',
  title: 'Description that promises `null` where the output schema has none',
  rationale: 'Either the agent waits for a result that never comes, or the tool returns one that is refused.',
  after: ['tool-invalid', 'schema-invalid'],
  check({ tool, report }) {
    const output = tool.schema('outputSchema');
    if (output === undefined || !/\breturns? null\b/i.test(tool.description)) return;
    const types = typesOf(output);
    if (types && !types.includes('null') && !hasAny(output, CHOOSING_KEYWORDS))
      report({ at: '/description' });
  },
  message: ({ name }) =>
    `The description of "${name}" says that it returns null, which its output schema refuses.`,
  help: 'Say which property of the result is null, or let the output schema accept null: `Type.Union([…, Type.Null()])`.',
  bad: {
    description: 'Retrieves the value of a spreadsheet cell by its address. Returns null for empty cells.',
  },
  good: {
    description: 'Retrieves the value of a spreadsheet cell by its address. The value is 0 for empty cells.',
  },
});
