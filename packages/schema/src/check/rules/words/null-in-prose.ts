import { defineRule, type ToolRule } from '../../define-rule.ts';
import type { ToolFacts } from '../../facts/tool-facts.ts';
import { hasAny, typesOf } from '../../../model/schema-node.ts';
import { KEYWORDS_OF_ANY_TYPE } from '../../../model/keywords.ts';

/** `null` as the whole result. */
const RESULT = /\breturns? `?null\b|\b(?:the )?result is `?null\b/i;
/** `null` as the result, or a part of it. */
const ANYTHING = /\b(?:gives?|yields?) `?null\b|\bor `?null`? (?:if|when|where|for)\b/i;

export const nullInProse: ToolRule = defineRule({
  id: 'null-in-prose',
  family: 'words',
  severity: 'warning',
  title: 'Description that promises `null` where the output schema has none',
  rationale: 'Either the agent waits for a result that never comes, or the tool returns one that is refused.',
  after: ['tool-invalid', 'schema-invalid'],
  check({ tool, report }) {
    const output = tool.schema('outputSchema');
    if (output === undefined) return;
    const isSaid = RESULT.test(tool.description) || (ANYTHING.test(tool.description) && !mayHoldNull(tool));
    if (!isSaid) return;
    const types = typesOf(output);
    if (types && !types.includes('null') && !hasAny(output, KEYWORDS_OF_ANY_TYPE))
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

function mayHoldNull({ schemas }: ToolFacts): boolean {
  return schemas.some(
    ({ schema, field }) =>
      field === 'outputSchema' && (typesOf(schema)?.includes('null') ?? hasAny(schema, ['const', 'enum'])),
  );
}
