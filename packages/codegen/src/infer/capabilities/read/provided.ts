import { ast, is } from '../../../source/types/typescript.ts';
import type { Code } from './code.ts';
import { hasModifier } from '../../../source/types/syntax.ts';
import { isFrom } from './symbol-of.ts';

type Node = ast.Node;

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
  if (isSignature(declaration)) return isPageMember(code, declaration) || isAugmentation(declaration);
  return isAmbient(declaration);
}

// `declare global { interface Window { app: App } }`: the interface is also the platform's.
function isPageMember(code: Code, { parent }: Node): boolean {
  const symbol = is.isInterfaceDeclaration(parent) ? code.names.symbolAt(parent.name) : undefined;
  return isFrom(symbol, 'platform');
}

/** Whether a declaration is part of `declare module '@btcp/core' { … }`, by which an author declares a host's additions. */
export function isAugmentation(declaration: Node): boolean {
  for (let node = declaration; node && !is.isSourceFile(node); node = node.parent)
    if (is.isModuleDeclaration(node) && is.isStringLiteral(node.name)) return true;
  return false;
}

/** Whether a declaration is ambient: `declare`, a declaration file, a global type. */
export function isAmbient(declaration: Node): boolean {
  if (declaration.getSourceFile().isDeclarationFile) return true;
  for (let node = declaration; node && !is.isSourceFile(node); node = node.parent)
    if (hasModifier(node, ast.SyntaxKind.DeclareKeyword)) return true;
  return false;
}
