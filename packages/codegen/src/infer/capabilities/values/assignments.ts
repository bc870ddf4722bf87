import { ast, is } from '../../../source/types/typescript.ts';
import {
  declaredName,
  isAccess,
  isClass,
  isConstant,
  isModuleLevel,
  isText,
  keyOf,
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
