import type { JsonSchema } from '@btcp/core';
import { isObject, type MutableObject } from './own-property.ts';
import { joinPointer } from './pointer.ts';
import { resolveRef } from './references/local-refs.ts';
import { listSubschemas, usesUnevaluated } from './walk-schema.ts';

/** Keywords through which the runtime applies defaults; of unions only tagged ones. */
const FILLED = 'properties patternProperties additionalProperties prefixItems items allOf'.split(' ');
const UNIONS = ['anyOf', 'oneOf'];
/** Keywords by which a value may no longer fit with its defaults, which are not applied then. */
const RELATING =
  'uniqueItems maxProperties dependentRequired dependentSchemas contains not if const enum'.split(' ');

/**
 * Removes properties with a default from `required` wherever the runtime applies the default: callers may leave them
 * out, and the tool still gets them. A constant stays required, as it may discriminate the branches of a union. So does
 * a property of a definition that is also used where no default is applied.
 *
 * @param root - In normal form; changed in place.
 * @param kept - Pointers to properties that stay required.
 */
export function relaxRequired(root: JsonSchema, kept: ReadonlySet<string> = new Set()): void {
  const pointers = new Map<MutableObject, string>();
  const unfilled = new Set<MutableObject>();
  const hasTags = !usesUnevaluated(root);
  const visit = (schema: JsonSchema | undefined, pointer: string, isFilledHere: boolean): void => {
    if (!isObject(schema) || (isFilledHere ? pointers.has(schema) : unfilled.has(schema))) return;
    if (isFilledHere) pointers.set(schema, pointer);
    else unfilled.add(schema);
    const { $ref: ref } = schema;
    if (typeof ref === 'string') visit(resolveRef(root, ref), ref.slice(1), isFilledHere);
    const filled = filledKeywords(root, schema, hasTags);
    if (filled.size === 0) unfilled.add(schema);
    for (const { keyword, tokens, schema: below } of listSubschemas(schema)) {
      if (keyword !== '$defs')
        visit(below, joinPointer(pointer, ...tokens), isFilledHere && filled.has(keyword));
    }
  };
  visit(root, '', true);
  for (const [schema, pointer] of pointers) {
    if (!unfilled.has(schema))
      relaxObject(root, schema, (name) => kept.has(joinPointer(`${pointer}/properties`, name)));
  }
}

function relaxObject(root: JsonSchema, schema: MutableObject, isKept: (name: string) => boolean): void {
  const { properties, required } = schema;
  if (!isObject(properties) || !Array.isArray(required)) return;
  const left = required.filter((name: unknown) => {
    const property =
      typeof name === 'string' && Object.hasOwn(properties, name) ? properties[name] : undefined;
    return !isFilled(root, property) || isKept(String(name));
  });
  if (left.length === required.length) return;
  if (left.length > 0) schema['required'] = left;
  else delete schema['required'];
}

// As the runtime finds it: its own default, or that of a schema that it refers to or combines.
function isFilled(root: JsonSchema, schema: unknown, above: ReadonlySet<unknown> = new Set()): boolean {
  if (!isObject(schema) || above.has(schema) || Object.hasOwn(schema, 'const')) return false;
  if (Object.hasOwn(schema, 'default')) return true;
  const { $ref: ref, allOf } = schema;
  const parts: unknown[] = Array.isArray(allOf) ? allOf : [];
  if (typeof ref === 'string') parts.push(resolveRef(root, ref));
  return parts.some((part) => isFilled(root, part, new Set([...above, schema])));
}

/** The keywords of a schema through which the runtime certainly applies defaults. */
function filledKeywords(root: JsonSchema, schema: MutableObject, hasTags: boolean): ReadonlySet<string> {
  const relates = (keyword: string): boolean => Object.hasOwn(schema, keyword) && schema[keyword] !== false;
  const unions = UNIONS.filter(relates);
  if (RELATING.some(relates)) return new Set();
  if (unions.length === 0) return new Set(FILLED);
  return new Set(hasTags && isTagged(root, schema) ? [...FILLED, ...UNIONS] : []);
}

/** Whether a schema has one union, each of whose branches is an object that requires a property with another constant. */
function isTagged(root: JsonSchema, schema: MutableObject): boolean {
  const [branches, ...others] = UNIONS.map((keyword) => schema[keyword]).filter((each) => each !== undefined);
  if (!Array.isArray(branches) || others.length > 0) return false;
  const constants = branches.map((branch: unknown) =>
    requiredConstants(root, branch, schema['type'] === 'object'),
  );
  const [first] = constants;
  return [...(first?.keys() ?? [])].some((name) => {
    const values = constants.map((each) => each.get(name));
    return !values.includes(undefined) && new Set(values).size === values.length;
  });
}

function requiredConstants(
  root: JsonSchema,
  branch: unknown,
  isObjectHere: boolean,
): ReadonlyMap<string, unknown> {
  const ref = isObject(branch) ? branch['$ref'] : undefined;
  const schema = typeof ref === 'string' ? resolveRef(root, ref) : branch;
  const { type, properties, required } = isObject(schema) ? schema : {};
  if (!(isObjectHere || type === 'object') || !isObject(properties) || !Array.isArray(required))
    return new Map();
  return new Map(
    required.flatMap((name: unknown) => {
      const property =
        typeof name === 'string' && Object.hasOwn(properties, name) ? properties[name] : undefined;
      const isConstant =
        isObject(property) && Object.hasOwn(property, 'const') && !Object.hasOwn(property, 'enum');
      const value = isConstant ? property['const'] : {};
      return typeof name === 'string' && (value === null || typeof value !== 'object')
        ? [[name, value] as const]
        : [];
    }),
  );
}

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
