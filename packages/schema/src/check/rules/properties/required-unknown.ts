import { FAULTLESS_TOOL } from '../../base-fixture.ts';
import { closestName } from '../../../runtime/closest-name.ts';
import { joinPointer } from '../../../model/pointer.ts';
import { isObject } from '../../../model/own-property.ts';
import { defineRule, type ToolRule } from '../../define-rule.ts';
import { hasAny, propertiesOf, requiredOf } from '../../../model/schema-node.ts';
import { quoted } from '../../text/quote.ts';

// Keywords that may declare the property.
const DECLARING = ['$ref', 'allOf', 'anyOf', 'oneOf', 'if', 'patternProperties', 'dependentSchemas'];

const requiring = (required: string): object => ({
  inputSchema: {
    ...(isObject(FAULTLESS_TOOL['inputSchema']) && FAULTLESS_TOOL['inputSchema']),
    required: [required],
  },
});

export const requiredUnknown: ToolRule<{ property: string; meant: string | null }> = defineRule({
  id: 'required-unknown',
  family: 'properties',
  severity: 'error',
  title: '`required` names a property that is not declared',
  rationale:
    'Every call must carry a property that is not declared: agents leave it out, and each call is refused. Several providers refuse such a tool altogether.',
  check({ tool, report }) {
    for (const { schema, path, isInPlace } of tool.schemas) {
      if (isInPlace || !Object.hasOwn(schema, 'required') || hasAny(schema, DECLARING)) continue;
      const properties = propertiesOf(schema);
      for (const [index, property] of requiredOf(schema).entries()) {
        if (Object.hasOwn(properties, property)) continue;
        const meant = closestName(property, Object.keys(properties)) ?? null;
        report({ at: joinPointer(path, 'required', index), property, meant });
      }
    }
  },
  message: ({ property, meant }) =>
    `\`required\` names ${quoted(property)}, which is not among \`properties\`${meant === null ? '.' : `; did you mean ${quoted(meant)}?`}`,
  help: 'Describe it in `properties`, or take it out of `required`.',
  bad: { ...requiring('cel'), examples: [] },
  good: { ...requiring('cell') },
});
