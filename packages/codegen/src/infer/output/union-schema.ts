import type { JsonSchemaObject } from '@btcp/core';
import { compareText } from '../../source/match-files.ts';
import type { Types } from '../../source/types/types.ts';
import { ast, is, type Type, TypeFlags, type UnionType, SymbolFlags } from '../../source/types/typescript.ts';
import type { Conversion, Place } from './conversion.ts';
import { hasFlag, isInSource, literalValue, NOTHING, partsOf, declarationOf, isTuple } from './type-facts.ts';

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

export interface Member {
  readonly type: Type;
  /** Sort key of last resort; the same on every machine. */
  readonly text: string;
}

/**
 * Orders a union's members by the source alone, because TypeScript's order changes with unrelated files: as written
 * if the whole union is, else by declaration if one file has all declarations, else by `text`; members without a
 * declaration (`string`) come first.
 */
function orderMembers<M extends Member>(
  types: Types,
  members: readonly M[],
  written: ast.TypeNode | undefined,
): M[] {
  const ranks = writtenRanks(types, members, written) ?? declaredRanks(members);
  const rank = (member: M): number => ranks?.get(member) ?? -1;
  return [...members].sort((a, b) => rank(a) - rank(b) || compareText(a.text, b.text));
}

/** Returns the type node inside arrays, promises, `readonly` and parentheses, if it is written. */
export function elementTypeNode(node: ast.TypeNode | undefined): ast.TypeNode | undefined {
  if (!node) return undefined;
  if (is.isArrayTypeNode(node)) return node.elementType;
  if (is.isTypeOperatorNode(node) || is.isParenthesizedTypeNode(node)) return elementTypeNode(node.type);
  return is.isTypeReferenceNode(node) && node.typeArguments?.length === 1 ? node.typeArguments[0] : undefined;
}

function writtenRanks<M extends Member>(
  types: Types,
  members: readonly M[],
  written: ast.TypeNode | undefined,
): Map<M, number> | undefined {
  if (!written || members.length < 2) return undefined;
  const positions = new Map<unknown, number>();
  for (const key of writtenMembers(types, written)) {
    if (!positions.has(key)) positions.set(key, positions.size);
  }
  const ranks = new Map<M, number>();
  for (const member of members) {
    const position = positions.get(identity(member.type));
    if (position === undefined) return undefined;
    ranks.set(member, position);
  }
  return ranks;
}

// A literal has several types (fresh or not), which are equal when their values are.
function identity(type: Type): unknown {
  return type.isStringLiteralType() || type.isNumberLiteralType() ? JSON.stringify(type.value) : type;
}

function writtenMembers(types: Types, node: ast.TypeNode, depth = 0): readonly unknown[] {
  if (depth > MAX_ALIASES) return [];
  if (is.isUnionTypeNode(node)) return node.types.flatMap((part) => writtenMembers(types, part, depth + 1));
  if (is.isParenthesizedTypeNode(node)) return writtenMembers(types, node.type, depth + 1);
  const aliased = is.isTypeReferenceNode(node) ? aliasedNode(types, node) : undefined;
  if (aliased) return writtenMembers(types, aliased, depth + 1);
  const listed = listedTypes(types, node) ?? [types.checker.getTypeFromTypeNode(node)];
  return listed.flatMap((each) => (each ? [identity(each)] : []));
}

const MAX_ALIASES = 50;

/** Returns the type node that an alias without parameters names, even an imported one. */
function aliasedNode(types: Types, node: ast.TypeReferenceNode): ast.TypeNode | undefined {
  const symbol = types.checker.getSymbolAtLocation(node.typeName);
  if (!symbol) return undefined;
  const target = symbol.flags & SymbolFlags.Alias ? types.checker.getAliasedSymbol(symbol) : symbol;
  const alias = target.declarations.find(({ kind }) => kind === ast.SyntaxKind.TypeAliasDeclaration);
  const declaration = alias && types.nodeOf(alias);
  return declaration && is.isTypeAliasDeclaration(declaration) && !declaration.typeParameters
    ? declaration.type
    : undefined;
}

/** Returns the members of `(typeof STATES)[number]`, in the order of the array. */
function listedTypes({ checker }: Types, node: ast.TypeNode): readonly Type[] | undefined {
  const tuple = is.isIndexedAccessTypeNode(node) && checker.getTypeFromTypeNode(node.objectType);
  return tuple && isTuple(tuple) ? checker.getTypeArguments(tuple) : undefined;
}

function declaredRanks<M extends Member>(members: readonly M[]): Map<M, number> | undefined {
  const ranks = new Map<M, number>();
  let file: string | undefined;
  for (const member of members) {
    const declaration = declarationOf(member.type);
    if (!declaration) continue;
    file ??= declaration.path;
    if (declaration.path !== file) return undefined;
    ranks.set(member, declaration.index);
  }
  return ranks;
}
