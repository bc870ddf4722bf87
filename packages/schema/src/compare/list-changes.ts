import { shown } from '../check/text/quote.ts';
import { equal } from '../runtime/json-value.ts';
import { getOwn, isObject, type MutableObject, omitKeys, pickKeys } from '../model/own-property.ts';
import { BOUND_KEYWORDS } from '../model/keywords.ts';
import { joinPointer } from '../model/pointer.ts';
import { pairKeyword } from './pair-subschemas.ts';
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

/** Several changes as one. */
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

/** The kind of a change, by the keywords that it is made of. */
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
