import { ts } from '../../source/ts.ts';

/** The members of a union, or the type itself. */
export function membersOf(type: ts.Type): readonly ts.Type[] {
  return type.isUnion() ? type.types : [type];
}

/** Whether a type holds no value that JSON writes: `undefined`, `void`, `never`, or a union of them. */
export function isNothing(type: ts.Type): boolean {
  return membersOf(type).every((member) => hasFlag(member, NOTHING | ts.TypeFlags.Never));
}

/** Whether a value of the type may be `undefined`. */
export function mayBeUndefined(type: ts.Type): boolean {
  return membersOf(type).some((member) => hasFlag(member, NOTHING));
}

/** Whether a type has one of the flags. */
export function hasFlag(type: ts.Type, flags: ts.TypeFlags): boolean {
  return (type.flags & flags) !== 0;
}

/** A literal type's value, `null` for `null`, or undefined if the type is not a literal that JSON can write. */
export function literalValue(checker: ts.TypeChecker, type: ts.Type): string | number | boolean | undefined {
  if (type.isStringLiteral()) return type.value;
  if (type.isNumberLiteral()) return Number.isFinite(type.value) ? type.value : undefined;
  if (hasFlag(type, ts.TypeFlags.BooleanLiteral)) return checker.typeToString(type) === 'true';
  return undefined;
}

/** Where a type was declared first, or undefined for built-in ones. */
export function declarationOf(type: ts.Type): ts.Declaration | undefined {
  return (type.aliasSymbol ?? type.getSymbol())?.declarations?.[0];
}

/** What is not there: `undefined`, or what a function without `return` gives. */
export const NOTHING: ts.TypeFlags = ts.TypeFlags.Undefined | ts.TypeFlags.Void;
