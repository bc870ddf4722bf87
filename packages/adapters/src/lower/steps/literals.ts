import { omitKeys, type MutableObject } from '@btcp/schema';
import type { Lowering } from '../lowering.ts';
import { hasTypeOf, isAnnotation, typeOfValue, typesOf } from '../schema-kinds.ts';
import type { Step } from '../schema-rules.ts';

/** Writes `const` as an `enum` of one value. */
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
