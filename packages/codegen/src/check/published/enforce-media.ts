import { base64Length, base64Pattern, contentKind, MAX_BYTES, mentionsContent } from '@btcp/core/content';
import { isObject, type MutableObject, walkSchema } from '@btcp/schema';

/**
 * Adds to media that are written by hand what `media()` of @btcp/core/content writes: the pattern of base64 text with
 * the signature of its type, and a limit. So every reader knows what is enforced.
 *
 * @param value - A schema in its normal form, as far as it is one.
 * @returns A copy if it has media.
 */
export function enforceMedia(value: unknown): unknown {
  if (!isObject(value) || !mentionsContent(value)) return value;
  const schema = structuredClone(value);
  walkSchema(schema, (node) => {
    if (isObject(node) && contentKind(node) === 'media') complete(node);
  });
  return schema;
}

function complete(media: MutableObject): void {
  media['pattern'] ??= base64Pattern(String(media['contentMediaType']));
  media['maxLength'] ??= base64Length(MAX_BYTES);
}
