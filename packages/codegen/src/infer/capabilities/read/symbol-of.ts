import { ast, is, type Symbol } from '../../../source/types/typescript.ts';
import { type Origin, originOf } from '../../../source/whose-code.ts';
import type { Code } from './code.ts';
import { isText, keyOf, hasModifier } from '../../../source/types/syntax.ts';

type Node = ast.Node;

/** Methods that add their arguments to a container. */
export const FILLING: RegExp = /^(?:push|unshift|splice|fill|set|add)$/;

/** The symbol that an expression or a destructured name refers to. */
export function symbolOf(code: Code, node: Node): Symbol | undefined {
  if (is.isBindingElement(node)) {
    const type = code.typeAt(node.parent);
    const key = keyOf(node);
    return type && key !== undefined ? code.property(type, key) : undefined;
  }
  const name = is.isPropertyAccessExpression(node)
    ? node.name
    : is.isElementAccessExpression(node)
      ? node.argumentExpression
      : node;
  const symbol =
    is.isIdentifier(name) || is.isPrivateIdentifier(name) || isText(name)
      ? code.names.symbolAt(name)
      : undefined;
  return symbol && code.names.target(symbol);
}

/** Whether a symbol is declared by one of some origins. */
export function isFrom(symbol: Symbol | undefined, ...origins: readonly Origin[]): boolean {
  return symbol?.declarations.some(({ path }) => origins.includes(originOf(path))) ?? false;
}

/** Whether a symbol is a property of the language's types, which holds what code gives it: `result.value`. */
export function holdsValue(symbol: Symbol | undefined): boolean {
  const declarations = symbol?.declarations ?? [];
  return (
    isFrom(symbol, 'language') && declarations.every(({ kind }) => kind === ast.SyntaxKind.PropertySignature)
  );
}

/** Whether a symbol is declared by the language or the platform. */
export const isOfLibrary = (symbol: Symbol | undefined): boolean => isFrom(symbol, 'platform', 'language');

/** Whether a declaration is the property, method or accessor of a type. */
export function isSignature(declaration: Node): boolean {
  if (is.isPropertySignatureDeclaration(declaration) || is.isMethodSignatureDeclaration(declaration))
    return true;
  const { parent } = declaration;
  return (
    (is.isGetAccessorDeclaration(declaration) || is.isSetAccessorDeclaration(declaration)) &&
    (is.isInterfaceDeclaration(parent) || is.isTypeLiteralNode(parent))
  );
}

/** Whether a declaration of the author's describes a value of the page or third-party code. */
export function isProvided(code: Code, declaration: Node): boolean {
  if (isSignature(declaration))
    return isPageMember(code, declaration) || augmentedModule(declaration) !== undefined;
  return isAmbient(declaration);
}

// `declare global { interface Window { app: App } }`: the interface is also the platform's.
function isPageMember(code: Code, { parent }: Node): boolean {
  const symbol = is.isInterfaceDeclaration(parent) ? code.names.symbolAt(parent.name) : undefined;
  return isFrom(symbol, 'platform');
}

/** The module that a declaration adds to: `@btcp/core`, by which an author declares what a host adds, or that of a package. */
export function augmentedModule(declaration: Node): string | undefined {
  for (let node = declaration; node && !is.isSourceFile(node); node = node.parent)
    if (is.isModuleDeclaration(node) && is.isStringLiteral(node.name)) return node.name.text;
  return undefined;
}

/** Whether a declaration is ambient: `declare`, a declaration file, a global type. */
export function isAmbient(declaration: Node): boolean {
  if (declaration.getSourceFile().isDeclarationFile) return true;
  for (let node = declaration; node && !is.isSourceFile(node); node = node.parent)
    if (hasModifier(node, ast.SyntaxKind.DeclareKeyword)) return true;
  return false;
}
