import type { Types as Code } from '../../source/types/types.ts';
import { type ast, is, SymbolFlags, type Type, TypeFlags } from '../../source/types/typescript.ts';
import { hasFlag, membersOf } from '../output/type-facts.ts';

/**
 * Whether an object literal with spreads lacks a property: true if it always does, false if it may, undefined if it
 * never does or that is unknown.
 */
export function isLeftOut(
  code: Code,
  literal: ast.ObjectLiteralExpression,
  name: string,
): boolean | undefined {
  const members = membersOf(code.typeAt(literal));
  const isOpen = members.some(
    (member) => !hasFlag(member, TypeFlags.Object) || code.checker.getIndexInfosOfType(member).length > 0,
  );
  const spreads = literal.properties.filter(is.isSpreadAssignment);
  // A value may have more properties than its declared type, but not more than an inferred one.
  if (isOpen || !spreads.every(({ expression }) => isSpelledOut(code.typeAt(expression)))) return undefined;
  const given = members.map((member) => code.checker.getPropertyOfType(member, name));
  if (given.every((property) => property === undefined)) return true;
  const mayLack = given.some((property) => !property || (property.flags & SymbolFlags.Optional) !== 0);
  return mayLack ? false : undefined;
}

function isSpelledOut(type: Type): boolean {
  const falsy = TypeFlags.BooleanLiteral | TypeFlags.Undefined | TypeFlags.Null;
  return membersOf(type).every(
    (member) =>
      hasFlag(member, falsy) || ((member.getSymbol()?.flags ?? 0) & SymbolFlags.ObjectLiteral) !== 0,
  );
}
