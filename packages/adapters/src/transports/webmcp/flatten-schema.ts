import type { JsonSchemaObject } from '@btcp/core';
import { isObject, mapValues, pickKeys, resolveRef } from '@btcp/schema';

type Schema = Readonly<Record<string, unknown>>;

/** What every browser takes of a schema beside its type, its properties and its items. */
const PLAIN = ['title', 'description', 'minimum', 'maximum', 'minLength', 'maxLength', 'pattern', 'required'];

/** Nested references multiply; what is beyond takes anything. */
const MAX_PARTS = 10_000;

/**
 * Writes a schema with types, properties, items and limits alone: references are written out; a recursive one and a
 * union take anything. It accepts all that the original does.
 */
export function flattenSchema(root: JsonSchemaObject): JsonSchemaObject {
  let parts = 0;
  const flat = (schema: unknown, above: readonly string[]): Schema => {
    if (!isObject(schema) || ++parts > MAX_PARTS) return {};
    const { $ref, type, enum: values, properties, items } = schema;
    if (typeof $ref === 'string') {
      const target = above.includes($ref) ? {} : flat(resolveRef(root, $ref), [...above, $ref]);
      return { ...target, ...pickKeys(schema, ['title', 'description']) };
    }
    return {
      ...pickKeys(schema, PLAIN),
      ...(typeof type === 'string' && { type }),
      ...(Array.isArray(values) && values.every((each) => typeof each === 'string') && { enum: values }),
      ...(isObject(properties) && { properties: mapValues(properties, (each) => flat(each, above)) }),
      ...(isObject(items) && { items: flat(items, above) }),
    };
  };
  return { ...flat(root, ['#']), type: 'object' };
}
