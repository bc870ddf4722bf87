import type { JsonSchema } from '@btcp/core';
import { isObject, getOwn } from '../own-property.ts';
import { decodeFragment, getAtPointer } from '../pointer.ts';
import { walkSchema } from '../walk-schema.ts';

/**
 * The schema that a `$ref` of a normalised schema names.
 *
 * @param root - The schema at the root, as `normalizeSchema` returns it.
 * @param ref - The value of `$ref`: `#` or `#/…`.
 * @returns `undefined` where it names nothing, as a reference to another document does.
 */
export function resolveRef(root: JsonSchema, ref: string): JsonSchema | undefined {
  if (!ref.startsWith('#')) return undefined;
  const target = getAtPointer(root, decodeFragment(ref.slice(1)));
  return typeof target === 'boolean' || isObject(target) ? target : undefined;
}

/**
 * The recursive references of a normalised schema: inlining them would never end.
 *
 * @returns Values of `$ref`; none of unreferenced definitions.
 */
export function findRecursiveRefs(root: JsonSchema): ReadonlySet<string> {
  const edges = new Map<string, readonly string[]>();
  const refs = closureOf(refsBelow(root), (ref) => {
    const target = resolveRef(root, ref);
    // A target contains the definitions only where it is the root.
    const below = target === undefined ? [] : refsBelow(target);
    edges.set(ref, below);
    return below;
  });
  const next = (ref: string): readonly string[] => edges.get(ref) ?? [];
  return new Set([...refs].filter((ref) => closureOf(next(ref), next).has(ref)));
}

function refsBelow(schema: JsonSchema): string[] {
  const refs: string[] = [];
  walkSchema(schema, (node, pointer) => {
    if (pointer.startsWith('/$defs/')) return false;
    const ref = isObject(node) ? getOwn(node, '$ref') : undefined;
    if (typeof ref === 'string') refs.push(ref);
    return undefined;
  });
  return refs;
}

/** Items and all that they lead to, in the order in which they are found. */
export function closureOf<Item>(start: Iterable<Item>, next: (item: Item) => Iterable<Item>): Set<Item> {
  const found = new Set(start);
  // Iterating over a set includes elements added during the loop.
  for (const item of found) for (const each of next(item)) found.add(each);
  return found;
}
