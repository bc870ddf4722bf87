import { base64Pattern } from './signatures.ts';
import type { JsonSchemaObject } from '../json-schema.ts';

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
    const all = schemas.flatMap((one) => parts(one, schema, 0));
    if (all.length === 0) return;
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

/** A schema and those that hold for the same value. */
function parts(given: unknown, root: unknown, depth: number): readonly JsonSchemaObject[] {
  if (!isPlain(given) || depth > 16) return [];
  const { $ref, anyOf, oneOf, allOf } = given;
  const below = [anyOf, oneOf, allOf].flatMap((each) =>
    Array.isArray(each) ? (each as readonly unknown[]) : [],
  );
  const referred = typeof $ref === 'string' ? [resolve($ref, root)] : [];
  return [given, ...[...referred, ...below].flatMap((each) => parts(each, root, depth + 1))];
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
  return places.reduce((copy, place, index) => withAt(copy, place.keys, replacement(place, index)), value);
}

function withAt(value: unknown, [key, ...keys]: ContentPlace['keys'], item: unknown): unknown {
  if (key === undefined) return item;
  const inner = withAt((value as Entries)[key], keys, item);
  if (Array.isArray(value)) return value.with(key as number, inner);
  // `fromEntries` defines properties, even `__proto__`.
  return Object.fromEntries(
    Object.entries(value as object).map(([name, old]) => [name, name === key ? inner : old]),
  );
}
