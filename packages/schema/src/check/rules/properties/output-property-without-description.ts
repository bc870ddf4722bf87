import { defineRule, type ToolRule } from '../../define-rule.ts';
import { descriptionOf, displayPaths } from '../../../model/schema-node.ts';
import { listed } from '../../text/quote.ts';

const valueWith = (extra: object): object => ({
  outputSchema: {
    type: 'object',
    properties: { value: { type: 'number', ...extra } },
    required: ['value'],
    additionalProperties: false,
  },
});

export const outputPropertyWithoutDescription: ToolRule<{ properties: readonly string[] }> = defineRule({
  id: 'output-property-without-description',
  family: 'properties',
  severity: 'info',
  title: 'Result with properties without a description',
  rationale: 'An agent that knows what a result means uses it without trying and without asking.',
  check({ tool, report }) {
    const nodes = tool.schemas.filter(
      (node) =>
        node.field === 'outputSchema' &&
        node.property !== undefined &&
        !Object.hasOwn(node.schema, 'const') &&
        !descriptionOf(node)?.trim(),
    );
    const [first] = nodes;
    if (first) report({ at: first.path, properties: displayPaths(nodes) });
  },
  message: ({ name, properties }) =>
    `Nothing says what ${listed(properties)} ${properties.length === 1 ? 'means' : 'mean'} in the result of "${name}".`,
  help: 'Give each a `description` in `outputSchema`, or a JSDoc comment above it; without an `outputSchema`, write that comment in the return type of `execute`.',
  bad: { ...valueWith({}) },
  good: { ...valueWith({ description: 'What the cell shows.' }) },
});
