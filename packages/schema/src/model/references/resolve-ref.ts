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
  const pending = [...refsBelow(root)];
  for (const ref of pending) {
    if (edges.has(ref)) continue;
    const target = resolveRef(root, ref);
    // A target contains the definitions only where it is the root.
    const below = target === undefined ? [] : refsBelow(target);
    edges.set(ref, below);
    pending.push(...below);
  }
  return new Set([...edges.keys()].filter((ref) => reaches(ref, ref, edges)));
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

function reaches(from: string, to: string, edges: ReadonlyMap<string, readonly string[]>): boolean {
  const seen = new Set<string>();
  const pending = [...(edges.get(from) ?? [])];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (next === to) return true;
    if (seen.has(next)) continue;
    seen.add(next);
    pending.push(...(edges.get(next) ?? []));
  }
  return false;
}
