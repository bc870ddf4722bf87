import { ANNOTATION_KEYWORDS, KEYWORDS_OF_ANY_TYPE } from '../keywords.ts';
import { getOwn, omitKeys, pickKeys, type MutableObject } from '../own-property.ts';

/**
 * OpenAPI's `nullable: true` as `anyOf: […, { type: 'null' }]`. It only widens `type`: beside an `enum` or `const`
 * without `null` it changes nothing, and where other keywords restrict the value too, `null` joins the types.
 */
export function rewriteNullable(schema: MutableObject): MutableObject {
  if (!Object.hasOwn(schema, 'nullable')) return schema;
  const rest = omitKeys(schema, ['nullable']);
  if (schema['nullable'] !== true) return rest;
  const types = [getOwn(rest, 'type') ?? []].flat();
  if (types.includes('null')) return rest;
  const isJudgedElsewhere = KEYWORDS_OF_ANY_TYPE.some((key) => Object.hasOwn(rest, key));
  if (types.length === 0 || !isJudgedElsewhere) return orNull(rest);
  return refusesNull(rest) ? rest : { ...rest, type: [...types, 'null'] };
}

function orNull(schema: MutableObject): MutableObject {
  const judged = omitKeys(schema, ANNOTATION_KEYWORDS);
  return { ...pickKeys(schema, ANNOTATION_KEYWORDS), anyOf: [judged, { type: 'null' }] };
}

function refusesNull(schema: MutableObject): boolean {
  const values = getOwn(schema, 'enum');
  const isListed = !Array.isArray(values) || values.includes(null);
  return !isListed || (Object.hasOwn(schema, 'const') && schema['const'] !== null);
}
