import { isObject, mapValues, setOwn, type MutableObject } from '@btcp/schema';
import { COUNTS } from './read-open-api.ts';

/** Gemini's own schemas as JSON Schema. */
export function decodeOpenApi(schema: MutableObject): MutableObject {
  const decoded: MutableObject = {};
  for (const [keyword, value] of Object.entries(schema)) {
    if (keyword !== 'nullable') setOwn(decoded, keyword, decodeKeyword(keyword, value));
  }
  return schema['nullable'] === true ? { anyOf: [decoded, { type: 'null' }] } : decoded;
}

function decodeKeyword(keyword: string, value: unknown): unknown {
  if (keyword === 'type') return String(value).toLowerCase();
  if (COUNTS.has(keyword)) return Number(value);
  if (keyword === 'anyOf' && Array.isArray(value)) return value.map(decodeOpenApi);
  if (keyword === 'items' && isObject(value)) return decodeOpenApi(value);
  if (keyword === 'properties' && isObject(value))
    return mapValues(value, (item) => (isObject(item) ? decodeOpenApi(item) : item));
  return value;
}
