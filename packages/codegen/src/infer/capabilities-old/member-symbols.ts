import { ts } from '../../source/ts.ts';
import { originOf } from './declarations.ts';

/** The key of a member that is named at a place, or undefined where it is computed. */
export function keyOf(node: ts.Node): string | undefined {
  if (ts.isPropertyAccessExpression(node)) return node.name.text;
  if (ts.isElementAccessExpression(node))
    return ts.isStringLiteralLike(node.argumentExpression) ? node.argumentExpression.text : undefined;
  const name = ts.isBindingElement(node)
    ? (node.propertyName ?? node.name)
    : ts.isObjectLiteralElementLike(node)
      ? node.name
      : undefined;
  return name && (ts.isIdentifier(name) || ts.isStringLiteralLike(name)) ? name.text : undefined;
}

/** The symbols of the member that is named at a place; undefined where the types do not tell. */
export function memberSymbols(
  checker: ts.TypeChecker,
  node: ts.Node,
  receiver: ts.Node,
): readonly ts.Symbol[] | undefined {
  if (ts.isPropertyAccessExpression(node)) {
    const symbol = checker.getSymbolAtLocation(node.name);
    return symbol && [symbol];
  }
  const type = checker.getTypeAtLocation(receiver);
  const key = keyExpression(node);
  const keys = key ? literalKeys(checker, key, type) : [keyOf(node)];
  const symbols = keys?.map((key) => (key === undefined ? undefined : propertyOf(checker, type, key)));
  return symbols?.every((symbol) => symbol !== undefined) ? symbols : undefined;
}

/** The expression that computes the key of a member: `document[key]`, `{ [key]: value } = document`. */
export function keyExpression(node: ts.Node): ts.Expression | undefined {
  if (ts.isElementAccessExpression(node)) return node.argumentExpression;
  const name = ts.isBindingElement(node) ? node.propertyName : node;
  return name && ts.isComputedPropertyName(name) ? name.expression : undefined;
}

// `document[key]` with `key: 'title' | 'body'`; the numbers of a list's elements tell nothing.
function literalKeys(
  checker: ts.TypeChecker,
  argument: ts.Expression,
  holder: ts.Type,
): readonly string[] | undefined {
  const type = checker.getTypeAtLocation(argument);
  if (isElement(checker, type, holder)) return undefined;
  const types = type.isUnion() ? type.types : [type];
  const texts = types.slice(0, 64).map(literalText);
  return types.length <= 64 && texts.every((text) => text !== undefined) ? texts : undefined;
}

/** The text of a literal type, as the name of a property. */
export function literalText(type: ts.Type): string | undefined {
  return type.isStringLiteral() || type.isNumberLiteral() ? String(type.value) : undefined;
}

/** The text of a member of an enum as a key: `handlers[Action.Read]`. */
export function enumText(checker: ts.TypeChecker, node: ts.Node): string | undefined {
  const type = checker.getTypeAtLocation(node);
  return (type.flags & ts.TypeFlags.EnumLiteral) === 0 ? undefined : literalText(type);
}

/** A property of a type, also of what is not null of it. */
export function propertyOf(checker: ts.TypeChecker, type: ts.Type, key: string): ts.Symbol | undefined {
  const present = checker.getNonNullableType(type);
  return checker.getPropertyOfType(checker.getApparentType(present), key);
}

/** The index signature that a member falls under: of the platform, or `true` for arrays and the like. */
export function indexDeclaration(
  checker: ts.TypeChecker,
  node: ts.Node,
  receiver: ts.Node,
): ts.Declaration | undefined {
  const type = checker.getNonNullableType(checker.getTypeAtLocation(receiver));
  const infos = (type.isUnion() ? type.types : [type]).flatMap((each) => checker.getIndexInfosOfType(each));
  const isNumeric =
    ts.isElementAccessExpression(node) && isNumber(checker.getTypeAtLocation(node.argumentExpression));
  const fitting = infos.filter(({ keyType }) => isNumeric || (keyType.flags & ts.TypeFlags.String) !== 0);
  const declared = fitting.flatMap(({ declaration }) => declaration ?? []);
  return declared.find((each) => originOf(each) === 'platform') ?? declared[0];
}

/** Whether a place names an element of a list, which is no member of what the list contains. */
export function namesElement(checker: ts.TypeChecker, node: ts.Node, receiver: ts.Node): boolean {
  return (
    ts.isElementAccessExpression(node) &&
    isElement(
      checker,
      checker.getTypeAtLocation(node.argumentExpression),
      checker.getTypeAtLocation(receiver),
    )
  );
}

function isElement(checker: ts.TypeChecker, key: ts.Type, holder: ts.Type): boolean {
  return isNumber(key) && checker.isArrayLikeType(checker.getNonNullableType(holder));
}

function isNumber(type: ts.Type): boolean {
  return (type.flags & ts.TypeFlags.NumberLike) !== 0;
}
