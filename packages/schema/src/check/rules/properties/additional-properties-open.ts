import { withProperties } from '../../base-fixture.ts';
import { defineRule, type ToolRule } from '../../define-rule.ts';
import { hasAny, isOfType, propertiesOf, displayPath } from '../../../model/schema-node.ts';
import { quoted } from '../../text/quote.ts';

const CLOSED_ELSEWHERE = [
  'additionalProperties',
  'unevaluatedProperties',
  'patternProperties',
  'propertyNames',
  '$ref',
  'allOf',
  'anyOf',
  'oneOf',
];
const QUERY = { query: { type: 'string', maxLength: 200, description: 'Words to look for.' } };

export const additionalPropertiesOpen: ToolRule<{ property: string }> = defineRule({
  id: 'additional-properties-open',
  family: 'properties',
  severity: 'warning',
  fix: 'Adds the option to `Type.Object`.',
  title: 'Input that accepts undeclared properties',
  rationale:
    'A misspelt property is then silently ignored: the call runs, and does something else than the agent meant.',
  check({ tool, report }) {
    for (const node of tool.schemas) {
      const { schema, field, path, isInPlace } = node;
      if (field !== 'inputSchema' || isInPlace || hasAny(schema, CLOSED_ELSEWHERE)) continue;
      // A tool without input has no property to misspell.
      if (isOfType(schema, 'object') && Object.keys(propertiesOf(schema)).length > 0)
        report({ at: `${path}/additionalProperties`, property: displayPath(node) });
    }
  },
  message: ({ name, property }) =>
    `${property === '' ? `The input of "${name}"` : `${quoted(property)} in the input of "${name}"`} accepts undeclared properties, so a misspelt one goes unnoticed.`,
  help: 'Add `additionalProperties: false`; in TypeBox, `Type.Object({ … }, { additionalProperties: false })`.',
  bad: withProperties(QUERY, { query: 'tea' }, { additionalProperties: undefined }),
  good: withProperties(QUERY, { query: 'tea' }),
});
