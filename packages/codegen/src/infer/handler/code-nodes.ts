import { ts } from '../../source/ts.ts';
import { unwrap } from '../../source/unwrap.ts';
import { originOf } from '../capabilities/read/whose-code.ts';

/** A function, method or accessor with a body. */
export type BodyNode = ts.FunctionLikeDeclaration & { readonly body: ts.ConciseBody };

/** Whether a node is a function with a body. */
export function hasBody(node: ts.Node): node is BodyNode {
  return ts.isFunctionLike(node) && 'body' in node && node.body !== undefined;
}

/** Whether a function's code can be entered as a value: by being called. */
export function isFunctionValue(node: ts.Node): node is BodyNode {
  return (
    ts.isFunctionExpression(node) ||
    ts.isArrowFunction(node) ||
    (hasBody(node) && (ts.isFunctionDeclaration(node) || ts.isMethodDeclaration(node)))
  );
}

/** Whether a node is part of the author's code. */
export function isOfProject(node: ts.Node): boolean {
  return originOf(node.getSourceFile().fileName) === 'project';
}

/** What an alias stands for; undefined if it leads to a module that is not there. */
export function resolveAlias(checker: ts.TypeChecker, symbol: ts.Symbol): ts.Symbol | undefined {
  if ((symbol.flags & ts.SymbolFlags.Alias) === 0) return symbol;
  const target = checker.getAliasedSymbol(symbol);
  return target.declarations?.length ? target : undefined;
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

/** The functions that the member `execute` of a definition is, or the expressions that make them. */
export function executesOf(checker: ts.TypeChecker, definition: ts.Expression): readonly ts.Node[] {
  return membersOf(checker, unwrap(definition)).flatMap((member): readonly ts.Node[] => {
    if (isFunctionValue(member)) return [member];
    if (ts.isPropertyAssignment(member)) return ofValue(checker, unwrap(member.initializer));
    if (!ts.isShorthandPropertyAssignment(member)) return [];
    const value = checker.getShorthandAssignmentValueSymbol(member);
    return value ? ofSymbol(checker, value) : [];
  });
}

// Most definitions spell it out; the type of a definition costs as much as everything else of a small tool.
function membersOf(checker: ts.TypeChecker, definition: ts.Expression): readonly ts.Node[] {
  const spelled = ts.isObjectLiteralExpression(definition)
    ? definition.properties.findLast(
        (property) => ts.isSpreadAssignment(property) || nameOf(property.name) === 'execute',
      )
    : undefined;
  if (spelled && !ts.isSpreadAssignment(spelled)) return [spelled];
  const symbol = checker.getTypeAtLocation(definition).getProperty('execute');
  return symbol?.declarations?.filter(isOfProject) ?? [];
}

function ofValue(checker: ts.TypeChecker, value: ts.Expression): readonly ts.Node[] {
  const symbol = ts.isIdentifier(value) ? checker.getSymbolAtLocation(value) : undefined;
  const named = symbol ? ofSymbol(checker, symbol) : [];
  return named.length > 0 ? named : [value];
}

function ofSymbol(checker: ts.TypeChecker, symbol: ts.Symbol): readonly ts.Node[] {
  const declarations = resolveAlias(checker, symbol)?.declarations ?? [];
  return declarations.flatMap((declaration): readonly ts.Node[] => {
    if (isFunctionValue(declaration)) return [declaration];
    const value = ts.isVariableDeclaration(declaration) && declaration.initializer;
    return value ? ofValue(checker, unwrap(value)) : [];
  });
}
