import { ts } from '../../source/ts.ts';
import { unwrap } from '../../source/unwrap.ts';
import { originOf } from './declarations.ts';
import { literalText } from './member-symbols.ts';
import { resolveAlias } from './symbol-steps.ts';

/**
 * The members of a class or object literal that have a name, or all of them: methods, accessors, properties, and
 * parameters that declare properties. A class's own members hide those of its bases.
 */
export function findMember(
  checker: ts.TypeChecker,
  holder: ts.Node,
  key: string | undefined,
  isStatic: boolean,
): readonly ts.Node[] {
  if (ts.isObjectLiteralExpression(holder) || ts.isJsxAttributes(holder))
    return membersOfLiteral(checker, holder, key);
  const found: ts.Node[] = [];
  for (const each of withBases(checker, holder)) {
    found.push(...ownMembers(checker, each, key, isStatic));
    if (key !== undefined && found.length > 0) break;
  }
  return found;
}

/** A class and the author's classes that it extends. */
export function withBases(checker: ts.TypeChecker, holder: ts.Node): readonly ts.ClassLikeDeclaration[] {
  const chain: ts.ClassLikeDeclaration[] = [];
  let node: ts.Node | undefined = holder;
  while (node && ts.isClassLike(node) && !chain.includes(node)) {
    chain.push(node);
    node = baseOf(checker, node);
  }
  return chain;
}

function baseOf(checker: ts.TypeChecker, node: ts.ClassLikeDeclaration): ts.Node | undefined {
  const clause = node.heritageClauses?.find(({ token }) => token === ts.SyntaxKind.ExtendsKeyword);
  const base = clause?.types[0]?.expression;
  if (!base) return undefined;
  const type = checker.getTypeAtLocation(clause.types[0] ?? base);
  const symbol = checker.getSymbolAtLocation(unwrap(base));
  const named = symbol && resolveAlias(checker, symbol)?.valueDeclaration;
  const declaration = named && ts.isClassLike(named) ? named : type.getSymbol()?.valueDeclaration;
  return declaration && ts.isClassLike(declaration) && originOf(declaration) === 'project'
    ? declaration
    : undefined;
}

function ownMembers(
  checker: ts.TypeChecker,
  node: ts.ClassLikeDeclaration,
  key: string | undefined,
  isStatic: boolean,
): readonly ts.Node[] {
  const members = node.members.filter((member) => isStaticMember(member) === isStatic);
  const parameters = isStatic
    ? []
    : members
        .filter(ts.isConstructorDeclaration)
        .flatMap((each) =>
          each.parameters.filter((parameter) => ts.isParameterPropertyDeclaration(parameter, each)),
        );
  return [...members, ...parameters].filter(
    (member) => member.name && !isSignature(member) && isNamed(checker, member.name, key),
  );
}

/** The call of `super` in the constructor of a class. */
export function superCallOf(node: ts.ClassLikeDeclaration): ts.CallExpression | undefined {
  let found: ts.CallExpression | undefined;
  const search = (each: ts.Node): void => {
    if (ts.isCallExpression(each) && each.expression.kind === ts.SyntaxKind.SuperKeyword) found = each;
    else if (!found) ts.forEachChild(each, search);
  };
  for (const member of node.members) if (ts.isConstructorDeclaration(member)) search(member);
  return found;
}

function isSignature(member: ts.Node): boolean {
  return ts.isMethodDeclaration(member) && !member.body;
}

/** Whether a member of a class is static. */
export function isStaticMember(member: ts.ClassElement): boolean {
  return (
    ts.canHaveModifiers(member) &&
    (ts.getModifiers(member)?.some(({ kind }) => kind === ts.SyntaxKind.StaticKeyword) ?? false)
  );
}

function membersOfLiteral(
  checker: ts.TypeChecker,
  literal: ts.ObjectLiteralExpression | ts.JsxAttributes,
  key: string | undefined,
): readonly ts.Node[] {
  const properties: readonly (ts.ObjectLiteralElementLike | ts.JsxAttributeLike)[] = literal.properties;
  return properties.flatMap((property): readonly ts.Node[] => {
    if (ts.isSpreadAssignment(property) || ts.isJsxSpreadAttribute(property))
      return spreadMembers(checker, property.expression, key);
    return isNamed(checker, property.name, key) ? [property] : [];
  });
}

function spreadMembers(
  checker: ts.TypeChecker,
  expression: ts.Expression,
  key: string | undefined,
): readonly ts.Node[] {
  const type = checker.getTypeAtLocation(expression);
  const symbols = key === undefined ? type.getProperties() : [type.getProperty(key)];
  return symbols.flatMap(
    (symbol) => symbol?.declarations?.filter((each) => originOf(each) === 'project') ?? [],
  );
}

// `{ [Action.Read]: read }` has the name that the type of the expression says.
function isNamed(checker: ts.TypeChecker, name: ts.Node, key: string | undefined): boolean {
  if (key === undefined || nameOf(name) === key) return true;
  return ts.isComputedPropertyName(name) && literalText(checker.getTypeAtLocation(name.expression)) === key;
}

/** The text of a name; undefined for computed ones. */
export function nameOf(name: ts.Node | undefined): string | undefined {
  if (!name) return undefined;
  if (
    ts.isIdentifier(name) ||
    ts.isStringLiteralLike(name) ||
    ts.isPrivateIdentifier(name) ||
    ts.isNumericLiteral(name)
  )
    return name.text;
  if (!ts.isComputedPropertyName(name)) return undefined;
  const inner = unwrap(name.expression);
  return ts.isStringLiteralLike(inner) ? inner.text : inner.getText();
}
