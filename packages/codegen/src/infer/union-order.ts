import { ts } from '../source/ts.ts';
import { compareText } from '../source/match-files.ts';
import { declarationOf } from './type-facts.ts';

/** A member of a union, with what its place among the others can be told from. */
export interface Member {
  readonly type: ts.Type;
  /** Decides where nothing else does; the same for the same type on every machine. */
  readonly text: string;
}

/**
 * Puts a union's members in an order that depends only on the source. TypeScript's own order is that in which
 * it first met the types, so it changes when an unrelated file does. Members come as the author wrote them
 * where the whole union is written down; else in the order of their declarations where one file holds them
 * all; else by text, types without a declaration (`string`) first.
 */
export function orderMembers<M extends Member>(
  checker: ts.TypeChecker,
  members: readonly M[],
  written: ts.TypeNode | undefined,
): M[] {
  const ranks = writtenRanks(checker, members, written) ?? declaredRanks(members);
  const rank = (member: M): number => ranks?.get(member) ?? -1;
  return [...members].sort((a, b) => rank(a) - rank(b) || compareText(a.text, b.text));
}

/** The type node of a tuple's element, or undefined. */
export function tupleElementNode(node: ts.TypeNode | undefined, index: number): ts.TypeNode | undefined {
  if (!node) return undefined;
  if (ts.isTypeOperatorNode(node) || ts.isParenthesizedTypeNode(node))
    return tupleElementNode(node.type, index);
  const element = ts.isTupleTypeNode(node) ? node.elements[index] : undefined;
  return element && (ts.isNamedTupleMember(element) || ts.isOptionalTypeNode(element))
    ? element.type
    : element;
}

/** The type node behind arrays, promises, `readonly` and parentheses, or undefined. */
export function elementTypeNode(node: ts.TypeNode | undefined): ts.TypeNode | undefined {
  if (!node) return undefined;
  if (ts.isArrayTypeNode(node)) return node.elementType;
  if (ts.isTypeOperatorNode(node) || ts.isParenthesizedTypeNode(node)) return elementTypeNode(node.type);
  return ts.isTypeReferenceNode(node) && node.typeArguments?.length === 1 ? node.typeArguments[0] : undefined;
}

function writtenRanks<M extends Member>(
  checker: ts.TypeChecker,
  members: readonly M[],
  written: ts.TypeNode | undefined,
): Map<M, number> | undefined {
  if (!written || members.length < 2) return undefined;
  const positions = new Map<unknown, number>();
  for (const type of writtenMembers(checker, written)) {
    const key = identity(type);
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
function identity(type: ts.Type): unknown {
  return type.isStringLiteral() || type.isNumberLiteral() ? `${typeof type.value}:${type.value}` : type;
}

function writtenMembers(checker: ts.TypeChecker, node: ts.TypeNode, depth = 0): readonly ts.Type[] {
  if (depth > MAX_ALIASES) return [];
  if (ts.isUnionTypeNode(node)) return node.types.flatMap((part) => writtenMembers(checker, part, depth + 1));
  if (ts.isParenthesizedTypeNode(node)) return writtenMembers(checker, node.type, depth + 1);
  const aliased = ts.isTypeReferenceNode(node) ? aliasedNode(checker, node) : undefined;
  if (aliased) return writtenMembers(checker, aliased, depth + 1);
  return listedMembers(checker, node) ?? declaredMembers(checker.getTypeFromTypeNode(node));
}

const MAX_ALIASES = 50;

/** The members of an enum as declared; none for a union that is written elsewhere, since its order is not known. */
function declaredMembers(type: ts.Type): readonly ts.Type[] {
  if (!type.isUnion()) return [type];
  const ranks = declaredRanks(type.types.map((member) => ({ type: member, text: '' })));
  if (ranks?.size !== type.types.length) return [];
  return [...ranks].sort(([, a], [, b]) => a - b).map(([member]) => member.type);
}

/** What a type alias without parameters stands for, also an imported one. */
function aliasedNode(checker: ts.TypeChecker, node: ts.TypeReferenceNode): ts.TypeNode | undefined {
  const symbol = checker.getSymbolAtLocation(node.typeName);
  if (!symbol) return undefined;
  const target = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
  const declaration = target.declarations?.find(ts.isTypeAliasDeclaration);
  return declaration && !declaration.typeParameters ? declaration.type : undefined;
}

/** The members of `(typeof STATES)[number]` and `keyof typeof STATES`, in the order of the array or object. */
function listedMembers(checker: ts.TypeChecker, node: ts.TypeNode): readonly ts.Type[] | undefined {
  if (ts.isIndexedAccessTypeNode(node)) {
    const list = checker.getTypeFromTypeNode(node.objectType);
    return checker.isTupleType(list) ? checker.getTypeArguments(list as ts.TypeReference) : undefined;
  }
  if (!ts.isTypeOperatorNode(node) || node.operator !== ts.SyntaxKind.KeyOfKeyword) return undefined;
  const owner = checker.getTypeFromTypeNode(node.type);
  return checker.getPropertiesOfType(owner).map((property) => checker.getStringLiteralType(property.name));
}

function declaredRanks<M extends Member>(members: readonly M[]): Map<M, number> | undefined {
  const ranks = new Map<M, number>();
  let file: ts.SourceFile | undefined;
  for (const member of members) {
    const declaration = declarationOf(member.type);
    if (!declaration) continue;
    file ??= declaration.getSourceFile();
    if (declaration.getSourceFile() !== file) return undefined;
    ranks.set(member, declaration.getStart());
  }
  return ranks;
}
