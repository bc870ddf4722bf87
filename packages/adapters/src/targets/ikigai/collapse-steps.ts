import type { JsonSchema } from '@btcp/core';
import {
  intersectSchemas,
  isObject,
  isRestricting,
  type MutableObject,
  omitKeys,
} from '@btcp/schema/internal';
import type { Lowering, Step, WriteAny } from '../../lower/lowering.ts';
import { hasTypeOf, typeOfValue, typesOf } from '../../lower/schemas.ts';
import { inlineRefs } from '../../lower/steps/references.ts';

/** Writes a schema that anything fits as a string. */
export const collapseAny: WriteAny = (annotations, lowering, isNothing) => {
  const detail = 'anything is advertised as a string; other values still pass';
  lowering.report({ code: 'any-expanded', detail, effect: isNothing ? 'widens' : 'collapses' });
  return { type: 'string', ...annotations };
};

/** Chooses one branch of a union of a schema and null, and the type of any other union. */
export const collapseUnions: Step = (schema, lowering) => {
  let current = schema;
  for (const keyword of ['anyOf', 'oneOf']) current = collapseUnion(keyword, current, lowering);
  return current;
};

function collapseUnion(keyword: string, schema: MutableObject, lowering: Lowering): MutableObject {
  // A union's branches are schemas.
  const branches = schema[keyword] as readonly JsonSchema[] | undefined;
  if (branches === undefined) return schema;
  const rest = omitKeys(schema, [keyword]);
  const others = branches.filter((branch) => !isNull(branch));
  const only = others.length === 1 ? intersectSchemas([rest, ...others], lowering.resolve) : undefined;
  if (isObject(only)) {
    const isNullable = branches.length > 1;
    const detail = isNullable ? 'null is not advertised; it still passes' : 'the only branch is written out';
    const effect = isNullable ? 'collapses' : 'none';
    lowering.report({ code: 'union-collapsed', keyword, detail, effect });
    return collapseUnions(inlineRefs(only, lowering), lowering);
  }
  return describeUnion(keyword, branches, rest, lowering);
}

function flattenRef(schema: MutableObject, lowering: Lowering): MutableObject {
  const target = typeof schema['$ref'] === 'string' ? lowering.resolve(schema['$ref']) : undefined;
  return isObject(target) ? target : schema;
}

function describeUnion(
  keyword: string,
  branches: readonly JsonSchema[],
  rest: MutableObject,
  lowering: Lowering,
): MutableObject {
  const own = typesOf(rest);
  const types = own.length > 0 ? own : branches.flatMap((branch) => typesOfBranch(branch, lowering));
  const type = chooseType(types);
  const isOne = types.length > 0 && types.every((other) => other === type);
  const detail = isOne
    ? `the branches are described; any ${type} passes here`
    : `advertised as ${type}; the description says what else passes`;
  lowering.report({ code: 'union-collapsed', keyword, detail, effect: isOne ? 'widens' : 'collapses' });
  lowering.describe(keyword, branches);
  return { ...rest, type };
}

function typesOfBranch(branch: JsonSchema, lowering: Lowering): readonly string[] {
  const schema = isObject(branch) ? flattenRef(branch, lowering) : branch;
  if (!isObject(schema)) return ['any'];
  const types = typesOf(schema);
  if (types.length > 0) return types;
  const values = Object.hasOwn(schema, 'const') ? [schema['const']] : schema['enum'];
  return Array.isArray(values) ? values.map(typeOfValue) : ['any'];
}

/** A string before other types, because any value can be written as one. */
function chooseType(types: readonly string[]): string {
  const known = types.filter((type) => type !== 'any' && type !== 'null');
  return known.includes('string') ? 'string' : (known[0] ?? 'string');
}

const isNull = (branch: JsonSchema): boolean => isObject(branch) && typesOf(branch).join() === 'null';

export const collapseTypes: Step = (schema, lowering) => {
  const types = typesOf(schema);
  const named = types.filter((type) => type !== 'null');
  if (types.length === 1 && named.length === 1) return { ...schema, type: named[0] };
  if (types.length === 0) return nameType(schema, lowering);
  const type = chooseType(named);
  const isNullable = named.length === 1;
  const detail = isNullable
    ? 'null is not advertised; it still passes'
    : `advertised as ${type}; the description says what else passes`;
  lowering.report({ code: 'union-collapsed', keyword: 'type', detail, effect: 'collapses' });
  if (!isNullable) lowering.describe('type', schema['type']);
  return { ...schema, type };
};

/** The type of a schema without `type`: that of its literals, or the one that its keywords apply to. */
function nameType(schema: MutableObject, lowering: Lowering): MutableObject {
  if (!Object.keys(schema).some(isRestricting)) return schema;
  const values = schema['enum'];
  if (Array.isArray(values)) return { ...schema, type: chooseType(values.map(typeOfValue)) };
  const type = ['properties', 'required', 'additionalProperties'].some((key) => Object.hasOwn(schema, key))
    ? 'object'
    : Object.hasOwn(schema, 'items')
      ? 'array'
      : 'string';
  const detail = `a schema without a type is advertised as ${type}; other values still pass`;
  lowering.report({ code: 'any-expanded', keyword: 'type', detail, effect: 'collapses' });
  return { ...schema, type };
}

/** Describes an `enum` whose values are not all of the one type that is advertised. */
export const collapseEnums: Step = (schema, lowering) => {
  const values = schema['enum'];
  if (!Array.isArray(values) || values.every((value) => hasTypeOf(typesOf(schema), value))) return schema;
  const fitting = values.filter((value) => hasTypeOf(typesOf(schema), value));
  const isNullable = fitting.length > 0 && values.every((value) => value === null || fitting.includes(value));
  const detail = 'values of other types than the advertised one still pass';
  lowering.report({ code: 'union-collapsed', keyword: 'enum', detail, effect: 'collapses' });
  if (isNullable) return { ...schema, enum: fitting };
  lowering.describe('enum', values);
  return omitKeys(schema, ['enum']);
};
