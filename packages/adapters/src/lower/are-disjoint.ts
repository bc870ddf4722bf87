import type { JsonSchema } from '@btcp/core';
import { equal, getOwn, isObject, type MutableObject, type ResolveForMerge } from '@btcp/schema';
import { typesOf } from './schema-kinds.ts';

/** Whether no value can fit two of the schemas, as far as types, literals and tags show. Says `false` when unsure. */
export function areDisjoint(schemas: readonly JsonSchema[], resolve: ResolveForMerge): boolean {
  return schemas.every((a, index) => schemas.slice(index + 1).every((b) => isDisjoint(a, b, resolve, 3)));
}

function isDisjoint(a: JsonSchema, b: JsonSchema, resolve: ResolveForMerge, depth: number): boolean {
  const left = follow(a, resolve);
  const right = follow(b, resolve);
  if (left === false || right === false) return true;
  if (!isObject(left) || !isObject(right) || depth === 0) return false;
  return (
    typesDiffer(left, right) || literalsDiffer(left, right) || tagsDiffer(left, right, resolve, depth - 1)
  );
}

function follow(schema: JsonSchema, resolve: ResolveForMerge): JsonSchema {
  const ref = isObject(schema) ? getOwn(schema, '$ref') : undefined;
  return typeof ref === 'string' ? (resolve(ref) ?? true) : schema;
}

function typesDiffer(a: MutableObject, b: MutableObject): boolean {
  const left = typesOf(a).map(numeric);
  const right = typesOf(b).map(numeric);
  return left.length > 0 && right.length > 0 && !left.some((type) => right.includes(type));
}

const numeric = (type: string): string => (type === 'integer' ? 'number' : type);

function literalsDiffer(a: MutableObject, b: MutableObject): boolean {
  const left = literalsOf(a);
  const right = literalsOf(b);
  if (left === undefined || right === undefined) return false;
  return !left.some((value) => right.some((other) => equal(value, other)));
}

function literalsOf(schema: MutableObject): readonly unknown[] | undefined {
  if (Object.hasOwn(schema, 'const')) return [schema['const']];
  const values = getOwn(schema, 'enum');
  return Array.isArray(values) ? values : undefined;
}

/** Whether a property that both require tells them apart. */
function tagsDiffer(a: MutableObject, b: MutableObject, resolve: ResolveForMerge, depth: number): boolean {
  if (!typesOf(a).every(isObjectType) || !typesOf(b).every(isObjectType)) return false;
  if (typesOf(a).length === 0 || typesOf(b).length === 0) return false;
  return requiredOf(a).some((name) => {
    const left = propertyOf(a, name);
    const right = propertyOf(b, name);
    const isRequired = requiredOf(b).includes(name);
    return isRequired && left !== undefined && right !== undefined && isDisjoint(left, right, resolve, depth);
  });
}

const isObjectType = (type: string): boolean => type === 'object';

function requiredOf(schema: MutableObject): readonly string[] {
  const required = getOwn(schema, 'required');
  return Array.isArray(required) ? required.map(String) : [];
}

function propertyOf(schema: MutableObject, name: string): JsonSchema | undefined {
  const properties = getOwn(schema, 'properties');
  // Members of `properties` are schemas.
  return isObject(properties) ? (getOwn(properties, name) as JsonSchema | undefined) : undefined;
}
