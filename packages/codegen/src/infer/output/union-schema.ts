import type { JsonSchemaObject } from '@btcp/core';
import { compareText } from '../../source/match-files.ts';
import type { Types } from '../../source/types/types.ts';
import { type ast, is, type Type, TypeFlags, type UnionType } from '../../source/types/typescript.ts';
import type { Conversion, Place } from './conversion.ts';
import { hasFlag, isInSource, literalValue, NOTHING, partsOf } from './type-facts.ts';
import { orderMembers, type Member } from './union-order.ts';

type Literal = string | number | boolean;

interface LiteralMember extends Member {
  readonly value: Literal;
}

interface OtherMember extends Member {
  readonly schema: JsonSchemaObject;
}

/**
 * Converts a union: literals to one `enum`, then the other types, `null` last; `anyOf` if there are several
 * schemas. The caller handles `undefined`.
 */
export function unionSchema(conversion: Conversion, union: UnionType, place: Place): JsonSchemaObject {
  const written = writtenUnion(conversion.types, union) ?? place.written;
  return alternativesSchema(conversion, partsOf(union), { ...place, written });
}

/** Converts the members of a union that need not exist as a type. */
export function alternativesSchema(
  conversion: Conversion,
  all: readonly Type[],
  place: Place,
): JsonSchemaObject {
  const members = all.filter((type) => !hasFlag(type, NOTHING));
  const literals = literalMembers(conversion.types, members, place.written);
  const others = members.filter((type) => literalValue(type) === undefined);
  const schemas = [
    ...enumSchemas(literals.map((literal) => literal.value)),
    ...otherSchemas(conversion, others, place),
    ...(members.some((type) => hasFlag(type, TypeFlags.Null)) ? [{ type: 'null' }] : []),
  ];
  return anyOf(schemas);
}

/** Combines alternatives into one schema, without duplicates. */
export function anyOf(schemas: readonly JsonSchemaObject[]): JsonSchemaObject {
  const unique = [...new Map(schemas.map((schema) => [JSON.stringify(schema), schema])).values()];
  const [first = { not: {} }, ...rest] = unique;
  return rest.length === 0 ? first : { anyOf: unique };
}

/** Returns the schema of a literal. */
export function literalSchema(value: Literal): JsonSchemaObject {
  return { type: typeof value, const: value };
}

function writtenUnion(types: Types, union: UnionType): ast.TypeNode | undefined {
  const [alias] = union.getAliasSymbol()?.declarations ?? [];
  const node = alias && isInSource(alias) ? types.nodeOf(alias) : undefined;
  return node && is.isTypeAliasDeclaration(node) && !node.typeParameters ? node.type : undefined;
}

function literalMembers(
  types: Types,
  members: readonly Type[],
  written: ast.TypeNode | undefined,
): LiteralMember[] {
  const literals: LiteralMember[] = [];
  for (const type of members) {
    const value = literalValue(type);
    // An empty `text` keeps literals of unknown order sorted by value.
    if (value !== undefined) literals.push({ type, value, text: '' });
  }
  return orderMembers(types, literals.sort(byValue), written);
}

function byValue({ value: a }: LiteralMember, { value: b }: LiteralMember): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return compareText(typeof a, typeof b) || compareText(String(a), String(b));
}

function enumSchemas(values: readonly Literal[]): JsonSchemaObject[] {
  const isBoolean = values.includes(true) && values.includes(false);
  const rest = isBoolean ? values.filter((value) => typeof value !== 'boolean') : values;
  return [...enumSchema(rest), ...(isBoolean ? [{ type: 'boolean' }] : [])];
}

function enumSchema(values: readonly Literal[]): JsonSchemaObject[] {
  const [first, ...rest] = new Set(values);
  if (first === undefined) return [];
  if (rest.length === 0) return [literalSchema(first)];
  const uniform = rest.every((value) => typeof value === typeof first);
  return [{ ...(uniform && { type: typeof first }), enum: [first, ...rest] }];
}

function otherSchemas(
  conversion: Conversion,
  alternatives: readonly Type[],
  place: Place,
): JsonSchemaObject[] {
  const { types } = conversion;
  const objects = alternatives.filter((type) => !hasFlag(type, TypeFlags.Null));
  const others = objects.map((type) => ({ type, text: objects.length > 1 ? types.textOf(type) : '' }));
  // Sorts before conversion, whose order decides the names of recursive types, and again by schema, because the
  // printed form of a type may depend on the order in which TypeScript checked types.
  const converted = orderMembers(types, others, place.written).map(({ type }): OtherMember => {
    const schema = conversion.convert(type, { ...place, written: undefined });
    return { type, schema, text: JSON.stringify(schema) };
  });
  return orderMembers(types, converted, place.written).map(({ schema }) => schema);
}
