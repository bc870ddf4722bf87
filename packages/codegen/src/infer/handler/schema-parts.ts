import { accepts } from '@btcp/schema';
import { dereference, isSchemaObject, type SchemaObject } from './input-shape.ts';

/** The branches of `anyOf` or `oneOf`. */
export function branchesOf(schema: SchemaObject): readonly unknown[] | undefined {
  const branches: unknown = schema['anyOf'] ?? schema['oneOf'];
  return Array.isArray(branches) ? branches : undefined;
}

/** The parts of `allOf`. */
export function partsOf(schema: SchemaObject): readonly unknown[] {
  return Array.isArray(schema['allOf']) ? schema['allOf'] : [];
}

/** The types that a schema names; nothing where it names none. */
function typesOf(schema: SchemaObject): readonly unknown[] | undefined {
  const { type } = schema;
  return type === undefined ? undefined : Array.isArray(type) ? type : [type];
}

/** Whether values of a JSON type can pass a schema, as far as its own keywords say. */
export function allowsType(schema: SchemaObject, type: string): boolean {
  const types = typesOf(schema);
  const isNamed = !types || types.includes(type) || (type === 'number' && types.includes('integer'));
  const choices: readonly unknown[] | undefined =
    'const' in schema ? [schema['const']] : Array.isArray(schema['enum']) ? schema['enum'] : undefined;
  return isNamed && (!choices || choices.some((choice) => jsonTypeOf(choice) === type));
}

/** The type of a JSON value, integers being numbers. */
export function jsonTypeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

/** Whether a value certainly breaks a schema's own keywords. */
export function refuses(schema: SchemaObject, value: unknown): boolean {
  return accepts(schema, value) === false;
}

/** Whether a schema of lists refuses those of a length. */
export function isLengthRefused({ minItems, maxItems }: SchemaObject, length: number): boolean {
  return (
    (typeof minItems === 'number' && length < minItems) || (typeof maxItems === 'number' && length > maxItems)
  );
}

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
