import { areDisjoint, isRestricting } from '@btcp/schema';
import { dereference, isSchemaObject, type SchemaObject } from '../input/input-shape.ts';

/** The branches of `anyOf` or `oneOf`. */
export function branchesOf(schema: SchemaObject): readonly unknown[] | undefined {
  const branches: unknown = schema['anyOf'] ?? schema['oneOf'];
  return Array.isArray(branches) ? branches : undefined;
}

/** The parts of `allOf`. */
export function partsOf(schema: SchemaObject): readonly unknown[] {
  return Array.isArray(schema['allOf']) ? schema['allOf'] : [];
}

/** Whether no value that fits one schema can pass another: certain, and silent when unsure. */
export const excludes = (root: SchemaObject, schema: SchemaObject, values: SchemaObject): boolean =>
  areDisjoint({ schema: values, root: true }, { schema, root });

/** Whether a schema says nothing about values. */
export const isAnySchema = (schema: SchemaObject): boolean => !Object.keys(schema).some(isRestricting);

/** Arrays of a length. */
export const listsOf = (length: number): SchemaObject => ({
  type: 'array',
  minItems: length,
  maxItems: length,
});

/** The names that a schema requires. */
export function requiredOf(schema: SchemaObject): readonly string[] {
  const { required } = schema;
  return Array.isArray(required) ? required.filter((each) => typeof each === 'string') : [];
}

/** What a schema says of a property: its schema, or that there must be none. */
export function propertyOf(root: SchemaObject, schema: SchemaObject, name: string): unknown {
  const { properties, patternProperties, additionalProperties = true } = schema;
  if (isSchemaObject(properties) && Object.hasOwn(properties, name))
    return dereference(root, properties[name]);
  return patternProperties === undefined ? additionalProperties : true;
}
