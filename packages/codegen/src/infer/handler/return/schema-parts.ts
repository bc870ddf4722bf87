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

/** Whether two schemas are certainly disjoint; false when unsure. */
export const excludes = (root: SchemaObject, schema: SchemaObject, values: SchemaObject): boolean =>
  areDisjoint({ schema: values, root: true }, { schema, root });

/** Whether a schema allows every value. */
export const isAnySchema = (schema: SchemaObject): boolean => !Object.keys(schema).some(isRestricting);

/** A schema of arrays of a fixed length. */
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

/** The schema of a property; false if the property is not allowed. */
export function propertyOf(root: SchemaObject, schema: SchemaObject, name: string): unknown {
  const { properties, patternProperties, additionalProperties = true } = schema;
  if (isSchemaObject(properties) && Object.hasOwn(properties, name))
    return dereference(root, properties[name]);
  return patternProperties === undefined ? additionalProperties : true;
}
