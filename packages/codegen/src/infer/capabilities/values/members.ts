import { ast, is } from '../../../source/types/typescript.ts';
import type { Code } from '../read/code.ts';
import {
  declaredName,
  isClass,
  isConstant,
  isParameterProperty,
  isStatic,
  unwrap,
  unwrapTyped,
} from '../../../source/types/syntax.ts';

type Node = ast.Node;

/** The class of a `new` expression, if it is the author's. */
function classAt(code: Code, node: ast.NewExpression): ast.ClassLikeDeclaration | undefined {
  return code.declaredAt(node.expression).find(isClass);
}

const chains = new WeakMap<Node, readonly ast.ClassLikeDeclaration[]>();

/** A class and its superclasses in the author's code. */
export function withBases(code: Code, holder: ast.ClassLikeDeclaration): readonly ast.ClassLikeDeclaration[] {
  const known = chains.get(holder);
  if (known) return known;
  const chain: ast.ClassLikeDeclaration[] = [];
  let node: Node | undefined = holder;
  while (node && isClass(node) && !chain.includes(node)) {
    chain.push(node);
    node = baseOf(code, node);
  }
  chains.set(holder, chain);
  return chain;
}

function baseOf(code: Code, node: ast.ClassLikeDeclaration): Node | undefined {
  const clause = node.heritageClauses?.find(({ token }) => token === ast.SyntaxKind.ExtendsKeyword);
  const base = clause?.types[0];
  if (!base) return undefined;
  const named = code.declaredAt(base.expression).find(isClass);
  if (named) return named;
  // `const Base = Runner`, `(Base: typeof Runner) =>`
  const made = code.instanceAt(base.expression)?.getSymbol();
  return made && code.declarationsOf(made).find(isClass);
}

/**
 * The members of a class or object literal with a name, or all of them: methods, accessors, properties and parameter
 * properties. A class's own members override those of its superclasses.
 */
export function findMembers(
  code: Code,
  holder: Node,
  key: string | undefined,
  ofClass: boolean,
): readonly Node[] {
  if (is.isObjectLiteralExpression(holder))
    return [...holder.properties].filter((each) => !is.isSpreadAssignment(each) && isNamed(each, key));
  const found: Node[] = [];
  if (!isClass(holder)) return found;
  for (const each of withBases(code, holder)) {
    found.push(...ownMembers(each, key, ofClass));
    if (key !== undefined && found.length > 0) break;
  }
  return found;
}

function ownMembers(
  node: ast.ClassLikeDeclaration,
  key: string | undefined,
  ofClass: boolean,
): readonly Node[] {
  const members = [...node.members].filter(
    (member) => isStatic(member) === ofClass && !is.isConstructorDeclaration(member),
  );
  const parameters = ofClass
    ? []
    : [...node.members]
        .filter(is.isConstructorDeclaration)
        .flatMap((each) => each.parameters.filter(isParameterProperty));
  return [...members, ...parameters].filter(
    (member) => 'name' in member && !isSignature(member) && isNamed(member, key),
  );
}

function isSignature(member: Node): boolean {
  return is.isMethodDeclaration(member) && !member.body;
}

// A computed name may be any.
function isNamed(member: Node, key: string | undefined): boolean {
  const name = declaredName(member);
  return key === undefined || name === undefined || name === key;
}

/** Whether a member's declaration is not just a type signature. */
export function hasValue(declared: Node): boolean {
  return !is.isPropertySignatureDeclaration(declared) && !is.isMethodSignatureDeclaration(declared);
}

/** The members with a name of an object that the author's code creates. */
export function membersOfMade(code: Code, origin: Node, key: string | undefined): readonly Node[] {
  const holder = is.isNewExpression(origin) ? classAt(code, origin) : origin;
  return holder && key !== undefined && isOwnObject(code, origin)
    ? findMembers(code, holder, key, false)
    : [];
}

/** Whether an origin is an object created by the author's code. */
export function isOwnObject(code: Code, origin: Node): boolean {
  return (
    is.isObjectLiteralExpression(origin) ||
    (is.isNewExpression(origin) && classAt(code, origin) !== undefined)
  );
}

/** What a literal, a new object or a class holds: elements, arguments, what is spread, and the declarations of members. */
export function heldIn(code: Code, origin: Node): readonly Node[] {
  const inner = (each: Node): Node =>
    is.isSpreadElement(each) || is.isSpreadAssignment(each) ? each.expression : each;
  if (is.isArrayLiteralExpression(origin)) return origin.elements.map(inner);
  if (is.isObjectLiteralExpression(origin)) return origin.properties.map(inner);
  const holder = is.isNewExpression(origin) ? classAt(code, origin) : origin;
  const given = is.isNewExpression(origin) ? (origin.arguments ?? []) : [];
  return [...given, ...(holder ? findMembers(code, holder, undefined, false) : [])];
}

/** The object literal that a constant holds: `const formats = { csv, json }`. What is assigned to its members is no other object. */
export function literalAt(code: Code, name: Node | undefined): Node | undefined {
  const value = name && unwrap(name);
  if (!value || !is.isIdentifier(value)) return undefined;
  const [declared, another] = code.declaredAt(value);
  if (!declared || another || !is.isVariableDeclaration(declared) || !isConstant(declared)) return undefined;
  const literal = declared.initializer && unwrapTyped(declared.initializer);
  const isWhole =
    literal &&
    is.isObjectLiteralExpression(literal) &&
    !literal.properties.some((each) => is.isSpreadAssignment(each) || declaredName(each) === '__proto__');
  return isWhole ? literal : undefined;
}

/** The initializer of a property or variable. */
export function valueOf(member: Node): Node | undefined {
  const hasInitializer =
    is.isPropertyAssignment(member) || is.isPropertyDeclaration(member) || is.isVariableDeclaration(member);
  if (hasInitializer) return member.initializer;
  return is.isShorthandPropertyAssignment(member) ? member.name : undefined;
}
