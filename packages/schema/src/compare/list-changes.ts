import { shown } from '../check/text/quote.ts';
import { equal } from '../runtime/values.ts';
import { getOwn, isObject, type MutableObject, omitKeys, pickKeys } from '../model/own-property.ts';
import { BOUND_KEYWORDS, SUBSCHEMA_KEYWORDS } from '../model/keywords.ts';
import { joinPointer } from '../model/pointer.ts';
import { isOpen, propertyChanges } from './property-changes.ts';
import {
  type ChangeKind,
  type ChangedNode,
  objectOf,
  type SchemaChange,
  type Tokens,
  updateAt,
} from './schema-change.ts';

type Schema = Readonly<MutableObject>;

/**
 * Lists how a schema became another one, at the smallest places that differ.
 *
 * @param old - In normal form, without annotations, like `now`.
 */
export function listChanges(
  old: unknown,
  now: unknown,
  at: ChangedNode['at'] = ROOT,
): readonly SchemaChange[] {
  if (equal(old, now)) return [];
  const node = { old: objectOf(old), now: objectOf(now), at };
  const keywords = [...new Set([...Object.keys(node.old), ...Object.keys(node.now)])];
  const pairs = new Map(keywords.map((keyword) => [keyword, pairKeyword(keyword, node.old, node.now)]));
  const own = [
    ...propertyChanges(node),
    ...keywordChanges(
      node,
      keywords.filter((keyword) => pairs.get(keyword) === undefined),
    ),
  ];
  const below = [...pairs.values()].flatMap((parts = []) =>
    parts.flatMap((part) =>
      listChanges(part.old, part.now, {
        old: [...at.old, ...part.tokens.old],
        now: [...at.now, ...part.tokens.now],
      }),
    ),
  );
  return [...(own.length > 1 ? [together(own, at.now)] : own), ...below];
}

const ROOT = { old: [], now: [] };

export function together(parts: readonly SchemaChange[], tokens: Tokens): SchemaChange {
  return {
    kind: 'other',
    tokens,
    data: { ...textOfAll(parts, 'from', tokens), ...textOfAll(parts, 'to', tokens), none: 'unset' },
    apply: (root) => parts.reduce((changed, { apply }) => apply(changed), root),
    parts,
  };
}

function textOfAll(
  parts: readonly SchemaChange[],
  side: 'from' | 'to',
  { length }: Tokens,
): SchemaChange['data'] {
  const texts = parts.flatMap(({ data, tokens }) => {
    const text = data[side];
    if (text === undefined) return [];
    return tokens.length > length ? `${text} at ${joinPointer('', ...tokens.slice(length))}` : text;
  });
  return texts.length > 0 ? { [side]: shown(texts.join(', '), MAX_TEXT) } : {};
}

/** Characters. */
const [MAX_TEXT, MAX_ARRAY] = [240, 60];

const KINDS: readonly (readonly [ChangeKind, readonly string[]])[] = [
  ['type', ['type']],
  ['enum', ['enum', 'const']],
  ['bound', BOUND_KEYWORDS],
  ['pattern', ['pattern']],
  ['format', ['format']],
  ['open', ['additionalProperties']],
];
const KNOWN = new Set(KINDS.flatMap(([, keywords]) => keywords));

/** Keywords that are compared name by name, or by what refers to them. */
const BY_NAME = new Set(['properties', 'required', '$defs']);

function keywordChanges(node: ChangedNode, keywords: readonly string[]): readonly SchemaChange[] {
  const changed = keywords.filter(
    (keyword) => !BY_NAME.has(keyword) && !equal(getOwn(node.old, keyword), getOwn(node.now, keyword)),
  );
  const others = changed.filter((keyword) => !KNOWN.has(keyword));
  return [
    ...KINDS.flatMap(([kind, group]) =>
      keywordChange(
        node,
        kind === 'open' && !isOpenBesides(node.old) ? 'map' : kind,
        changed.filter((each) => group.includes(each)),
      ),
    ),
    ...keywordChange(node, isChoice(node, others) ? 'enum' : 'other', others),
  ];
}

// Of an object that declares nothing, all properties are undeclared, and callers send them.
const isOpenBesides = (schema: Schema): boolean =>
  isOpen(schema) && Object.keys(objectOf(schema['properties'])).length > 0;

function keywordChange(
  { old, now, at }: ChangedNode,
  kind: ChangeKind,
  keywords: readonly string[],
): readonly SchemaChange[] {
  if (keywords.length === 0) return [];
  const data = {
    ...textOf('from', old, keywords, now),
    ...textOf('to', now, keywords, old),
    none: `${keywords.join(', ')} unset`,
  };
  const apply: SchemaChange['apply'] = (root) =>
    updateAt(root, at.old, (node) => ({ ...omitKeys(node, keywords), ...pickKeys(now, keywords) }));
  return [{ kind, tokens: at.now, data, apply, parts: [], ...(kind === 'open' && { undeclared: at }) }];
}

function textOf(
  side: 'from' | 'to',
  schema: Schema,
  keywords: readonly string[],
  other: Schema,
): SchemaChange['data'] {
  const own = keywords.filter((keyword) => Object.hasOwn(schema, keyword));
  const texts = own.map((keyword) => `${keyword} ${valueText(schema[keyword], getOwn(other, keyword))}`);
  return texts.length > 0 ? { [side]: shown(texts.join(', ')) } : {};
}

/** A value, of a long array only the members that another one lacks: what both have would take up all the text. */
function valueText(value: unknown, other: unknown): string {
  const text = JSON.stringify(value);
  if (text.length <= MAX_ARRAY || !Array.isArray(value) || !Array.isArray(other)) return text;
  const known = new Set(other.map((member) => JSON.stringify(member)));
  const members = value.map((member) => JSON.stringify(member)).filter((member) => !known.has(member));
  return `[${['…', ...members].join(',')}]`;
}

// TypeBox writes a choice as a union of constants.
const isChoice = ({ old, now }: ChangedNode, keywords: readonly string[]): boolean =>
  keywords.length > 0 &&
  keywords.every((keyword) =>
    [old[keyword], now[keyword]].every(
      (list) => Array.isArray(list) && list.every((branch) => isObject(branch) && 'const' in branch),
    ),
  );

/** A part of two schemas: the same place in both, or branches of a union in another order. */
interface PairedPart {
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
