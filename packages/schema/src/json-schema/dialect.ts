import type { JsonSchema } from '@btcp/core';
import { ANNOTATION_KEYWORDS, KEYWORDS_AFTER_DRAFT_07 } from './keywords.ts';
import { getOwn, isObject, setOwn } from './own-property.ts';
import { describeValue } from './find-keyword-problems.ts';
import type { SchemaProblem } from './schema-problem.ts';
import { listSubschemas } from './walk-schema.ts';

const DRAFT_07 = /^https?:\/\/json-schema\.org\/draft-0[4-7]\/schema#?$/;
const NEWER =
  /^https?:\/\/(json-schema\.org\/draft\/20(19-09|20-12)\/schema|spec\.openapis\.org\/oas\/3\.1\/dialect\/base)#?$/;

/** Beside a `$ref`, draft-07 reads nothing; these say nothing about values, and definitions are found by pointer. */
const KEPT_BESIDE_REF = new Set(['$ref', '$schema', '$defs', 'definitions', ...ANNOTATION_KEYWORDS]);

/**
 * Takes out of a schema that declares draft-07 (or older) what draft-07 tells validators to ignore: keywords beside
 * `$ref`, and the keywords of later drafts. Without a declaration a schema is read as it was meant, whatever the draft.
 *
 * @param schema - A copy of the input; changed in place.
 * @returns A problem where `$schema` declares a dialect that is not known.
 */
export function applyDeclaredDialect(schema: JsonSchema): SchemaProblem[] {
  const declared = isObject(schema) ? schema['$schema'] : undefined;
  if (typeof declared !== 'string' || NEWER.test(declared)) return [];
  if (DRAFT_07.test(declared)) {
    const id = isObject(schema) ? getOwn(schema, '$id') : undefined;
    dropIgnored(schema);
    // The root is known by its `$id` in any case.
    if (isObject(schema) && id !== undefined) setOwn(schema, '$id', id);
    return [];
  }
  const message = `\`$schema\` declares a dialect that is not known: ${describeValue(declared)}.`;
  const help = 'Write the schema in JSON Schema 2020-12 or draft-07, and leave `$schema` out.';
  return [{ path: '/$schema', keyword: '$schema', message, help }];
}

function dropIgnored(schema: unknown): void {
  if (!isObject(schema)) return;
  const isRef = typeof getOwn(schema, '$ref') === 'string';
  for (const key of Object.keys(schema)) {
    if (isRef ? !KEPT_BESIDE_REF.has(key) : KEYWORDS_AFTER_DRAFT_07.includes(key)) delete schema[key];
  }
  for (const { schema: below } of listSubschemas(schema)) dropIgnored(below);
}
