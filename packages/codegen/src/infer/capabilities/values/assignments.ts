import { ast, is } from '../../../source/types/typescript.ts';
import {
  declaredName,
  enclosingFunction,
  isAccess,
  isClass,
  isConstant,
  isModuleLevel,
  isParameterProperty,
  isPrivate,
  isText,
  keyOf,
  outermost,
  unwrap,
} from '../../../source/types/syntax.ts';
import type { Code } from '../read/code.ts';

type Node = ast.Node;

/**
 * What is assigned to the variable of a module, or the field of a class, that an expression names, anywhere in its module or
 * class: code of other tools, too, may have run before.
 */
export function assignedTo(code: Code, node: Node): readonly ast.BinaryExpression[] {
  return code.declaredAt(unwrap(node)).flatMap((declared) => {
    const scope = scopeOf(declared);
    const name = declaredName(declared);
    if (scope)
      return assignmentsIn(scope).filter(
        ({ left }) => nameOf(left) === name && code.declaredAt(left).includes(declared),
      );
    // `const current = service;`
    const value = is.isVariableDeclaration(declared) && declared.initializer && unwrap(declared.initializer);
    return value && (is.isIdentifier(value) || isAccess(value)) ? assignedTo(code, value) : [];
  });
}

const nameOf = (left: Node): string | undefined =>
  is.isIdentifier(left) ? left.text : isAccess(left) ? keyOf(left) : undefined;

// Other modules cannot assign a variable; what assigns a public field from outside is not looked for.
function scopeOf(declared: Node): Node | undefined {
  if (is.isPropertyDeclaration(declared) && isClass(declared.parent)) return declared.parent;
  const isVariable = is.isVariableDeclaration(declared) && isModuleLevel(declared) && !isConstant(declared);
  return isVariable ? declared.getSourceFile() : undefined;
}

const known = new WeakMap<Node, readonly ast.BinaryExpression[]>();

function assignmentsIn(scope: Node): readonly ast.BinaryExpression[] {
  let found = known.get(scope);
  if (!found) known.set(scope, (found = findAssignments(scope)));
  return found;
}

function findAssignments(node: Node): ast.BinaryExpression[] {
  const found: ast.BinaryExpression[] = [];
  const visit = (each: Node): void => {
    if (is.isBinaryExpression(each) && ASSIGNING.test(each.operatorToken.getText()) && mayBeCode(each.right))
      found.push(each);
    each.forEachChild(visit);
  };
  node.forEachChild(visit);
  return found;
}

const ASSIGNING = /^(?:=|\?\?=|\|\|=|&&=)$/;

const DATA: ReadonlySet<ast.SyntaxKind> = new Set([
  ast.SyntaxKind.NullKeyword,
  ast.SyntaxKind.TrueKeyword,
  ast.SyntaxKind.FalseKeyword,
  ast.SyntaxKind.NumericLiteral,
  ast.SyntaxKind.TemplateExpression,
  ast.SyntaxKind.ArrayLiteralExpression,
]);

function mayBeCode(node: Node): boolean {
  const value = unwrap(node);
  return !DATA.has(value.kind) && !isText(value) && value.getText() !== 'undefined';
}

/**
 * The calls of a function that is used as a value: `(given ?? fetch)(path)`, or a default or constant whose name is only called.
 * Undefined if it may be used in other ways.
 */
export function callsOf(value: Node): readonly ast.CallExpression[] | undefined {
  const call = callBy(value);
  if (call) return [call];
  const declared = outermostChoice(value).parent;
  const scope = isDefault(declared) ? useScopeOf(declared) : undefined;
  const name = declaredName(declared);
  if (!scope || name === undefined || isNamedOtherwise(scope, name)) return undefined;
  const calls = namesIn(scope, name, declared).map(callBy);
  return calls.some((each) => !each) ? undefined : calls.flatMap((each) => each ?? []);
}

// `this['load']`; of an object that is used as a whole, all members may be.
function isNamedOtherwise(scope: Node, name: string): boolean {
  const isPrivateName = name.startsWith('#');
  const { text } = scope.getSourceFile();
  return (
    [`'${name}'`, `"${name}"`, `\`${name}\``].some((each) => text.includes(each)) ||
    (isClass(scope) && !isPrivateName && /\bthis\b(?!\s*[!?]?\.)/.test(scope.getText()))
  );
}

type Default = ast.ParameterDeclaration | ast.PropertyDeclaration | ast.VariableDeclaration;

const isDefault = (node: Node): node is Default =>
  is.isParameterDeclaration(node) || is.isPropertyDeclaration(node) || is.isVariableDeclaration(node);

// Where a name can be used: only what is private is not named elsewhere.
function useScopeOf(declared: Default): Node | undefined {
  if (is.isVariableDeclaration(declared))
    return isConstant(declared) ? enclosingFunction(declared) : undefined;
  const { parent } = declared;
  if (!is.isPropertyDeclaration(declared) && !isParameterProperty(declared)) return parent;
  return isPrivate(declared) ? enclosingClass(declared) : undefined;
}

function enclosingClass(member: Node): Node | undefined {
  const holder = is.isParameterDeclaration(member) ? member.parent.parent : member.parent;
  return isClass(holder) ? holder : undefined;
}

// Accesses of a member, and names.
function namesIn(scope: Node, name: string, declared: Node): readonly Node[] {
  const found: Node[] = [];
  const visit = (each: Node): void => {
    if (is.isTypeNode(each)) return;
    if (
      (is.isIdentifier(each) || is.isPrivateIdentifier(each)) &&
      each.text === name &&
      each.parent !== declared
    )
      found.push(
        is.isPropertyAccessExpression(each.parent) && each.parent.name === each ? each.parent : each,
      );
    each.forEachChild(visit);
  };
  scope.forEachChild(visit);
  return found;
}

function callBy(value: Node): ast.CallExpression | undefined {
  const whole = outermostChoice(value);
  const { parent } = whole;
  return is.isCallExpression(parent) && parent.expression === whole ? parent : undefined;
}

// `(given || fetch)`, `given ? given : fetch`
function outermostChoice(value: Node): Node {
  const whole = outermost(value);
  const { parent } = whole;
  const isChoice =
    (is.isBinaryExpression(parent) && /^(?:\?\?|\|\|)$/.test(parent.operatorToken.getText())) ||
    (is.isConditionalExpression(parent) && parent.condition !== whole);
  return isChoice ? outermostChoice(parent) : whole;
}
