import type { JsonSchema } from '@btcp/core';
import { isObject } from '../own-property.ts';
import { decodeFragment, getAtPointer } from '../pointer.ts';

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
