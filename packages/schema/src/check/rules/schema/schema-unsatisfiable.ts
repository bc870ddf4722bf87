import { withProperty } from '../../base-fixture.ts';
import { defineRule, type ToolRule } from '../../define-rule.ts';
import { findContradiction } from '../../schemas/find-contradiction.ts';

const rows = (minimum: number, maximum: number): object => ({
  type: 'integer',
  minimum,
  maximum,
  description: 'Rows to read.',
});

export const schemaUnsatisfiable: ToolRule<{ reason: string }> = defineRule({
  id: 'schema-unsatisfiable',
  family: 'schema',
  severity: 'error',
  title: 'Schema that nothing can satisfy',
  rationale: 'Whatever a call or a result holds here is refused.',
  after: ['required-unknown', 'enum-value-invalid', 'default-invalid', 'example-invalid'],
  check({ tool, report }) {
    for (const { schema, path, root } of tool.schemas) {
      const reason = findContradiction(schema, root);
      if (reason !== undefined) report({ at: path, reason });
    }
  },
  message: ({ reason }) => `No value can satisfy this schema: ${reason}.`,
  help: 'Correct one of the keywords that contradict each other.',
  bad: { ...withProperty('rows', rows(10, 1), 5), examples: undefined, outputSchema: undefined },
  good: withProperty('rows', rows(1, 10), 5),
});
