import { ts } from '../../source/ts.ts';
import { unwrap } from '../../source/unwrap.ts';
import { hasFlag, membersOf, NOTHING } from './type-facts.ts';
import { type Literal, literalOf } from './literal-of.ts';

/**
 * A value without what changes nothing: `as const`, `satisfies`, and `as any`, which only keeps TypeScript silent.
 * Other assertions choose what is to be believed.
 */
export function bare(expression: ts.Expression): ts.Expression {
  let value = expression;
  while (
    ts.isParenthesizedExpression(value) ||
    ts.isSatisfiesExpression(value) ||
    (ts.isAsExpression(value) && (ts.isConstTypeReference(value.type) || isSilencer(value.type)))
  )
    value = value.expression;
  return value;
}

const isSilencer = ({ kind }: ts.TypeNode): boolean =>
  kind === ts.SyntaxKind.AnyKeyword || kind === ts.SyntaxKind.UnknownKeyword;

/** The JSON value that an expression spells out. Of what has a name or is asserted, the type says more. */
export function spelledOut(checker: ts.TypeChecker, value: ts.Expression): Literal | undefined {
  return ts.isIdentifier(value) || unwrap(value) !== value ? undefined : literalOf(checker, value);
}

/** Whether a key is no computed one. */
export function isPlainKey(name: ts.PropertyName): boolean {
  return !ts.isComputedPropertyName(name) || ts.isStringLiteralLike(name.expression);
}

/** A type without `undefined`; nothing where nothing else is in it. */
export function withoutUndefined(checker: ts.TypeChecker, type: ts.Type): ts.Type | undefined {
  const members = membersOf(type);
  const others = members.filter((member) => !hasFlag(member, NOTHING));
  if (others.length === 0) return undefined;
  // `getNonNullableType` would take `null` away too; one that remains alone is as good as the union.
  const hasNull = others.some((member) => hasFlag(member, ts.TypeFlags.Null));
  if (others.length === 1) return others[0];
  return hasNull ? undefined : checker.getNonNullableType(type);
}

/**
 * The type of a value, as far as it is known: nothing for a variable that code in between may have assigned to, which
 * TypeScript does not see where a callback does it.
 */
export function knownType(checker: ts.TypeChecker, value: ts.Expression): ts.Type | undefined {
  const type = checker.getTypeAtLocation(value);
  const symbol = ts.isIdentifier(value) ? valueSymbol(checker, value) : undefined;
  const declaration = symbol?.valueDeclaration;
  const isVariable =
    declaration !== undefined &&
    ts.isVariableDeclaration(declaration) &&
    (ts.getCombinedNodeFlags(declaration) & ts.NodeFlags.Const) === 0;
  return symbol && isVariable && checker.getTypeOfSymbol(symbol) !== type ? undefined : type;
}

/** What a name stands for, also in `{ name }`. */
export function valueSymbol(checker: ts.TypeChecker, name: ts.Identifier): ts.Symbol | undefined {
  return ts.isShorthandPropertyAssignment(name.parent)
    ? checker.getShorthandAssignmentValueSymbol(name.parent)
    : checker.getSymbolAtLocation(name);
}
