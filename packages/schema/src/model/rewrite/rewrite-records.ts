import { getOwn, isObject, omitKeys, replaceKey, type MutableObject } from '../own-property.ts';

/** How TypeBox 0.34 and 1 write "any property name". */
const ANY_NAME: ReadonlySet<string> = new Set(['^(.*)$', '^.*$']);

/**
 * A record, `patternProperties` with one pattern for any name, as `additionalProperties`. To a validator the pattern
 * does not match a name with a line break; such names then get the same schema as all others.
 */
export function rewriteRecords(schema: MutableObject): MutableObject {
  const patterns = getOwn(schema, 'patternProperties');
  if (!isObject(patterns) || Object.hasOwn(schema, 'properties')) return schema;
  const [entry, ...more] = Object.entries(patterns);
  if (entry === undefined || more.length > 0 || !ANY_NAME.has(entry[0])) return schema;
  // The previous value of `additionalProperties` applies to no name.
  const others = omitKeys(schema, ['additionalProperties']);
  return replaceKey(others, 'patternProperties', { additionalProperties: entry[1] });
}
