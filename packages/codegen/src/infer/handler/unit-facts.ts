import { push } from '../../source/group-by.ts';
import { ast, is } from '../../source/types/typescript.ts';
import { type FunctionNode, hasModifier, isFunctionLike, isIteration, unwrap } from './syntax.ts';

const known = new WeakMap<ast.Node, UnitFacts>();

export function factsOf(unit: ast.Node): UnitFacts {
  let facts = known.get(unit);
  if (!facts) {
    facts = new UnitFacts();
    facts.children(unit, { isOwn: true, mayAwait: true, isCaught: false, loop: undefined });
    known.set(unit, facts);
  }
  return facts;
}

interface Around {
  /** Not inside a nested function. */
  readonly isOwn: boolean;
  /** The innermost function is the unit, or async. */
  readonly mayAwait: boolean;
  readonly isCaught: boolean;
  /** The outermost loop of the innermost function. */
  readonly loop: ast.Node | undefined;
}

/** Facts about a function's code, collected in one walk for all rules. */
export class UnitFacts {
  /** The uses of each name as a value, without types, keys and declarations. */
  readonly names: Map<string, ast.Identifier[]> = new Map();
  readonly calls: ast.CallExpression[] = [];
  readonly constructions: ast.NewExpression[] = [];
  /** Thrown expressions that no `catch` of the same function handles. */
  readonly thrown: ast.Expression[] = [];
  /** Calls and `new` expressions with unused results, where `await` is allowed. */
  readonly dropped: (ast.CallExpression | ast.NewExpression)[] = [];
  /** Those of the function itself, without nested functions. */
  readonly returns: ast.ReturnStatement[] = [];
  /** The first loop that awaits. */
  slowLoop: ast.Node | undefined;

  children(node: ast.Node, around: Around): void {
    node.forEachChild((child) => this.#visit(child, around));
  }

  #visit(node: ast.Node, around: Around): void {
    if (is.isIdentifier(node)) return this.#name(node);
    if (is.isTypeNode(node) && !is.isExpressionWithTypeArguments(node)) return;
    if (isFunctionLike(node)) return this.children(node, within(node, around));
    if (is.isTryStatement(node)) return this.#try(node, around);
    this.#note(node, around);
    this.children(node, isIteration(node) ? { ...around, loop: around.loop ?? node } : around);
  }

  #try(node: ast.TryStatement, around: Around): void {
    this.#visit(node.tryBlock, { ...around, isCaught: around.isCaught || node.catchClause !== undefined });
    if (node.catchClause) this.#visit(node.catchClause, around);
    if (node.finallyBlock) this.#visit(node.finallyBlock, around);
  }

  #note(node: ast.Node, around: Around): void {
    const { isOwn, isCaught, mayAwait, loop } = around;
    if (is.isCallExpression(node)) this.calls.push(node);
    else if (is.isNewExpression(node)) this.constructions.push(node);
    else if (is.isThrowStatement(node) && !isCaught) this.thrown.push(node.expression);
    else if (is.isReturnStatement(node) && isOwn) this.returns.push(node);
    else if (is.isExpressionStatement(node) && mayAwait) this.#drop(node.expression);
    else if (is.isAwaitExpression(node)) this.slowLoop ??= loop;
    else if (is.isForOfStatement(node) && node.awaitModifier) this.slowLoop ??= node;
  }

  // A statement that is `a && b()`.
  #drop(expression: ast.Expression): void {
    const value = unwrap(expression);
    if (is.isCallExpression(value) || is.isNewExpression(value)) this.dropped.push(value);
    else if (is.isBinaryExpression(value) && value.operatorToken.kind === AND) this.#drop(value.right);
  }

  #name(node: ast.Identifier): void {
    if (!isNotUse(node)) push(this.names, node.text, node);
  }
}

const AND = ast.SyntaxKind.AmpersandAmpersandToken;

// Errors of a callback count as caught by a `catch` around its call, although the callback may run later.
function within(fn: FunctionNode, { isCaught }: Around): Around {
  const isAsync = hasModifier(fn, ast.SyntaxKind.AsyncKeyword);
  return { isOwn: false, mayAwait: isAsync, isCaught, loop: undefined };
}

// A key, or the name of a declaration.
function isNotUse(node: ast.Identifier): boolean {
  const { parent } = node;
  if (is.isPropertyAccessExpression(parent) || is.isPropertyAssignment(parent)) return parent.name === node;
  if (is.isBindingElement(parent)) return parent.initializer !== node;
  if (is.isVariableDeclaration(parent) || is.isParameterDeclaration(parent)) return parent.name === node;
  return isFunctionLike(parent) && 'name' in parent && parent.name === node;
}
