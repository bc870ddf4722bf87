import { equal } from '../runtime/json-value.ts';
import { SUBSCHEMA_KEYWORDS } from '../model/keywords.ts';
import { getOwn, isObject, type MutableObject } from '../model/own-property.ts';
import type { Tokens } from './schema-change.ts';

/** A part of two schemas: the same place in both, or branches of a union in another order. */
export interface PairedPart {
  readonly tokens: { readonly old: Tokens; readonly now: Tokens };
  readonly old: unknown;
  readonly now: unknown;
}

/** What a keyword holds in both schemas, in pairs; `undefined` where it has to be compared as a whole. */
export function pairKeyword(
  keyword: string,
  old: Readonly<MutableObject>,
  now: Readonly<MutableObject>,
): readonly PairedPart[] | undefined {
  const shape = SUBSCHEMA_KEYWORDS.get(keyword);
  const [before, after] = [getOwn(old, keyword), getOwn(now, keyword)];
  const isOne = shape === 'schema' || shape === 'schema-or-schemas';
  if (isOne && isSchema(before) && isSchema(after)) {
    // Closing an object is a change of its own.
    if (keyword === 'additionalProperties' && !(isObject(before) && isObject(after))) return undefined;
    return [{ tokens: { old: [keyword], now: [keyword] }, old: before, now: after }];
  }
  if (shape === 'map' && isObject(before) && isObject(after)) {
    const names = Object.keys(after).filter((name) => Object.hasOwn(before, name));
    const isWhole = keyword === 'properties' || keyword === '$defs' || sameSize(names, before, after);
    const pairs = names.map((name) => pair(keyword, name, before[name], name, after[name]));
    return isWhole ? pairs : undefined;
  }
  if (shape === 'schemas' && Array.isArray(before) && Array.isArray(after))
    return pairLists(keyword, before, after);
  return undefined;
}

const isSchema = (value: unknown): boolean => typeof value === 'boolean' || isObject(value);

const sameSize = (names: readonly string[], before: object, after: object): boolean =>
  names.length === Object.keys(before).length && names.length === Object.keys(after).length;

const pair = (
  keyword: string,
  oldKey: string | number,
  old: unknown,
  nowKey: string | number,
  now: unknown,
): PairedPart => ({ tokens: { old: [keyword, oldKey], now: [keyword, nowKey] }, old, now });

// Only equal branches are known to be the same where some are added, or where their constants tell them apart.
function pairLists(
  keyword: string,
  before: readonly unknown[],
  after: readonly unknown[],
): readonly PairedPart[] | undefined {
  if (before.length !== after.length) return undefined;
  const isOrdered = keyword === 'prefixItems';
  const free = new Set(after.keys());
  const places = before.map((old, index) => {
    const same = isOrdered ? index : [...free].find((each) => equal(old, after[each]));
    if (same !== undefined) free.delete(same);
    return same;
  });
  for (const [index, place] of places.entries()) {
    if (place !== undefined) continue;
    const other = [...free].find((each) => !isOtherBranch(before[index], after[each]));
    if (other === undefined) return undefined;
    free.delete(other);
    places[index] = other;
  }
  return places.map((place, index) =>
    pair(keyword, index, before[index], place ?? index, after[place ?? index]),
  );
}

/** Whether a property with a constant in both tells two branches of a union apart. */
function isOtherBranch(old: unknown, now: unknown): boolean {
  const [had, has] = [constantsOf(old), constantsOf(now)];
  return Object.keys(had).some((name) => Object.hasOwn(has, name) && !equal(had[name], has[name]));
}

/** The values of the properties that may have but one. */
function constantsOf(branch: unknown): Readonly<Record<string, unknown>> {
  const properties = isObject(branch) ? getOwn(branch, 'properties') : undefined;
  return Object.fromEntries(
    Object.entries(isObject(properties) ? properties : {}).flatMap(([name, schema]): [string, unknown][] => {
      if (!isObject(schema)) return [];
      const values: readonly unknown[] = [getOwn(schema, 'enum') ?? getOwn(schema, 'const')].flat();
      return values.length === 1 && values[0] !== undefined ? [[name, values[0]]] : [];
    }),
  );
}
