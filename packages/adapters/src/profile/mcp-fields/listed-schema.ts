import { normalizeSchema } from '@btcp/schema';
import { equal, getOwn, type MutableObject, isObject, omitKeys } from '@btcp/schema/internal';
import { asObjectInput } from '../describe-tool.ts';

/** An object with fields replaced by those of another one; `null` removes a field. */
export function overlay(own: MutableObject, given: MutableObject): MutableObject {
  const fields = Object.entries({ ...own, ...given });
  // `fromEntries` defines properties, even `__proto__`.
  return Object.fromEntries(
    fields.filter(([key, value]) => value !== undefined && getOwn(given, key) !== null),
  );
}

function overlayBetween(own: MutableObject, wanted: MutableObject): MutableObject {
  const gone = Object.keys(own).filter((key) => !Object.hasOwn(wanted, key));
  const others = Object.entries(wanted).filter(([key, value]) => !equal(getOwn(own, key), value));
  return Object.fromEntries([...gone.map((key): [string, unknown] => [key, null]), ...others]);
}

export type SchemaName = 'inputSchema' | 'outputSchema';

/**
 * A schema as MCP clients get it: with the tool's own keywords for MCP.
 *
 * @param own - As an export writes it.
 * @param given - Keywords for its root.
 * @returns `undefined` where that would accept other values, or have other annotations.
 */
export function listedSchema(
  field: SchemaName,
  own: MutableObject,
  given: MutableObject,
): MutableObject | undefined {
  const listed = overlaid(own, given);
  const meaning = meaningOf(field, listed);
  return meaning !== undefined && equal(meaning, meaningOf(field, own)) ? listed : undefined;
}

/**
 * The keywords that make MCP list a schema as it was written.
 *
 * @param own - As an export writes it: an input is the normal form of its source.
 * @param source - As its source wrote it.
 * @returns `undefined` where none are needed, or none would do.
 */
export function keywordsForListing(
  field: SchemaName,
  own: MutableObject,
  source: unknown,
): MutableObject | undefined {
  if (!isObject(source)) return undefined;
  const kept = getOwn(own, 'type') === 'object' ? ['type'] : [];
  const given = omitKeys(overlayBetween(own, source), kept);
  if (Object.keys(given).length === 0) return undefined;
  // An input is the normal form of its source, so that the source means the same.
  const isSource = field === 'inputSchema' && equal(overlaid(own, given), source);
  return isSource || listedSchema(field, own, given) ? given : undefined;
}

function overlaid(own: MutableObject, given: MutableObject): MutableObject {
  const listed = overlay(own, given);
  // Clients refuse the whole list for an input without it.
  if (getOwn(own, 'type') === 'object') listed['type'] = 'object';
  return listed;
}

function meaningOf(field: SchemaName, schema: MutableObject): unknown {
  const { schema: normal, issues } = normalizeSchema(schema);
  if (issues.length > 0) return undefined;
  return field === 'inputSchema' ? asObjectInput(normal, field) : normal;
}
