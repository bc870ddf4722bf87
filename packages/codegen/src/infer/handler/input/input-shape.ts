import { isObject, joinPointer, resolveRef } from '@btcp/schema/internal';

export type SchemaObject = Readonly<Record<string, unknown>>;

export interface DeclaredProperty {
  readonly name: string;
  readonly schema: SchemaObject;
  /** JSON pointer into the tool. */
  readonly path: string;
  readonly isRequired: boolean;
}

export interface InputShape {
  readonly properties: ReadonlyMap<string, DeclaredProperty>;
  /** Whether it deliberately allows others. */
  readonly isOpen: boolean;
}

/** Keywords by which a schema may declare more, or elsewhere. */
const OPENING = [
  'allOf',
  'anyOf',
  'oneOf',
  'not',
  'if',
  'dependentSchemas',
  'patternProperties',
  'propertyNames',
];
const MOST_REFERENCES = 8;

export function dereference(root: SchemaObject, schema: unknown): unknown {
  let target = schema;
  for (let step = 0; step < MOST_REFERENCES && isObject(target); step++) {
    const ref = target['$ref'];
    if (typeof ref !== 'string') return target;
    target = resolveRef(root, ref);
  }
  return target;
}

/**
 * The properties that a schema itself declares.
 *
 * @param path - JSON pointer to it.
 * @returns Undefined for a schema that declares none.
 */
export function shapeOf(root: SchemaObject, given: SchemaObject, path: string): InputShape | undefined {
  const schema = dereference(root, given);
  if (!isObject(schema) || !isObject(schema['properties'])) return undefined;
  const required = Array.isArray(schema['required']) ? schema['required'] : [];
  const properties = Object.entries(schema['properties']).map(([name, property]) => {
    const target = dereference(root, property);
    const merged = isObject(target) && isObject(property) ? { ...target, ...property } : {};
    const place = joinPointer(path, 'properties', name);
    return [name, { name, schema: merged, path: place, isRequired: required.includes(name) }] as const;
  });
  const others = schema['additionalProperties'] ?? schema['unevaluatedProperties'] ?? false;
  const isOpen = others !== false || OPENING.some((key) => key in schema);
  return { properties: new Map(properties), isOpen };
}
