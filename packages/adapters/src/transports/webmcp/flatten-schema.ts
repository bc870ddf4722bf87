import type { JsonSchemaObject } from '@btcp/core';
import { isObject, mapValues, omitKeys, resolveRef } from '@btcp/schema';

type Schema = Readonly<Record<string, unknown>>;

/** What every browser takes of a schema beside its type, its properties and its items. */
const PLAIN = ['title', 'description', 'enum', 'minimum', 'maximum', 'minLength', 'maxLength', 'pattern'];
const TYPES = new Set(['object', 'array', 'string', 'number', 'integer', 'boolean', 'null']);
const UNIONS = ['anyOf', 'oneOf'];

/** Nested references multiply; a larger schema takes anything. */
const MAX_PARTS = 10_000;

/**
 * Writes a schema with types, properties, items and limits alone: references are written out, a recursive one takes
 * anything; a union of objects becomes one object with the properties of all. It accepts all that the original does.
 */
export function flattenSchema(schema: JsonSchemaObject): JsonSchemaObject {
  return { ...flat(withoutRefs(schema)), type: 'object' };
}

// Data may be rewritten too: none stays in the result.
function withoutRefs(root: JsonSchemaObject): unknown {
  let parts = 0;
  const enter = (value: unknown, above: readonly string[]): unknown => {
    if (Array.isArray(value)) return value.map((each) => enter(each, above));
    if (!isObject(value)) return value;
    if (++parts > MAX_PARTS) return {};
    const { $ref, title, description } = value;
    if (typeof $ref !== 'string') return mapValues(value, (each) => enter(each, above));
    const target = above.includes($ref) ? {} : enter(resolveRef(root, $ref) ?? {}, [...above, $ref]);
    return {
      ...(isObject(target) && target),
      ...(title !== undefined && { title }),
      ...(description !== undefined && { description }),
    };
  };
  const written = enter(omitKeys(root, ['$defs']), ['#']);
  return parts > MAX_PARTS ? {} : written;
}

function flat(schema: unknown): Schema {
  if (!isObject(schema)) return {};
  const { type, items } = schema;
  const properties = propertiesOf(schema);
  const required = requiredOf(schema);
  const list = Array.isArray(schema['enum']) && schema['enum'].every((each) => typeof each === 'string');
  return {
    ...(typeof type === 'string' && TYPES.has(type) && { type }),
    ...Object.fromEntries(
      PLAIN.filter((key) => Object.hasOwn(schema, key) && (key !== 'enum' || list)).map((key) => [
        key,
        schema[key],
      ]),
    ),
    ...(type === 'array' && isObject(items) && { items: flat(items) }),
    ...(Object.keys(properties).length > 0 && { properties }),
    ...(required.length > 0 && { required }),
  };
}

/** The properties of a schema and of what it combines. Where these differ in one, it takes anything. */
function propertiesOf(schema: Schema): Schema {
  const own = [schema, ...listOf(schema, 'allOf')].flatMap((part) => Object.entries(declared(part)));
  const ofUnions = unionsOf(schema).flatMap((branches) => {
    const names = new Set(branches.flatMap((branch) => Object.keys(declared(branch))));
    return [...names].map((name): readonly [string, unknown] => [name, inBranches(branches, name)]);
  });
  const all = [...own, ...ofUnions];
  return Object.fromEntries(all.map(([name]) => [name, common(all.filter(([each]) => each === name))]));
}

const declared = ({ properties }: Schema): Schema => (isObject(properties) ? properties : {});

/** What a property is in every branch: one that does not declare it takes anything there, unless it is closed. */
function inBranches(branches: readonly Schema[], name: string): unknown {
  const open = branches.some(
    (branch) => !Object.hasOwn(declared(branch), name) && branch['additionalProperties'] !== false,
  );
  const schemas = branches.flatMap((branch) => {
    const properties = declared(branch);
    return Object.hasOwn(properties, name) ? [[name, properties[name]] as const] : [];
  });
  return open ? {} : common(schemas);
}

function common(entries: readonly (readonly [string, unknown])[]): Schema {
  const [first = {}, ...others] = entries.map(([, schema]) => flat(schema));
  return others.every((other) => JSON.stringify(other) === JSON.stringify(first)) ? first : {};
}

/** What every branch of a union requires, and the schema itself. */
function requiredOf(schema: Schema): readonly unknown[] {
  const ofBranches = unionsOf(schema).flatMap(([first, ...others]) =>
    (first ? namesOf(first) : []).filter((name) => others.every((other) => namesOf(other).includes(name))),
  );
  return [...new Set([...namesOf(schema), ...listOf(schema, 'allOf').flatMap(namesOf), ...ofBranches])];
}

const namesOf = ({ required }: Schema): readonly unknown[] => (Array.isArray(required) ? required : []);

const unionsOf = (schema: Schema): readonly (readonly Schema[])[] => UNIONS.map((key) => listOf(schema, key));

function listOf(schema: Schema, key: string): readonly Schema[] {
  const value = schema[key];
  return Array.isArray(value) ? value.filter(isObject) : [];
}
