import { ts } from '../../source/ts.ts';
import { unwrap } from '../../source/unwrap.ts';

/** What one walk of a function's code collects, for all rules. */
export interface UnitFacts {
  /** Where each name is used as a value; types, keys and declarations do not count. */
  readonly names: ReadonlyMap<string, readonly ts.Identifier[]>;
  readonly calls: readonly CallSite[];
  readonly constructions: readonly ts.NewExpression[];
  /** What is thrown, unless a `catch` of the same function takes it. */
  readonly thrown: readonly ts.Expression[];
  /** Calls and constructions whose results nobody takes, where `await` may stand. */
  readonly dropped: readonly (ts.CallExpression | ts.NewExpression)[];
  /** The function's own, functions inside of it aside. */
  readonly returns: readonly ts.ReturnStatement[];
  /** The first loop that awaits. */
  readonly slowLoop: ts.Node | undefined;
}

/** A call, and whether what it throws is caught around it. */
export interface CallSite {
  readonly call: ts.CallExpression;
  readonly isCaught: boolean;
}

const known = new WeakMap<ts.Node, UnitFacts>();

/** The facts of a function, or of the expression that makes one. */
export function factsOf(unit: ts.Node): UnitFacts {
  let facts = known.get(unit);
  if (!facts) {
    const walk = new UnitWalk();
    walk.children(unit, { isOwn: true, mayAwait: true, isCaught: false, loop: undefined });
    known.set(unit, (facts = walk));
  }
  return facts;
}

/** What surrounds a node. */
interface Around {
  /** Not inside of a function of its own. */
  readonly isOwn: boolean;
  /** The innermost function is the unit, or async. */
  readonly mayAwait: boolean;
  readonly isCaught: boolean;
  /** The outermost loop of the innermost function. */
  readonly loop: ts.Node | undefined;
}

class UnitWalk implements UnitFacts {
  readonly names = new Map<string, ts.Identifier[]>();
  readonly calls: CallSite[] = [];
  readonly constructions: ts.NewExpression[] = [];
  readonly thrown: ts.Expression[] = [];
  readonly dropped: (ts.CallExpression | ts.NewExpression)[] = [];
  readonly returns: ts.ReturnStatement[] = [];
  slowLoop: ts.Node | undefined;

  children(node: ts.Node, around: Around): void {
    ts.forEachChild(node, (child) => this.#visit(child, around));
  }

  #visit(node: ts.Node, around: Around): void {
    if (ts.isIdentifier(node)) return this.#name(node);
    if (ts.isTypeNode(node) && !ts.isExpressionWithTypeArguments(node)) return;
    if (ts.isFunctionLike(node)) return this.children(node, within(node, around));
    if (ts.isTryStatement(node)) return this.#try(node, around);
    this.#note(node, around);
    this.children(node, isLoop(node) ? { ...around, loop: around.loop ?? node } : around);
  }

  #try(node: ts.TryStatement, around: Around): void {
    this.#visit(node.tryBlock, { ...around, isCaught: around.isCaught || node.catchClause !== undefined });
    if (node.catchClause) this.#visit(node.catchClause, around);
    if (node.finallyBlock) this.#visit(node.finallyBlock, around);
  }

  #note(node: ts.Node, around: Around): void {
    const { isOwn, isCaught, mayAwait, loop } = around;
    if (ts.isCallExpression(node)) this.calls.push({ call: node, isCaught });
    else if (ts.isNewExpression(node)) this.constructions.push(node);
    else if (ts.isThrowStatement(node) && !isCaught) this.thrown.push(node.expression);
    else if (ts.isReturnStatement(node) && isOwn) this.returns.push(node);
    else if (ts.isExpressionStatement(node) && mayAwait) this.#drop(node.expression);
    else if (ts.isAwaitExpression(node)) this.slowLoop ??= loop;
    else if (ts.isForOfStatement(node) && node.awaitModifier) this.slowLoop ??= node;
  }

  // A statement that is `a && b()`, or `a ? b() : c()`.
  #drop(expression: ts.Expression): void {
    const value = unwrap(expression);
    if (ts.isCallExpression(value) || ts.isNewExpression(value)) this.dropped.push(value);
    else if (ts.isConditionalExpression(value)) {
      this.#drop(value.whenTrue);
      this.#drop(value.whenFalse);
    } else if (ts.isBinaryExpression(value) && DROPPING.has(value.operatorToken.kind)) {
      this.#drop(value.right);
    }
  }

  #name(node: ts.Identifier): void {
    if (isNotUse(node)) return;
    const others = this.names.get(node.text);
    if (others) others.push(node);
    else this.names.set(node.text, [node]);
  }
}

const DROPPING: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.AmpersandAmpersandToken,
  ts.SyntaxKind.BarBarToken,
  ts.SyntaxKind.QuestionQuestionToken,
  ts.SyntaxKind.CommaToken,
]);

// What a callback throws reaches whoever catches around its call, unless it runs later: say nothing when unsure.
function within(fn: ts.SignatureDeclaration, { isCaught }: Around): Around {
  const isAsync =
    ts.canHaveModifiers(fn) &&
    (ts.getModifiers(fn)?.some(({ kind }) => kind === ts.SyntaxKind.AsyncKeyword) ?? false);
  return { isOwn: false, mayAwait: isAsync, isCaught, loop: undefined };
}

function isLoop(node: ts.Node): boolean {
  return ts.isIterationStatement(node, false);
}

// A key, or the name of something that is declared here.
function isNotUse(node: ts.Identifier): boolean {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent) || ts.isPropertyAssignment(parent)) return parent.name === node;
  if (ts.isBindingElement(parent)) return parent.initializer !== node;
  if (ts.isVariableDeclaration(parent) || ts.isParameter(parent)) return parent.name === node;
  return ts.isFunctionLike(parent) && parent.name === node;
}
