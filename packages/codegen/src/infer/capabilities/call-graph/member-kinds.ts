import { ast, is } from '../../../source/types/typescript.ts';
import type { Code } from '../read/code.ts';
import { isSignature } from '../read/provided.ts';
import { symbolOf, isFrom } from '../read/symbol-of.ts';
import { type Origin } from '../../../source/whose-code.ts';
import { isClass, isParameterProperty } from '../../../source/types/syntax.ts';
import { withBases } from '../values/members.ts';
import type { Reference } from './step.ts';

type Node = ast.Node;

/** Members that the language or the platform calls implicitly, and those that it reads. */
export const IMPLICIT: RegExp =
  /^(?:toJSON|toString|toLocaleString|valueOf|then|next|return|handleEvent|length|raw|cause|Symbol\..*)$/;

/** Whether a declaration says which code runs: a private one, one of `super`, or none of an object's. */
export function isExact(declared: Node, { receiver }: Reference): boolean {
  if (isSignature(declared) || is.isParameterDeclaration(declared)) return false;
  const name = 'name' in declared ? (declared.name as Node | undefined) : undefined; // of a declaration
  if (name && is.isPrivateIdentifier(name)) return true;
  if (receiver?.kind === ast.SyntaxKind.SuperKeyword) return true;
  return !isClass(declared.parent) && !is.isObjectLiteralExpression(declared.parent);
}

/** Whether a declaration has code: not a signature, an abstract method, or `run!: () => void`, which code sets on the prototype. */
export function hasCode(declared: Node): boolean {
  if (isSignature(declared) || is.isParameterDeclaration(declared)) return false;
  if (is.isMethodDeclaration(declared)) return declared.body !== undefined;
  return !is.isPropertyDeclaration(declared) || declared.initializer !== undefined;
}

/** Whether a type declares that an object may lack a member. */
export function isOptional(declared: Node): boolean {
  const isMember = is.isPropertySignatureDeclaration(declared) || is.isMethodSignatureDeclaration(declared);
  return isMember && declared.postfixToken?.kind === ast.SyntaxKind.QuestionToken;
}

/** Whether a declaration is a property of an object. */
export function isProperty(declared: Node): boolean {
  return (
    is.isPropertyAssignment(declared) ||
    is.isShorthandPropertyAssignment(declared) ||
    is.isPropertyDeclaration(declared) ||
    is.isEnumMember(declared) ||
    isParameterProperty(declared)
  );
}

/** Whether a class extends one of some origins. */
export function extendsOne(
  code: Code,
  node: ast.ClassLikeDeclaration,
  ...origins: readonly Origin[]
): boolean {
  return withBases(code, node).some((each) =>
    each.heritageClauses?.some(
      ({ token, types: [base] }) =>
        token === ast.SyntaxKind.ExtendsKeyword &&
        base !== undefined &&
        isFrom(symbolOf(code, base.expression), ...origins),
    ),
  );
}
