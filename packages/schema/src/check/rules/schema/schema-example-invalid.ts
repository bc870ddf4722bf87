import { withProperty } from '../../base-fixture.ts';
import { joinPointer } from '../../../model/pointer.ts';
import { describeValue } from '../../../model/find-keyword-issues.ts';
import { defineRule, type ToolRule } from '../../define-rule.ts';
import { accepts } from '../../../relate/accepts.ts';

const rows = (example: unknown): object => ({
  type: 'integer',
  minimum: 1,
  maximum: 50,
  description: 'Rows to read.',
  examples: [example],
});

export const schemaExampleInvalid: ToolRule<{ value: string }> = defineRule({
  id: 'schema-example-invalid',
  family: 'schema',
  severity: 'warning',
  title: 'Example value that its own schema refuses',
  rationale: 'Agents imitate `examples`, and a call with this value is refused.',
  check({ tool, report }) {
    for (const { schema, path } of tool.schemas) {
      const { examples } = schema;
      if (!Array.isArray(examples) || examples.length > 1000) continue;
      for (const [index, example] of examples.entries()) {
        if (accepts(schema, example) === false)
          report({ at: joinPointer(path, 'examples', index), value: describeValue(example) });
      }
    }
  },
  message: ({ value }) => `The example ${value} violates its own schema.`,
  help: 'Correct the example, or the schema if the example is right.',
  bad: withProperty('rows', rows(100), 5),
  good: withProperty('rows', rows(10), 5),
});
