import type { JsonSchema } from '@btcp/core';
import { base64Length, contentKind, MAX_BYTES } from '@btcp/core/content';
import { listSubschemas } from '../model/walk-schema.ts';

/** Items that a list without `maxItems` is taken to have. */
const ITEMS = 10;

/**
 * The length that all media of a value may have together, which is on top of a client's limit; zero where a schema has no
 * media.
 */
export function mediaSize(schema: JsonSchema): number {
  if (typeof schema === 'boolean') return 0;
  const { maxLength, maxItems } = schema;
  const own =
    contentKind(schema) !== 'media' ? 0 : typeof maxLength === 'number' ? maxLength : base64Length(MAX_BYTES);
  return listSubschemas(schema).reduce((sum, below) => {
    const times = below.keyword === 'items' ? (typeof maxItems === 'number' ? maxItems : ITEMS) : 1;
    return sum + times * mediaSize(below.schema);
  }, own);
}
