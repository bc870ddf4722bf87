import {
  ast,
  type Checker,
  type NodeHandle,
  ObjectFlags,
  type Symbol,
  SymbolFlags,
  type Type,
  TypeFlags,
  type TypeReference,
  type UnionType,
  SignatureKind,
} from '../../source/types/typescript.ts';
import { originOf } from '../../source/whose-code.ts';

/** Returns the members of a union or intersection, cached by type. */
export function partsOf(type: Type): readonly Type[] {
  let parts = PARTS.get(type);
  if (!parts) PARTS.set(type, (parts = (type as UnionType).getTypes()));
  return parts;
}

const PARTS = new WeakMap<Type, readonly Type[]>();

/** Returns the members of a union, or the type itself. */
export function membersOf(type: Type): readonly Type[] {
  return type.isUnionType() ? partsOf(type) : [type];
}

/** Whether a type holds no value that JSON writes: `undefined`, `void`, `never`, or a union of them. */
export function isNothing(type: Type): boolean {
  return membersOf(type).every((member) => hasFlag(member, NOTHING | TypeFlags.Never));
}

export function mayBeUndefined(type: Type): boolean {
  return membersOf(type).some((member) => hasFlag(member, NOTHING));
}

export function hasFlag(type: Type, flags: TypeFlags): boolean {
  return (type.flags & flags) !== 0;
}

/** Returns a literal type's value, or undefined if the type is not a literal that JSON can write. */
export function literalValue(type: Type): string | number | boolean | undefined {
  if (type.isStringLiteralType() || type.isBooleanLiteralType()) return type.value;
  return type.isNumberLiteralType() && Number.isFinite(type.value) ? type.value : undefined;
}

/** A property of a type. All those of an object literal are asked for anyway. */
export function propertyOf(checker: Checker, type: Type, name: string): Symbol | undefined {
  return isObjectLiteral(checker, type)
    ? checker.getPropertiesOfType(type).find((property) => property.name === name)
    : checker.getPropertyOfType(type, name);
}

/** Whether a type is an object literal type, so not an array, a function or an object of the platform. */
export function isObjectLiteral(checker: Checker, type: Type): boolean {
  if (!type.isObjectType() || (type.objectFlags & ObjectFlags.Anonymous) === 0) return false;
  // Its properties are asked for anyway, its symbol only where they do not tell.
  const isWritten = checker
    .getPropertiesOfType(type)
    .some(({ valueDeclaration }) => valueDeclaration && isOfLiteral(valueDeclaration));
  return isWritten || ((type.getSymbol()?.flags ?? 0) & SymbolFlags.ObjectLiteral) !== 0;
}

/** Whether a declaration is that of a property in an object literal. */
export function isOfLiteral({ kind }: NodeHandle): boolean {
  return kind === ast.SyntaxKind.PropertyAssignment || kind === ast.SyntaxKind.ShorthandPropertyAssignment;
}

export function isTuple(type: Type): type is TypeReference {
  return type.isTypeReference() && type.getTarget().isTupleType();
}

export function isLanguageType(type: Type, names: RegExp): boolean {
  const symbol = type.isTypeReference() ? type.getSymbol() : undefined;
  // Node's types add members to `Array`.
  const isOwn = symbol?.declarations.some(({ path }) => originOf(path) === 'language') ?? false;
  return symbol !== undefined && isOwn && names.test(symbol.name);
}

/** Whether a type is an array, or assignable to one. Asks the checker only if the name is not enough. */
export function isArrayLike(checker: Checker, type: Type): boolean {
  return (
    isLanguageType(type, /^(?:Readonly)?Array$/) ||
    (!isObjectLiteral(checker, type) && checker.isArrayLikeType(type))
  );
}

export function declarationOf(type: Type): NodeHandle | undefined {
  return (type.getAliasSymbol() ?? type.getSymbol())?.declarations[0];
}

/** Whether a declaration is in source code, not in a declaration file. */
export function isInSource({ path }: NodeHandle): boolean {
  return !/\.d\.(?:[^./]+\.)?[cm]?ts$/.test(path);
}

/** `undefined`, or `void`, the result of a function without `return`. */
export const NOTHING: TypeFlags = TypeFlags.Undefined | TypeFlags.Void;

/** Returns the union members of an awaited type; each member may be a promise or not. */
export function awaitedMembers(checker: Checker, type: Type, depth = 0): readonly Type[] {
  const members = membersOf(type);
  const awaited = members.map((member) => (depth < MAX_PROMISES ? resolvedType(checker, member) : undefined));
  if (!awaited.some(Boolean)) return [type];
  return members.flatMap((member, index) => {
    const resolved = awaited[index];
    return resolved ? awaitedMembers(checker, resolved, depth + 1) : [member];
  });
}

const MAX_PROMISES = 20;

// The type that a promise, or another object with a method `then`, resolves to.
function resolvedType(checker: Checker, type: Type): Type | undefined {
  if (!hasFlag(type, TypeFlags.Object | TypeFlags.Intersection)) return undefined;
  if (isLanguageType(type, /^Promise$/)) return checker.getTypeArguments(type as TypeReference)[0];
  const then = propertyOf(checker, type, 'then');
  const callback = then && firstParameter(checker, checker.getTypeOfSymbol(then));
  const fulfilled = callback && membersOf(callback).find((member) => isCallable(checker, member));
  return fulfilled && firstParameter(checker, fulfilled);
}

function firstParameter(checker: Checker, type: Type | undefined): Type | undefined {
  const [signature] = type ? checker.getSignaturesOfType(type, SignatureKind.Call) : [];
  return signature && signature.parameters.length > 0 ? checker.getParameterType(signature, 0) : undefined;
}

function isCallable(checker: Checker, type: Type): boolean {
  return hasFlag(type, TypeFlags.Object) && checker.getSignaturesOfType(type, SignatureKind.Call).length > 0;
}
