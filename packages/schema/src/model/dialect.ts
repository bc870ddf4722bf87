import type { JsonSchema, JsonSchemaObject } from '@btcp/core';
import { ANNOTATION_KEYWORDS, KEYWORDS, keywordsAfter, vocabularyOf } from './keywords.ts';
import { getOwn, isObject, type MutableObject, setOwn } from './own-property.ts';
import { describeValue } from './find-keyword-issues.ts';
import { SHAPES } from './keyword-shapes.ts';
import { joinPointer, type SchemaIssue } from './pointer.ts';
import { walkSchema } from './walk-schema.ts';

/** How an older draft is read differently from 2020-12. All else is rewritten whatever a schema declares. */
interface OlderDraft {
  readonly name: string;
  /** Keywords of later drafts, which this one ignores. */
  readonly later: readonly string[];
  /** Whether keywords beside `$ref` are ignored. */
  readonly isRefAlone: boolean;
  /** The keyword that names a schema. */
  readonly id: '$id' | 'id';
}

/** By the end of `$schema`. */
const DRAFTS: ReadonlyMap<string, OlderDraft> = new Map([
  ['draft-04/schema', { name: 'draft-04', later: keywordsAfter(4), isRefAlone: true, id: 'id' }],
  ['draft-06/schema', { name: 'draft-06', later: keywordsAfter(6), isRefAlone: true, id: '$id' }],
  ['draft-07/schema', { name: 'draft-07', later: keywordsAfter(7), isRefAlone: true, id: '$id' }],
  ['draft/2019-09/schema', { name: '2019-09', later: keywordsAfter(2019), isRefAlone: false, id: '$id' }],
]);
const CURRENT =
  /^https?:\/\/(json-schema\.org\/draft\/2020-12\/schema|spec\.openapis\.org\/oas\/3\.1\/dialect\/base)#?$/;

/** Kept beside a `$ref` that stands alone: these do not restrict values, and definitions are found by pointer. */
const KEPT_BESIDE_REF = new Set(['$ref', '$schema', '$defs', 'definitions', ...ANNOTATION_KEYWORDS]);
// A default is an annotation, but changes values here.
KEPT_BESIDE_REF.delete('default');

/** Finds documents by their URI, without a fragment. */
export type DocumentAt = (address: string) => JsonSchema | undefined;

export interface AppliedDialect {
  /** An issue where `$schema` declares a dialect that is not known. */
  readonly issues: readonly SchemaIssue[];
  /** Keywords that are not read, as the declared draft says. */
  readonly ignored: readonly SchemaIssue[];
}

const draftOf = (declared: unknown): OlderDraft | undefined =>
  typeof declared === 'string'
    ? DRAFTS.get(declared.replace(/^https?:\/\/json-schema\.org\//, '').replace(/#$/, ''))
    : undefined;

/**
 * Removes from a schema that declares an older draft what that tells validators to ignore: keywords beside `$ref`,
 * the keywords of later drafts, and annotations with a value that 2020-12 does not allow. Without a declaration a schema is read as it was meant, whatever the draft.
 *
 * @param schema - A copy of the input; changed in place.
 * @param documentAt - Finds the meta-schemas of other dialects; keywords of vocabularies that one omits have no effect.
 */
export function applyDeclaredDialect(schema: JsonSchema, documentAt?: DocumentAt): AppliedDialect {
  const declared = isObject(schema) ? getOwn(schema, '$schema') : undefined;
  const draft = draftOf(declared);
  if (draft !== undefined) return readAs(draft, schema);
  if (typeof declared !== 'string' || CURRENT.test(declared)) return { issues: [], ignored: [] };
  const metaSchema = documentAt?.(declared.replace(/#$/, ''));
  if (isObject(metaSchema)) return readVocabularies(metaSchema, schema);
  const message = `\`$schema\` declares a dialect that is not known: ${describeValue(declared)}.`;
  const help =
    'Write the schema in JSON Schema 2020-12, 2019-09 or draft-04 to draft-07, and leave `$schema` out.';
  return { issues: [{ path: '/$schema', keyword: '$schema', message, help }], ignored: [] };
}

function readVocabularies(metaSchema: JsonSchemaObject, root: JsonSchema): AppliedDialect {
  const declared = getOwn(metaSchema, '$vocabulary');
  if (!isObject(declared)) return { issues: [], ignored: [] };
  const names = new Set(
    Object.keys(declared).map((uri) => uri.replace(/^.*\/|-(?:annotation|assertion)$/g, '')),
  );
  walkSchema(root, (node) => {
    // The type is read-only; the copy is ours.
    const schema: unknown = node;
    if (!isObject(schema)) return;
    for (const name of Object.keys(schema)) {
      const vocabulary = vocabularyOf(name);
      if (vocabulary !== undefined && vocabulary !== 'core' && !names.has(vocabulary)) delete schema[name];
    }
  });
  return { issues: [], ignored: [] };
}

function readAs(draft: OlderDraft, root: JsonSchema): AppliedDialect {
  const ignored: SchemaIssue[] = [];
  const places = new Map<string, string>();
  walkSchema(root, (node, path) => {
    // The type is read-only; the copy is ours.
    const schema: unknown = node;
    if (!isObject(schema)) return;
    const isRef = draft.isRefAlone && typeof getOwn(schema, '$ref') === 'string';
    for (const keyword of Object.keys(schema)) {
      places.set(keyword, joinPointer(path, keyword));
      const value = schema[keyword];
      // The root keeps its URI in any case.
      const isBesideRef = isRef && !KEPT_BESIDE_REF.has(keyword) && !(path === '' && keyword === draft.id);
      const why = isBesideRef ? 'which reads nothing beside `$ref`' : whyIgnored(keyword, value, draft);
      if (why === undefined) continue;
      delete schema[keyword];
      const message = `\`${keyword}\` is ignored: the schema declares ${draft.name}, ${why}.`;
      const help = 'Leave it out, or declare 2020-12, which reads it.';
      ignored.push({ path: joinPointer(path, keyword), keyword, message, help });
    }
    renameId(schema, draft);
  });
  return { issues: draft.name === '2019-09' ? otherMeaning(places) : [], ignored };
}

function whyIgnored(keyword: string, value: unknown, draft: OlderDraft): string | undefined {
  if (draft.later.includes(keyword)) return 'which has no such keyword';
  const known = ANNOTATION_KEYWORDS.includes(keyword) ? KEYWORDS.get(keyword) : undefined;
  if (known === undefined || SHAPES[known.shape].test(value)) return undefined;
  return `which restricts nothing by it, and 2020-12 has no such value: ${describeValue(value)}`;
}

// Items that `contains` has found count as evaluated since 2020-12.
function otherMeaning(places: ReadonlyMap<string, string>): readonly SchemaIssue[] {
  const path = places.get('unevaluatedItems');
  if (path === undefined || !places.has('contains')) return [];
  const message =
    '`unevaluatedItems` in a schema with `contains` means something else in 2019-09 than in 2020-12.';
  const help = 'Say with `items` what the other items may be.';
  return [{ path, keyword: 'unevaluatedItems', message, help }];
}

function renameId(schema: MutableObject, { id }: OlderDraft): void {
  const value = getOwn(schema, id);
  if (id === '$id' || typeof value !== 'string') return;
  delete schema[id];
  setOwn(schema, '$id', value);
}
