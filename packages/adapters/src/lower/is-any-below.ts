import type { JsonSchema } from '@btcp/core';
import { getOwn, isObject, resolveRef, walkSchema, type MutableObject } from '@btcp/schema';

/**
 * Whether a schema, a subschema, or one that any of them references passes a test.
 *
 * @param value - A schema, or an array of them.
 * @param root - The schema that references resolve against.
 */
export function isAnyBelow(
  value: unknown,
  root: JsonSchema,
  test: (schema: MutableObject) => boolean,
): boolean {
  const seen = new Set<string>();
  let isFound = false;
  const look = (schema: JsonSchema): void =>
    walkSchema(schema, (node) => {
      if (!isObject(node) || isFound) return;
      isFound = test(node);
      const ref = getOwn(node, '$ref');
      if (typeof ref !== 'string' || seen.has(ref)) return;
      seen.add(ref);
      look(resolveRef(root, ref) ?? true);
    });
  for (const schema of [value].flat() as JsonSchema[]) look(schema);
  return isFound;
}
