import { KEYWORDS, omitKeys, type MutableObject } from '@btcp/schema';
import { hasTypeOf, isAnnotation, isAnySchema, typesOf } from '../schema-kinds.ts';
import type { Lowering } from '../lowering.ts';
import type { Step } from '../schema-rules.ts';

const ALL_TYPES = ['string', 'number', 'boolean', 'object', 'array', 'null'];

/** Writes an array of types as an `anyOf` with a branch for each type and its keywords. */
export function splitTypes({ keepNullable }: { readonly keepNullable: boolean }): Step {
  return (schema, lowering) => {
    const types = typesOf(schema);
    if (!Array.isArray(schema['type'])) return schema;
    if (types.length === 1) return { ...schema, type: types[0] };
    if (keepNullable && types.length === 2 && types.includes('null')) return schema;
    const detail = 'an array of types is written as `anyOf`; the same values fit';
    lowering.report({ code: 'keyword-rewritten', keyword: 'type', detail, effect: 'none' });
    return splitInto(types, schema, lowering);
  };
}

/** Names all types in a schema without one: its keywords restrict only values of their own type. */
export const nameAllTypes: Step = (schema, lowering) => {
  const isTyped = ['type', 'enum', 'const', 'anyOf', 'oneOf', 'allOf', '$ref'].some((key) =>
    Object.hasOwn(schema, key),
  );
  if (isTyped || isAnySchema(schema)) return schema;
  const detail = 'a schema without a type is written as a union of all types; the same values fit';
  lowering.report({ code: 'any-expanded', keyword: 'type', detail, effect: 'none' });
  return splitInto(ALL_TYPES, schema, lowering);
};

function splitInto(types: readonly string[], schema: MutableObject, lowering: Lowering): MutableObject {
  const annotations = Object.keys(schema).filter((key) => isAnnotation(key) || key === '$defs');
  const branches = types
    .map((type) => branchOf(type, omitKeys(schema, annotations)))
    .filter((branch) => branch !== undefined)
    .map((branch) => lowering.derive(branch));
  const kept = Object.fromEntries(Object.entries(schema).filter(([key]) => annotations.includes(key)));
  return { ...kept, anyOf: branches };
}

function branchOf(type: string, schema: MutableObject): MutableObject | undefined {
  const foreign = Object.keys(schema).filter((keyword) => !concerns(keyword, type));
  const branch: MutableObject = { ...omitKeys(schema, foreign), type };
  if (Object.hasOwn(schema, 'const') && !hasTypeOf([type], schema['const'])) return undefined;
  const values = schema['enum'];
  if (!Array.isArray(values)) return branch;
  const fitting = values.filter((value) => hasTypeOf([type], value));
  return fitting.length > 0 ? { ...branch, enum: fitting } : undefined;
}

/** Whether a keyword applies to values of a type. */
function concerns(keyword: string, type: string): boolean {
  const numeric = type === 'integer' ? 'number' : type;
  if (keyword === 'format') return numeric === 'number' || numeric === 'string';
  return (KEYWORDS.get(keyword)?.type ?? numeric) === numeric;
}
