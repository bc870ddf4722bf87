import { defineRule, type Patch, type ToolRule } from '../../define-rule.ts';
import { propertiesOf, type SchemaNode, targetOf, displayPath } from '../../../model/schema-node.ts';
import { quoted } from '../../text/quote.ts';

/** Keywords that declare the fields of an object. */
const FIELD_KEYWORDS = [
  'properties',
  'additionalProperties',
  'unevaluatedProperties',
  'patternProperties',
  'propertyNames',
  '$ref',
  'allOf',
  'anyOf',
  'oneOf',
  'then',
  'else',
  'dependencies',
  'dependentSchemas',
];
const CHOICES: ReadonlySet<string> = new Set(['anyOf', 'oneOf']);
/** The subschemas of these only test a value, they do not describe it. */
const TESTS: ReadonlySet<string> = new Set(['not', 'if', 'contains']);

const valueWith = (closing: Patch): Patch => ({
  outputSchema: {
    type: 'object',
    properties: { value: { type: 'number', description: 'What the cell shows.' } },
    required: ['value'],
    ...closing,
  },
});

export const outputPropertiesOpen: ToolRule<{ property: string }> = defineRule({
  id: 'output-properties-open',
  family: 'properties',
  severity: 'info',
  fix: 'Adds the option to `Type.Object`.',
  title: 'Result that passes on undeclared fields',
  rationale:
    'A row can have more fields at run time than its type says, such as a password hash. A client leaves them out of a closed object, and passes on all that an open one has.',
  check({ tool, report }) {
    const nodes = tool.schemas.filter(({ field }) => field === 'outputSchema');
    const extended = new Set(nodes.filter(isExtendedRef).map(targetOf));
    for (const node of nodes) {
      if (!isOpen(node.schema) || isTest(node) || !standsAlone(node, extended)) continue;
      report({ at: `${node.path}/additionalProperties`, property: displayPath(node) });
    }
  },
  message: ({ name, property }) =>
    `Undeclared fields of ${property === '' ? '' : `${quoted(property)} in `}the result of "${name}" are passed on to the agent.`,
  help: 'Declare the fields that the agent is to get, and add `additionalProperties: false`, in TypeBox `Type.Object({ … }, { additionalProperties: false })`: the client leaves out the others. If all of them are to reach the agent, say so with `additionalProperties: true`.',
  bad: valueWith({}),
  good: valueWith({ additionalProperties: false }),
});

/** The only keyword that declares fields of an object; `undefined` where there are several, or none. */
function fieldKeywordOf(schema: SchemaNode['schema']): string | undefined {
  const [keyword, ...others] = FIELD_KEYWORDS.filter((each) => Object.hasOwn(schema, each));
  return others.length === 0 ? keyword : undefined;
}

// An object without properties may be meant to hold anything.
function isOpen(schema: SchemaNode['schema']): boolean {
  return fieldKeywordOf(schema) === 'properties' && Object.keys(propertiesOf(schema)).length > 0;
}

function isTest({ keyword, parent }: SchemaNode): boolean {
  return TESTS.has(keyword) || (parent !== undefined && isTest(parent));
}

/** Whether no adjacent schema declares fields of the same object, which closing this one would refuse. */
function standsAlone(node: SchemaNode, extended?: ReadonlySet<SchemaNode['schema']>): boolean {
  const { schema, keyword, parent, isInPlace } = node;
  if (extended?.has(schema)) return false;
  if (!isInPlace || parent === undefined) return true;
  return CHOICES.has(keyword) && fieldKeywordOf(parent.schema) === keyword && standsAlone(parent, extended);
}

/** Whether a `$ref` targets a part of an object, which does not declare all of its fields. */
function isExtendedRef(node: SchemaNode): boolean {
  return Object.hasOwn(node.schema, '$ref') && !(fieldKeywordOf(node.schema) === '$ref' && standsAlone(node));
}
