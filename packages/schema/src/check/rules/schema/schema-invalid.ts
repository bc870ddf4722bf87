import { withProperty } from '../../base-fixture.ts';
import { defineRule, type ToolRule } from '../../define-rule.ts';
import type { ToolFacts } from '../../facts/tool-facts.ts';
import { findSchemaIssues } from '../../../compile/find-schema-issues.ts';
import type { SchemaIssue } from '../../../model/schema-issue.ts';
import { asSentence } from '../../text/quote.ts';

export const schemaInvalid: ToolRule<{ keyword: string; sentence: string; advice: string }> = defineRule({
  id: 'schema-invalid',
  family: 'schema',
  severity: 'error',
  isMandatory: true,
  title: 'Schema that is not valid JSON Schema, or cannot be compiled',
  rationale:
    'Types that JSON does not have, invalid regular expressions, references that lead nowhere or out of the manifest, and schemas that never end: no validator can be made of them, and a host that lists such a tool may fail to list any.',
  after: ['tool-invalid'],
  check({ tool, report }) {
    const read = tool.issues.filter(
      ({ path, keyword }) => /^\/(input|output)Schema\b/.test(path) && keyword !== 'object-input',
    );
    for (const { path, keyword, message, help } of read)
      report({ at: path, keyword, sentence: message, advice: help });
    if (read.length > 0 || tool.isCompilable || tool.compileError === undefined) return;
    for (const { path, keyword, message, help } of issuesOfCompiling(tool))
      report({ at: path, keyword, sentence: asSentence(message), advice: help });
  },
  message: ({ sentence }) => sentence,
  help: ({ advice }) => advice,
  bad: withProperty('when', { type: 'Date', description: 'Day of the value.' }, '2024-01-31'),
  good: withProperty(
    'when',
    { type: 'string', format: 'date', description: 'Day of the value.' },
    '2024-01-31',
  ),
});

function issuesOfCompiling(tool: ToolFacts): readonly SchemaIssue[] {
  const issues = (['inputSchema', 'outputSchema'] as const).flatMap((field) => {
    const schema = tool.schema(field);
    return schema === undefined
      ? []
      : findSchemaIssues(schema).map((issue) => ({ ...issue, path: `/${field}${issue.path}` }));
  });
  return issues.length > 0 ? issues : [notCompiled(tool.compileError)];
}

// An unforeseen error: still the mistake of one tool, and no reason to leave the others unchecked.
function notCompiled(error: unknown): SchemaIssue {
  const reason = error instanceof Error ? error.message : String(error);
  return {
    path: '/inputSchema',
    keyword: '',
    message: `The schemas cannot be compiled: ${reason}`,
    help: 'Remove parts of them until it builds, and write the removed part in another way.',
  };
}
