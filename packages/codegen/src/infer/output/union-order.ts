import { compareText } from '../../source/match-files.ts';
import type { Types } from '../../source/types/types.ts';
import { ast, is, SymbolFlags, type Type } from '../../source/types/typescript.ts';
import { declarationOf, isTuple } from './type-facts.ts';

/** A member of a union. */
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
export function orderMembers<M extends Member>(
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

/** Returns the identities of the members that a type node lists. */
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
