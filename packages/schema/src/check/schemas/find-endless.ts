import type { JsonSchema } from '@btcp/core';
import { listSubschemas } from '../../model/walk-schema.ts';
import { getOwn, isObject, type MutableObject } from '../../model/own-property.ts';
import { resolveRef } from '../../model/references/resolve-ref.ts';
import { propertiesOf, requiredOf } from '../../model/schema-node.ts';

/** Larger schemas are not analysed: it would take too long. */
const MAX_SCHEMAS = 20_000;

/**
 * Finds schemas that only infinite values would pass: each value would have to contain another one of its kind.
 *
 * @returns Subschemas of `root` that are part of such a cycle and have a `$ref` on it.
 */
export function findEndless(root: MutableObject): ReadonlySet<object> {
  const all = listReached(root);
  if (all.length > MAX_SCHEMAS || !all.some((schema) => Object.hasOwn(schema, '$ref'))) return new Set();
  const finite = new Set<object>();
  // A schema has a finite value once those that it requires have one: repeat until nothing changes.
  for (let grows = true; grows;) {
    grows = false;
    for (let index = all.length - 1; index >= 0; index--) {
      const schema = all[index] as MutableObject;
      if (
        finite.has(schema) ||
        !mustContain(schema, root).every((needed) => needed.some((each) => finite.has(each)))
      )
        continue;
      finite.add(schema);
      grows = true;
    }
  }
  return new Set(all.filter((schema) => !finite.has(schema)));
}

/** All subschemas, and what references name besides: a schema below an unknown keyword. */
function listReached(root: MutableObject): readonly MutableObject[] {
  const reached = new Set([root]);
  // Grows while iterating.
  for (const schema of reached) {
    const below = listSubschemas(schema).map((each) => each.schema);
    for (const each of [...below, targetOf(schema, root)]) if (isObject(each)) reached.add(each);
  }
  return [...reached];
}

function targetOf(schema: Readonly<MutableObject>, root: MutableObject): JsonSchema | undefined {
  const ref = getOwn(schema, '$ref');
  return typeof ref === 'string' ? resolveRef(root, ref) : undefined;
}

/** What a value of a schema must contain: of each array, at least one schema must have a finite value. */
function mustContain(schema: Readonly<MutableObject>, root: MutableObject): (readonly object[])[] {
  const needs: (readonly object[])[] = [];
  const target = targetOf(schema, root);
  if (isObject(target)) needs.push([target]);
  for (const keyword of ['anyOf', 'oneOf'] as const) {
    const branches: unknown = getOwn(schema, keyword);
    // `true` has a finite value, so an array with it requires nothing.
    if (Array.isArray(branches) && branches.every(isObject)) needs.push(branches);
  }
  const all: unknown = getOwn(schema, 'allOf');
  if (Array.isArray(all)) for (const each of all) if (isObject(each)) needs.push([each]);
  if (getOwn(schema, 'type') === 'object') {
    const properties = propertiesOf(schema);
    for (const name of requiredOf(schema)) {
      const property = getOwn(properties, name);
      if (isObject(property)) needs.push([property]);
    }
  }
  const items = getOwn(schema, 'items');
  const least = getOwn(schema, 'minItems');
  const isList = getOwn(schema, 'type') === 'array' && !Object.hasOwn(schema, 'prefixItems');
  if (isList && isObject(items) && typeof least === 'number' && least > 0) needs.push([items]);
  return needs;
}
