import { equal } from '../../runtime/json-value.ts';
import { isOfJsonType, jsonTypeOf } from '../json-types.ts';
import { getOwn, isObject, replaceKey, type MutableObject } from '../own-property.ts';

/**
 * A union of literals, `anyOf` of nothing but `const` with its `type`, as `enum`; of one literal as `const`. The type
 * is added where all values have the same one.
 */
export function rewriteLiteralUnions(schema: MutableObject): MutableObject {
  const branches = getOwn(schema, 'anyOf');
  if (!Array.isArray(branches) || Object.hasOwn(schema, 'enum') || Object.hasOwn(schema, 'const'))
    return schema;
  if (!branches.every(isLiteral)) return schema;
  const values = branches.map((branch) => branch.const).reduce<unknown[]>(addOnce, []);
  const type = uniformType(branches);
  return replaceKey(schema, 'anyOf', {
    ...(type !== undefined && !Object.hasOwn(schema, 'type') && { type }),
    ...(values.length === 1 ? { const: values[0] } : { enum: values }),
  });
}

interface Literal {
  readonly const: unknown;
  readonly type?: string;
}

function isLiteral(branch: unknown): branch is Literal {
  if (!isObject(branch) || !Object.hasOwn(branch, 'const')) return false;
  if (!Object.keys(branch).every((key) => key === 'const' || key === 'type')) return false;
  // A literal that contradicts its `type` accepts nothing, which an `enum` could not express.
  return !Object.hasOwn(branch, 'type') || isOfJsonType(branch['const'], String(branch['type']));
}

function uniformType(branches: readonly Literal[]): string | undefined {
  const types = new Set(branches.map((branch) => jsonTypeOf(branch.const)));
  if (types.size > 1) return undefined;
  return branches.every((branch) => branch.type === 'integer') ? 'integer' : [...types][0];
}

const addOnce = (values: unknown[], value: unknown): unknown[] =>
  values.some((known) => equal(known, value)) ? values : [...values, value];
