import type { JsonSchema } from '@btcp/core';
import { DEFINITION_KEYWORDS, isRestricting } from '../json-schema/keywords.ts';
import { isObject } from '../json-schema/own-property.ts';
import { mapSubschemas } from '../json-schema/walk-schema.ts';

/** A schema in normal form with only what decides which values it accepts. */
export const withoutAnnotations = (schema: JsonSchema): JsonSchema =>
  withoutAnnotationsIn(schema) as JsonSchema;

function withoutAnnotationsIn(schema: unknown): unknown {
  if (!isObject(schema)) return schema;
  const kept = Object.entries(schema).filter(
    ([keyword]) => isRestricting(keyword) || DEFINITION_KEYWORDS.includes(keyword),
  );
  // `fromEntries` defines properties, even `__proto__`.
  return Object.fromEntries(
    kept.map(([keyword, value]) => [keyword, mapSubschemas(keyword, value, withoutAnnotationsIn)]),
  );
}
