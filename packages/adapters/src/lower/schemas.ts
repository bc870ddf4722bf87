import type { JsonSchema } from '@btcp/core';
import {
  ANNOTATION_KEYWORDS,
  getOwn,
  isObject,
  isOfJsonType,
  jsonTypeOf,
  type MutableObject,
  setOwn,
  walkSchema,
} from '@btcp/schema/internal';

export const isAnnotation = (keyword: string): boolean => ANNOTATION_KEYWORDS.includes(keyword);

export function typesOf(schema: JsonSchema): readonly string[] {
  const type = isObject(schema) ? getOwn(schema, 'type') : undefined;
  return Array.isArray(type) ? type.map(String) : typeof type === 'string' ? [type] : [];
}

export function typeOfValue(value: unknown): string {
  return Number.isInteger(value) ? 'integer' : jsonTypeOf(value);
}

export function hasTypeOf(types: readonly string[], value: unknown): boolean {
  return types.some((type) => isOfJsonType(value, type));
}

/** A copy of a JSON value, so that changes to an export affect nothing else. */
export function copyJson(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copyJson);
  if (!isObject(value)) return value;
  const copy: MutableObject = {};
  for (const key of Object.keys(value)) setOwn(copy, key, copyJson(value[key]));
  return copy;
}

/** A copy of a schema with every `$ref` mapped. Data is left alone. */
export function mapRefs(schema: MutableObject, map: (ref: string) => string): MutableObject {
  const copy = structuredClone(schema);
  walkSchema(copy, (node) => {
    const ref = isObject(node) ? getOwn(node, '$ref') : undefined;
    if (isObject(node) && typeof ref === 'string') setOwn(node, '$ref', map(ref));
  });
  return copy;
}

/** A schema's keywords as text: `{minLength: 1, maxLength: 200}`, the form that Anthropic's SDK writes. */
function keywordsAsText(keywords: MutableObject): string {
  const entries = Object.entries(keywords).map(([key, value]) => `${key}: ${JSON.stringify(value)}`);
  return `{${entries.join(', ')}}`;
}

export function describeKeywords(schema: MutableObject, keywords: MutableObject): MutableObject {
  if (Object.keys(keywords).length === 0) return schema;
  const description = getOwn(schema, 'description');
  const before = typeof description === 'string' && description !== '' ? `${description}\n\n` : '';
  return { ...schema, description: before + keywordsAsText(keywords) };
}

export function joinDescriptions(texts: readonly unknown[]): string | undefined {
  const present = texts.filter((text) => typeof text === 'string' && text !== '');
  return present.length > 0 ? present.join('\n\n') : undefined;
}
