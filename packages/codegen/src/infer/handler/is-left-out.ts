import { ts } from '../../source/ts.ts';
import { hasFlag, membersOf } from './type-facts.ts';

/**
 * Whether an object that is put together with `...` lacks a property: true where it always does, false where it may,
 * nothing where that cannot be told, or it never does.
 */
export function isLeftOut(
  checker: ts.TypeChecker,
  literal: ts.ObjectLiteralExpression,
  name: string,
): boolean | undefined {
  const members = membersOf(checker.getTypeAtLocation(literal));
  const isOpen = members.some(
    (member) => !hasFlag(member, ts.TypeFlags.Object) || checker.getIndexInfosOfType(member).length > 0,
  );
  const spreads = literal.properties.filter(ts.isSpreadAssignment);
  // A value may have more than its type says, unless that is read off the value.
  if (isOpen || !spreads.every(({ expression }) => isSpelledOut(checker.getTypeAtLocation(expression))))
    return undefined;
  const given = members.map((member) => checker.getPropertyOfType(member, name));
  if (given.every((property) => property === undefined)) return true;
  const mayLack = given.some((property) => !property || (property.flags & ts.SymbolFlags.Optional) !== 0);
  return mayLack ? false : undefined;
}

function isSpelledOut(type: ts.Type): boolean {
  const falsy = ts.TypeFlags.BooleanLiteral | ts.TypeFlags.Undefined | ts.TypeFlags.Null;
  return membersOf(type).every(
    (member) =>
      hasFlag(member, falsy) || ((member.getSymbol()?.flags ?? 0) & ts.SymbolFlags.ObjectLiteral) !== 0,
  );
}
