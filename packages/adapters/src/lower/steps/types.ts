import { acceptsAnything, KEYWORDS, omitKeys, type MutableObject } from '@btcp/schema/internal';
import { hasTypeOf, isAnnotation, typesOf, typeOfValue } from '../schemas.ts';
import type { Lowering, Step } from '../lowering.ts';

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
  if (isTyped || acceptsAnything(schema)) return schema;
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

function concerns(keyword: string, type: string): boolean {
  const numeric = type === 'integer' ? 'number' : type;
  if (keyword === 'format') return numeric === 'number' || numeric === 'string';
  return (KEYWORDS.get(keyword)?.type ?? numeric) === numeric;
}

export const constToEnum: Step = (schema, lowering) => {
  if (!Object.hasOwn(schema, 'const')) return schema;
  const detail = 'written as an `enum` of one value; the same value fits';
  lowering.report({ code: 'keyword-rewritten', keyword: 'const', detail, effect: 'none' });
  const value = schema['const'];
  const values = Array.isArray(schema['enum']) ? schema['enum'] : undefined;
  const rest = omitKeys(schema, ['const', 'enum']);
  // With both, only the constant can fit.
  return values === undefined || values.some((other) => other === value) ? { ...rest, enum: [value] } : rest;
};

/** Gives each `enum` one type: values of several types become an `anyOf`. */
export const typeEnums: Step = (schema, lowering) => {
  const values = schema['enum'];
  if (!Array.isArray(values) || Object.hasOwn(schema, 'anyOf')) return schema;
  const types = typesOf(schema);
  const fitting = types.length === 0 ? values : values.filter((value) => hasTypeOf(types, value));
  const groups = groupByType(fitting.length > 0 ? fitting : values);
  if (groups.length === 1 && groups[0] !== undefined) {
    return { ...schema, ...groups[0] };
  }
  reportSplit(lowering);
  const kept = Object.keys(schema).filter((key) => isAnnotation(key) || key === '$defs');
  const rest = omitKeys(schema, [...kept, 'type', 'enum']);
  const branches = groups.map((group) => lowering.derive({ ...rest, ...group }));
  return {
    ...Object.fromEntries(Object.entries(schema).filter(([key]) => kept.includes(key))),
    anyOf: branches,
  };
};

export const typeLiterals: Step = (schema, lowering) => {
  if (typesOf(schema).length > 0) return schema;
  if (Object.hasOwn(schema, 'const')) return { ...schema, type: typeOfValue(schema['const']) };
  return typeEnums(schema, lowering);
};

function reportSplit(lowering: Lowering): void {
  const detail = 'values of several types are written as `anyOf`; the same values fit';
  lowering.report({ code: 'keyword-rewritten', keyword: 'enum', detail, effect: 'none' });
}

function groupByType(values: readonly unknown[]): MutableObject[] {
  const groups = new Map<string, unknown[]>();
  const hasFractions = values.some((value) => typeOfValue(value) === 'number');
  for (const value of values) {
    const type = typeOfValue(value) === 'integer' && hasFractions ? 'number' : typeOfValue(value);
    groups.set(type, [...(groups.get(type) ?? []), value]);
  }
  return [...groups].map(([type, members]) => ({ type, enum: members }));
}
