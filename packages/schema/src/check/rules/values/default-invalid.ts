import { withProperties } from '../../base-fixture.ts';
import { findDefaultIssues } from '../../schemas/find-default-issues.ts';
import { defineRule, type ToolRule } from '../../define-rule.ts';
import { asSentence } from '../../text/quote.ts';

const rowsByDefault = (value: number): object =>
  withProperties(
    { rows: { type: 'integer', minimum: 1, maximum: 50, default: value, description: 'Rows to read.' } },
    { rows: 5 },
    { required: [] },
  );

export const defaultInvalid: ToolRule<{ sentence: string }> = defineRule({
  id: 'default-invalid',
  family: 'values',
  severity: 'error',
  isMandatory: true,
  title: 'Default that breaks its own schema',
  rationale: 'A call that leaves the property out would get a value that is refused when it is written down.',
  after: ['tool-invalid', 'schema-invalid'],
  check({ tool, report }) {
    if (!tool.isCompilable || tool.slowPatterns.length > 0) return;
    for (const field of ['inputSchema', 'outputSchema'] as const) {
      const schema = tool.schema(field);
      for (const { path, message } of schema === undefined ? [] : findDefaultIssues(schema))
        report({ at: `/${field}${path}`, sentence: asSentence(message) });
    }
  },
  message: ({ sentence }) => sentence,
  help: 'Correct the default, or the schema if the default is right.',
  bad: { ...rowsByDefault(100) },
  good: { ...rowsByDefault(10) },
});
