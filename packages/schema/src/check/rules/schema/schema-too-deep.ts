import { withProperty } from '../../base-fixture.ts';
import { defineRule, type ToolRule } from '../../define-rule.ts';

/** Levels of objects and arrays that the strictest provider takes. */
const MAX_DEPTH = 10;

const nested = (levels: number): object =>
  levels === 0
    ? { type: 'string', maxLength: 9, description: 'The innermost part.' }
    : {
        type: 'object',
        description: 'A part.',
        properties: { part: nested(levels - 1) },
        additionalProperties: false,
      };

export const schemaTooDeep: ToolRule<{ depth: number }> = defineRule({
  id: 'schema-too-deep',
  family: 'schema',
  severity: 'warning',
  title: 'Schema that is nested very deeply',
  rationale: `Agents lose their way in deep structures, and providers refuse more than ${MAX_DEPTH} levels.`,
  check({ tool, report }) {
    for (const field of ['inputSchema', 'outputSchema'] as const) {
      const nodes = tool.schemas.filter((node) => node.field === field);
      const depth = nodes.reduce((most, node) => Math.max(most, node.depth), 0);
      const first = nodes.find((node) => node.depth > MAX_DEPTH);
      if (first) report({ at: first.path, depth });
    }
  },
  message: ({ depth }) => `The schema is nested ${depth} levels deep.`,
  help: 'Flatten it: move inner properties up, or let a second tool take the details.',
  bad: withProperty('part', nested(11), {}),
  good: withProperty('part', nested(2), {}),
});
