import type { Types as Code } from '../../source/types/types.ts';
import { ast, is, type Symbol } from '../../source/types/typescript.ts';
import { originOf } from '../../source/whose-code.ts';
import { isInSource } from '../output/type-facts.ts';
import { isConstant } from '../../source/types/syntax.ts';
import { type FunctionNode, bare, isFunctionLike, isText, nameText, unwrap } from './syntax.ts';

/** Whether a value of a node's kind can be called. */
export function isFunctionValue(node: ast.Node): node is FunctionNode {
  return (
    isFunctionLike(node) &&
    !is.isConstructorDeclaration(node) &&
    !is.isGetAccessorDeclaration(node) &&
    !is.isSetAccessorDeclaration(node)
  );
}

/** The declarations of a symbol, or of what it is an alias of, in the author's source. */
export function declarationsOf(code: Code, symbol: Symbol | undefined): readonly ast.Node[] {
  if (!symbol) return [];
  return (code.names.target(symbol)?.declarations ?? []).flatMap((declaration) => {
    const isOwn = isInSource(declaration) && originOf(declaration.path) === 'project';
    const node = isOwn ? code.nodeOf(declaration) : undefined;
    return node ? [node] : [];
  });
}

/** The possible functions of a definition's `execute`, or the expressions that create them. */
export function executesOf(code: Code, definition: ast.Node): readonly ast.Node[] {
  return membersOf(code, unwrap(definition), 'execute').flatMap((member) => functionsOf(code, member));
}

/**
 * Whether a definition may have members that cannot be read in it: a name that is computed, or a spread of anything but a
 * constant that is only spread. They could take the place of `execute`, and types may be wrong about them.
 */
export function isOpen(code: Code, definition: ast.Node): boolean {
  const value = bare(definition);
  const literal = is.isObjectLiteralExpression(value) ? value : literalNamed(code, value);
  return !literal?.properties.every((member) =>
    is.isSpreadAssignment(member)
      ? !isOpen(code, member.expression)
      : !is.isComputedPropertyName(member.name) || is.isStringLiteral(member.name.expression),
  );
}

/** The object literal of a constant that nothing in its module can change: it is only spread, or is the definition. */
function literalNamed(code: Code, name: ast.Node): ast.ObjectLiteralExpression | undefined {
  const [declared, ...others] = is.isIdentifier(name) ? declarationsOf(code, code.names.symbolAt(name)) : [];
  if (!declared || others.length > 0 || !is.isVariableDeclaration(declared)) return undefined;
  // A type may hide what the object has.
  if (!declared.initializer || declared.type) return undefined;
  const { text } = declared.getSourceFile();
  const word = declared.name.getText().replaceAll('$', '\\$');
  const count = (pattern: string): number => text.match(new RegExp(pattern, 'g'))?.length ?? 0;
  const spread = count(`\\.\\.\\.${word}(?=\\s*[,}])`);
  const isDefinition = !is.isSpreadAssignment(name.parent);
  const isOnlyRead =
    count(`(?<![\\w$])${word}(?![\\w$])`) === 1 + spread + (isDefinition ? 1 : 0) &&
    count(`(?<!export\\s+)\\bconst\\s+${word}(?![\\w$])`) === 1;
  const value = bare(declared.initializer);
  return isOnlyRead && is.isObjectLiteralExpression(value) ? value : undefined;
}

/** The same of its `confirm`, where that is neither `true` nor a text. */
export function confirmsOf(code: Code, definition: ast.Node): readonly ast.Node[] {
  return membersOf(code, unwrap(definition), 'confirm')
    .flatMap((member) => functionsOf(code, member))
    .filter((value) => value.kind !== ast.SyntaxKind.TrueKeyword && !isText(value));
}

/** The same of the `mapInput` of its aliases. */
export function mappingsOf(code: Code, definition: ast.Node): readonly ast.Node[] {
  return membersOf(code, unwrap(definition), 'aliases')
    .flatMap((aliases) => functionsOf(code, aliases))
    .flatMap((aliases) => (is.isObjectLiteralExpression(aliases) ? [...aliases.properties] : [aliases]))
    .flatMap((alias) => functionsOf(code, alias))
    .flatMap((alias) => (is.isObjectLiteralExpression(alias) ? membersOf(code, alias, 'mapInput') : [alias]))
    .flatMap((member) => functionsOf(code, member));
}

function functionsOf(code: Code, member: ast.Node): readonly ast.Node[] {
  if (isFunctionValue(member)) return [member];
  if (is.isPropertyAssignment(member)) return ofValue(code, unwrap(member.initializer));
  return is.isShorthandPropertyAssignment(member) ? ofSymbol(code, code.names.symbolAt(member.name)) : [];
}

// Tries the syntax first, because the type of a definition costs as much as the rest of a small tool.
function membersOf(code: Code, definition: ast.Node, name: string): readonly ast.Node[] {
  if (is.isObjectLiteralExpression(definition)) {
    const spelled = [...definition.properties].findLast(
      (property) => is.isSpreadAssignment(property) || nameText(property.name) === name,
    );
    if (!spelled) return [];
    if (!is.isSpreadAssignment(spelled)) return [spelled];
  }
  const type = code.checker.getTypeAtLocation(definition);
  return declarationsOf(code, type && code.checker.getPropertyOfType(type, name));
}

function ofValue(code: Code, value: ast.Node): readonly ast.Node[] {
  const named = is.isIdentifier(value) ? ofSymbol(code, code.names.symbolAt(value)) : [];
  return named.length > 0 ? named : [value];
}

function ofSymbol(code: Code, symbol: Symbol | undefined): readonly ast.Node[] {
  return declarationsOf(code, symbol).flatMap((declaration): readonly ast.Node[] => {
    if (isFunctionValue(declaration)) return [declaration];
    const value = is.isVariableDeclaration(declaration) && isConstant(declaration) && declaration.initializer;
    return value ? ofValue(code, unwrap(value)) : [];
  });
}

export interface Literal {
  readonly value: string | number | boolean | null;
}

const WORDS: ReadonlyMap<ast.SyntaxKind, boolean | null> = new Map<ast.SyntaxKind, boolean | null>([
  [ast.SyntaxKind.TrueKeyword, true],
  [ast.SyntaxKind.FalseKeyword, false],
  [ast.SyntaxKind.NullKeyword, null],
]);

/** The value of a literal, or of a constant that is one; undefined for all else. */
export function literalOf(code: Code, expression: ast.Node): Literal | undefined {
  const node = unwrap(expression);
  if (!is.isIdentifier(node)) return writtenLiteral(node);
  const [declaration] = declarationsOf(code, code.names.symbolAt(node));
  if (!declaration || !is.isVariableDeclaration(declaration) || !isConstant(declaration)) return undefined;
  return declaration.initializer && writtenLiteral(unwrap(declaration.initializer));
}

function writtenLiteral(node: ast.Node): Literal | undefined {
  if (isText(node)) return { value: node.text };
  if (is.isNumericLiteral(node)) return { value: Number(node.text) };
  const word = WORDS.get(node.kind);
  if (word !== undefined) return { value: word };
  const isNegative = is.isPrefixUnaryExpression(node) && node.operator === ast.SyntaxKind.MinusToken;
  return isNegative && is.isNumericLiteral(node.operand) ? { value: -Number(node.operand.text) } : undefined;
}
