import { joinPointer } from './pointer.ts';

// TypeBox registers its symbol globally, so this works without importing it.
const OPTIONAL = Symbol.for('TypeBox.Optional');

/** A property that is `Type.Optional` but has a default. */
export interface OptionalDefault {
  /** JSON pointer into the schema. */
  readonly path: string;
  /** Whether `required` lists it, unlike what TypeBox writes. */
  readonly isRequired: boolean;
}

/**
 * Finds the properties with a default that their author wrapped in `Type.Optional`.
 *
 * @param schema - One that has a normal form: without getters, and within its limits of size and depth.
 */
export function findOptionalDefaults(schema: unknown, path = ''): readonly OptionalDefault[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { properties, required } = schema as Readonly<Record<string, unknown>>;
  const isListed = (name: string): boolean => Array.isArray(required) && required.includes(name);
  const own = Object.entries(Object(properties) as object)
    .filter(([, property]) => isOptionalDefault(property))
    .map(([name]) => ({ path: joinPointer(path, 'properties', name), isRequired: isListed(name) }));
  const below = Object.entries(schema).flatMap(([key, value]) =>
    findOptionalDefaults(value, joinPointer(path, key)),
  );
  return [...own, ...below];
}

const isOptionalDefault = (schema: unknown): boolean =>
  typeof schema === 'object' && schema !== null && OPTIONAL in schema && 'default' in schema;
