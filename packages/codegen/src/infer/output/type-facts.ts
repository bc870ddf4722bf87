import { type NodeHandle, type Type, TypeFlags, type UnionType } from '../../source/types/typescript.ts';

/** The members of a union or intersection. Asked of the checker once. */
export function partsOf(type: Type): readonly Type[] {
  let parts = PARTS.get(type);
  if (!parts) PARTS.set(type, (parts = (type as UnionType).getTypes()));
  return parts;
}

const PARTS = new WeakMap<Type, readonly Type[]>();

/** The members of a union, or the type itself. */
export function membersOf(type: Type): readonly Type[] {
  return type.isUnionType() ? partsOf(type) : [type];
}

/** Whether a type holds no value that JSON writes: `undefined`, `void`, `never`, or a union of them. */
export function isNothing(type: Type): boolean {
  return membersOf(type).every((member) => hasFlag(member, NOTHING | TypeFlags.Never));
}

/** Whether a value of the type may be `undefined`. */
export function mayBeUndefined(type: Type): boolean {
  return membersOf(type).some((member) => hasFlag(member, NOTHING));
}

/** Whether a type has one of the flags. */
export function hasFlag(type: Type, flags: TypeFlags): boolean {
  return (type.flags & flags) !== 0;
}

/** A literal type's value, or undefined if the type is not a literal that JSON can write. */
export function literalValue(type: Type): string | number | boolean | undefined {
  if (type.isStringLiteralType() || type.isBooleanLiteralType()) return type.value;
  return type.isNumberLiteralType() && Number.isFinite(type.value) ? type.value : undefined;
}

/** Where a type was declared first, or undefined for built-in ones. */
export function declarationOf(type: Type): NodeHandle | undefined {
  return (type.getAliasSymbol() ?? type.getSymbol())?.declarations[0];
}

/** Whether a declaration stands in the author's source, not in a declaration file. */
export function isInSource({ path }: NodeHandle): boolean {
  return !/\.d\.(?:[^./]+\.)?[cm]?ts$/.test(path);
}

/** `undefined`, or `void`, the result of a function without `return`. */
export const NOTHING: TypeFlags = TypeFlags.Undefined | TypeFlags.Void;
