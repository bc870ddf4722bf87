import { joinPointer, resolveRef } from '@btcp/schema';

/** A JSON object of a schema. */
export type SchemaObject = Readonly<Record<string, unknown>>;

/** A property that a schema declares. */
export interface DeclaredProperty {
  readonly name: string;
  readonly schema: SchemaObject;
  /** JSON pointer into the tool. */
  readonly path: string;
  readonly isRequired: boolean;
}

/** The properties of an object schema. */
export interface InputShape {
  readonly properties: ReadonlyMap<string, DeclaredProperty>;
  /** Whether it deliberately allows others. */
  readonly isOpen: boolean;
}

const OPENING = ['patternProperties', 'if', 'then', 'else', 'dependentSchemas', 'propertyNames', 'not'];
const BRANCHES = ['allOf', 'anyOf', 'oneOf'];
const MOST_REFERENCES = 8;

export function isSchemaObject(value: unknown): value is SchemaObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The schema that a reference names, or the schema itself. */
export function dereference(root: SchemaObject, schema: unknown): unknown {
  let target = schema;
  for (let step = 0; step < MOST_REFERENCES && isSchemaObject(target); step++) {
    const ref = target['$ref'];
    if (typeof ref !== 'string') return target;
    target = resolveRef(root, ref);
  }
  return target;
}

/**
 * The properties that a schema declares, including those of `allOf` and the like.
 *
 * @param path - JSON pointer to it.
 * @returns Undefined for a schema that is not of an object.
 */
export function shapeOf(root: SchemaObject, schema: SchemaObject, path: string): InputShape | undefined {
  const properties = new Map<string, DeclaredProperty>();
  const { isOpen, isObject } = collect(root, schema, path, properties, 0);
  return isObject ? { properties, isOpen } : undefined;
}

interface Collected {
  readonly isOpen: boolean;
  readonly isObject: boolean;
}

function collect(
  root: SchemaObject,
  given: unknown,
  path: string,
  into: Map<string, DeclaredProperty>,
  depth: number,
): Collected {
  const schema = dereference(root, given);
  if (!isSchemaObject(schema) || depth > MOST_REFERENCES) return { isOpen: true, isObject: false };
  const required = Array.isArray(schema['required']) ? schema['required'] : [];
  const declared = isSchemaObject(schema['properties']) ? schema['properties'] : undefined;
  for (const [name, property] of Object.entries(declared ?? {})) {
    const target = dereference(root, property);
    const merged = isSchemaObject(target) && isSchemaObject(property) ? { ...target, ...property } : {};
    const place = joinPointer(path, 'properties', name);
    if (!into.has(name))
      into.set(name, { name, schema: merged, path: place, isRequired: required.includes(name) });
  }
  const parts = BRANCHES.flatMap((keyword) => {
    const branches: readonly unknown[] = Array.isArray(schema[keyword]) ? schema[keyword] : [];
    return branches.map((branch, index) =>
      collect(root, branch, `${path}/${keyword}/${index}`, into, depth + 1),
    );
  });
  const others = schema['additionalProperties'] ?? schema['unevaluatedProperties'] ?? false;
  return {
    isOpen: others !== false || OPENING.some((key) => key in schema) || parts.some((part) => part.isOpen),
    isObject: declared !== undefined || parts.some((part) => part.isObject),
  };
}
