import type { JsonSchema } from '@btcp/core';
import { ANNOTATION_KEYWORDS, getOwn, isObject, isRestricting, type MutableObject } from '@btcp/schema';

/** Whether a schema is boolean or empty: anything fits `true` and `{}`, nothing fits `false`. */
export function isAnySchema(schema: boolean | MutableObject): boolean {
  return !isObject(schema) || !Object.keys(schema).some(isRestricting);
}

/** Whether a keyword only annotates values. */
export const isAnnotation = (keyword: string): boolean => ANNOTATION_KEYWORDS.includes(keyword);

/** The types in a schema's `type`, in its order. */
export function typesOf(schema: JsonSchema): readonly string[] {
  const type = isObject(schema) ? getOwn(schema, 'type') : undefined;
  return Array.isArray(type) ? type.map(String) : typeof type === 'string' ? [type] : [];
}

/** The type of a JSON value. */
export function typeOfValue(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value === 'number' && Number.isInteger(value) ? 'integer' : typeof value;
}

/** Whether some types include that of a value. */
export function hasTypeOf(types: readonly string[], value: unknown): boolean {
  const type = typeOfValue(value);
  return types.includes(type) || (type === 'integer' && types.includes('number'));
}
