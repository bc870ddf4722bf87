import { base64Pattern } from './content-source.ts';
import type { JsonSchemaObject } from '../validator.ts';

type Entries = Readonly<Record<string | number, unknown>>;

/** A value whose schema says that it is a picture, a sound, a file, or a link to one. */
export interface ContentPlace {
  /** The keys that lead to it. */
  readonly keys: readonly (string | number)[];
  readonly value: unknown;
  readonly kind: 'media' | 'link';
  /** The media type; of several that its schema allows, the one that fits. */
  readonly type: string;
  readonly schema: JsonSchemaObject;
}

/** What a schema says of its strings: media, a link to a resource, or neither. */
export function contentKind(schema: JsonSchemaObject): ContentPlace['kind'] | undefined {
  const { contentMediaType, contentEncoding, format } = schema;
  if (typeof contentMediaType !== 'string') return undefined;
  return contentEncoding === 'base64' ? 'media' : format === 'uri' ? 'link' : undefined;
}

/** Whether a schema may have media or links: cheap, and true for a schema that only mentions them. */
export const mentionsContent = (schema: unknown): boolean =>
  schema !== undefined && JSON.stringify(schema).includes('"contentMediaType"');

/**
 * Finds the media and links in a value.
 *
 * @param schema - Normalised: references lead to its own `$defs`.
 */
export function findContent(value: unknown, schema: unknown): readonly ContentPlace[] {
  const found: ContentPlace[] = [];
  visit(value, [schema], []);
  return found;

  function visit(each: unknown, schemas: readonly unknown[], keys: ContentPlace['keys']): void {
    // Each once: the variants of a recursive union would otherwise double with every level of a value.
    const distinct = new Set<JsonSchemaObject>();
    for (const one of schemas) addParts(one, schema, distinct);
    if (distinct.size === 0) return;
    const all = [...distinct];
    if (Array.isArray(each))
      each.forEach((item: unknown, index) =>
        visit(
          item,
          all.flatMap((one) => itemsOf(one, index)),
          [...keys, index],
        ),
      );
    else if (isPlain(each))
      for (const key of Object.keys(each))
        visit(
          each[key],
          all.flatMap((one) => propertyOf(one, key)),
          [...keys, key],
        );
    else found.push(...placeOf(each, all, keys));
  }
}

function placeOf(
  value: unknown,
  schemas: readonly JsonSchemaObject[],
  keys: ContentPlace['keys'],
): ContentPlace[] {
  if (value === null || value === undefined) return [];
  const places = schemas.flatMap((schema) => {
    const kind = contentKind(schema);
    return kind ? [{ keys, value, kind, type: String(schema['contentMediaType']), schema }] : [];
  });
  const fitting = places.find((place) => fits(place)) ?? places[0];
  return fitting ? [fitting] : [];
}

function fits({ value, kind, type }: ContentPlace): boolean {
  if (typeof value !== 'string') return (value as Entries)['type'] === type;
  return kind === 'link' || new RegExp(base64Pattern(type)).test(value);
}

/** Adds a schema and those that hold for the same value. */
function addParts(given: unknown, root: unknown, found: Set<JsonSchemaObject>): void {
  if (!isPlain(given) || found.has(given)) return;
  found.add(given);
  const { $ref, anyOf, oneOf, allOf } = given;
  const below = [anyOf, oneOf, allOf].flatMap((each) =>
    Array.isArray(each) ? (each as readonly unknown[]) : [],
  );
  const referred = typeof $ref === 'string' ? [resolve($ref, root)] : [];
  for (const each of [...referred, ...below]) addParts(each, root, found);
}

function resolve(ref: string, root: unknown): unknown {
  const tokens = ref.startsWith('#') ? ref.slice(1).split('/').slice(1) : [''];
  return tokens.reduce<unknown>((schema, token) => {
    const key = decodeURIComponent(token).replaceAll('~1', '/').replaceAll('~0', '~');
    return typeof schema === 'object' && schema && Object.hasOwn(schema, key)
      ? (schema as Entries)[key]
      : undefined;
  }, root);
}

function itemsOf({ prefixItems, items }: JsonSchemaObject, index: number): readonly unknown[] {
  return [Array.isArray(prefixItems) && index < prefixItems.length ? prefixItems[index] : items];
}

function propertyOf({ properties, additionalProperties }: JsonSchemaObject, key: string): readonly unknown[] {
  return [isPlain(properties) && Object.hasOwn(properties, key) ? properties[key] : additionalProperties];
}

function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || !value || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  // The prototype of another realm's plain object has no prototype itself.
  return !prototype || !Object.getPrototypeOf(prototype);
}

/** A copy of a value with another one at each place; what is not on the way to one is shared. */
export function replaceContent(
  value: unknown,
  places: readonly ContentPlace[],
  replacement: (place: ContentPlace, index: number) => unknown,
): unknown {
  const items = places.map((place, index) => ({ keys: place.keys, item: replacement(place, index) }));
  return withItems(value, items, 0);
}

interface Item {
  readonly keys: ContentPlace['keys'];
  readonly item: unknown;
}

// All in one pass: a copy for each place would take the square of a long list's time.
function withItems(value: unknown, items: readonly Item[], depth: number): unknown {
  const [first] = items;
  if (!first) return value;
  if (first.keys.length === depth) return first.item;
  const byKey = new Map<string | number | undefined, Item[]>();
  for (const item of items) {
    const key = item.keys[depth];
    const same = byKey.get(key);
    if (same) same.push(item);
    else byKey.set(key, [item]);
  }
  const replaced = (key: string | number, old: unknown): unknown =>
    withItems(old, byKey.get(key) ?? [], depth + 1);
  if (Array.isArray(value)) return value.map((old: unknown, index) => replaced(index, old));
  // `fromEntries` defines properties, even `__proto__`.
  return Object.fromEntries(
    Object.entries(value as object).map(([name, old]) => [name, replaced(name, old)]),
  );
}
