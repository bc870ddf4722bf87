import { defineRule, type ToolRule } from '../../define-rule.ts';
import { findEndless } from '../../schemas/find-endless.ts';

const treeWith = (required: readonly string[]): object => ({
  outputSchema: {
    type: 'object',
    properties: {
      label: { type: 'string', description: 'What the node is called.' },
      next: { $ref: '#', description: 'The node after it.' },
    },
    required,
    additionalProperties: false,
  },
  examples: [{ description: 'One node', input: { cell: 'B5' }, output: { label: 'a' } }],
});

export const schemaEndless: ToolRule = defineRule({
  id: 'schema-endless',
  family: 'schema',
  severity: 'error',
  title: 'Recursive schema without a way out',
  rationale:
    'Each value would have to contain another one of its kind, and that one again: no finite value passes.',
  after: ['schema-unsatisfiable', 'example-invalid', 'default-invalid'],
  check({ tool, report }) {
    for (const field of ['inputSchema', 'outputSchema'] as const) {
      const root = tool.schema(field);
      const endless = root === undefined ? undefined : findEndless(root);
      // Report the outermost schema of the cycle.
      const first = tool.schemas.find((node) => node.field === field && endless?.has(node.schema));
      if (first) report({ at: first.path });
    }
  },
  message: () => 'Every value of this schema must contain another one of the same kind, without end.',
  help: 'Make one property on the way optional, or allow `null` or an empty array there.',
  bad: { ...treeWith(['label', 'next']), examples: [{ description: 'A call', input: { cell: 'B5' } }] },
  good: { ...treeWith(['label']) },
});
