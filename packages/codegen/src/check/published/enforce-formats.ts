import { isObject, type MutableObject, walkSchema } from '@btcp/schema';
import type { LoadedConfig } from '../../config/loaded-config.ts';

/**
 * Adds the pattern from the config to each use of a custom format, so that every reader of the schema knows what the
 * format means, and every validator enforces it.
 *
 * @param value - A schema in its normal form, as far as it is one.
 * @returns A copy if something was added.
 */
export function enforceFormats(value: unknown, formats: LoadedConfig['formats']): unknown {
  if (Object.keys(formats).length === 0 || !isObject(value)) return value;
  const schema = structuredClone(value);
  walkSchema(schema, (node) => {
    if (isObject(node)) addPattern(node, formats);
  });
  return schema;
}

function addPattern(schema: MutableObject, formats: LoadedConfig['formats']): void {
  const { format, pattern: own, allOf } = schema;
  const pattern = typeof format === 'string' && Object.hasOwn(formats, format) ? formats[format] : undefined;
  if (pattern === undefined || own === pattern) return;
  if (own === undefined) schema['pattern'] = pattern;
  else schema['allOf'] = [...(Array.isArray(allOf) ? (allOf as unknown[]) : []), { pattern }];
}
