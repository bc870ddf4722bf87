import { ts } from '../source/ts.ts';
import { unwrap } from '../source/unwrap.ts';
import { boundNames, referencedNames } from '../source/module-outline.ts';

/** What running some code changes. */
export interface Effects {
  /** Top-level names that are changed. */
  readonly names: ReadonlySet<string>;
  /** Positions of the parameters whose value is changed. */
  readonly parameters: ReadonlySet<number>;
}

/** Methods that change what they are called on. */
const CHANGING = words('push pop shift unshift splice sort reverse fill copyWithin', 'set add delete clear');

/** Methods that only read; any other may change. `execute` is a tool's own. */
const READING = words(
  'forEach map filter flatMap some every find findIndex findLast reduce join includes indexOf at',
  'slice concat flat toSorted keys values entries get has toString startsWith endsWith match test replace',
  'split trim log info warn error debug then execute',
);

function words(...lines: readonly string[]): ReadonlySet<string> {
  return new Set(lines.flatMap((line) => line.split(' ')));
}

/** Functions of the language that change their first argument. */
const CHANGES_FIRST_ARGUMENT: Readonly<Record<string, ReadonlySet<string>>> = {
  Object: new Set(['assign', 'defineProperty', 'defineProperties', 'setPrototypeOf']),
  Reflect: new Set(['set', 'defineProperty', 'deleteProperty', 'setPrototypeOf']),
};

/** Gathers what code changes, from its syntax. */
export class EffectVisitor {
  readonly #names = new Set<string>();
  readonly #parameters = new Set<number>();
  /** Names declared on the way: whether the value is made there, or may be one of outside. */
  readonly #locals = new Map<string, boolean>();
  #changesAlias = false;
  readonly #given: ReadonlyMap<string, number>;
  readonly #countsAnyMethod: (name: string) => boolean;
  readonly #handlers: ReadonlySet<ts.Node>;
  readonly #onCall: (call: ts.CallExpression, visitor: EffectVisitor) => void;

  constructor(
    given: ReadonlyMap<string, number>,
    countsAnyMethod: (name: string) => boolean,
    handlers: ReadonlySet<ts.Node>,
    onCall: (call: ts.CallExpression, visitor: EffectVisitor) => void,
  ) {
    this.#given = given;
    this.#countsAnyMethod = countsAnyMethod;
    this.#handlers = handlers;
    this.#onCall = onCall;
  }

  visit(node: ts.Node): void {
    if (ts.isTypeNode(node) || this.#handlers.has(node)) return;
    if (ts.isFunctionLike(node) && !runsNow(node)) return;
    if (ts.isVariableDeclaration(node) || ts.isParameter(node)) this.#declare(node);
    else if (ts.isBinaryExpression(node) && isAssignment(node.operatorToken.kind)) this.#assign(node.left);
    else if (ts.isForOfStatement(node) || ts.isForInStatement(node)) this.#assignLoop(node.initializer);
    else if (ts.isDeleteExpression(node)) this.change(node.expression);
    else if (ts.isPostfixUnaryExpression(node) || isIncrement(node)) this.#assign(node.operand);
    else if (ts.isCallExpression(node)) this.#visitCall(node);
    ts.forEachChild(node, (child) => this.visit(child));
  }

  /** Notes that the value behind an expression is changed. */
  change(expression: ts.Expression | undefined): void {
    const root = expression && rootOf(expression);
    if (root !== undefined) this.changeName(root);
  }

  changeName(name: string): void {
    const parameter = this.#given.get(name);
    const isFresh = this.#locals.get(name);
    if (isFresh !== undefined) this.#changesAlias ||= !isFresh;
    else if (parameter !== undefined) this.#parameters.add(parameter);
    else this.#names.add(name);
  }

  /** @param roots - What was visited: behind a changed alias may be anything that is mentioned in it. */
  finish(roots: readonly ts.Node[]): Effects {
    for (const root of this.#changesAlias ? roots : []) {
      for (const reference of referencedNames(root, this.#handlers)) {
        const name = reference.split('.')[0] as string;
        const parameter = this.#given.get(name);
        if (parameter !== undefined) this.#parameters.add(parameter);
        else this.#names.add(name);
      }
    }
    return { names: this.#names, parameters: this.#parameters };
  }

  #declare(node: ts.VariableDeclaration | ts.ParameterDeclaration): void {
    if (isTopLevel(node)) return;
    const isFresh = node.initializer !== undefined && makesValue(unwrap(node.initializer));
    for (const name of boundNames(node.name)) this.#locals.set(name, isFresh);
  }

  #assign(target: ts.Expression): void {
    const node = unwrap(target);
    if (ts.isIdentifier(node)) {
      // A parameter or a local name gets another value; what it stood for stays as it is.
      if (!this.#given.has(node.text) && !this.#locals.has(node.text)) this.#names.add(node.text);
    } else if (ts.isArrayLiteralExpression(node)) {
      for (const element of node.elements)
        this.#assign(ts.isSpreadElement(element) ? element.expression : element);
    } else if (ts.isObjectLiteralExpression(node)) {
      for (const member of node.properties) this.#assignMember(member);
    } else if (ts.isBinaryExpression(node)) {
      this.#assign(node.left);
    } else {
      this.change(node);
    }
  }

  #assignMember(member: ts.ObjectLiteralElementLike): void {
    if (ts.isPropertyAssignment(member)) this.#assign(member.initializer);
    else if (ts.isShorthandPropertyAssignment(member)) this.#assign(member.name);
    else if (ts.isSpreadAssignment(member)) this.#assign(member.expression);
  }

  #assignLoop(initializer: ts.ForInitializer): void {
    if (!ts.isVariableDeclarationList(initializer)) this.#assign(initializer);
  }

  #visitCall(call: ts.CallExpression): void {
    const callee = unwrap(call.expression);
    if (ts.isPropertyAccessExpression(callee)) {
      const object = unwrap(callee.expression);
      const method = callee.name.text;
      const owner = ts.isIdentifier(object) ? object.text : '';
      const isHelper =
        Object.hasOwn(CHANGES_FIRST_ARGUMENT, owner) && CHANGES_FIRST_ARGUMENT[owner]?.has(method);
      if (isHelper || method === 'call' || method === 'apply') this.change(call.arguments[0]);
      const root = rootOf(object);
      const mayChange =
        CHANGING.has(method) || (!READING.has(method) && root !== undefined && this.#countsAnyMethod(root));
      if (mayChange) this.change(object);
    }
    this.#onCall(call, this);
  }
}

// Called on the spot, or handed to a call that may run it.
function runsNow(node: ts.Node): boolean {
  let outer = node.parent;
  while (ts.isParenthesizedExpression(outer)) outer = outer.parent;
  return ts.isCallExpression(outer) || ts.isNewExpression(outer);
}

function isTopLevel(node: ts.Node): boolean {
  const statement = node.parent.parent;
  return ts.isVariableStatement(statement) && ts.isSourceFile(statement.parent);
}

function isIncrement(node: ts.Node): node is ts.PrefixUnaryExpression {
  return (
    ts.isPrefixUnaryExpression(node) &&
    (node.operator === ts.SyntaxKind.PlusPlusToken || node.operator === ts.SyntaxKind.MinusMinusToken)
  );
}

function isAssignment(kind: ts.SyntaxKind): boolean {
  return kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment;
}

/** Whether an expression makes a new value: changing it changes nothing else. */
function makesValue(node: ts.Expression): boolean {
  return (
    ts.isArrayLiteralExpression(node) ||
    ts.isObjectLiteralExpression(node) ||
    ts.isNewExpression(node) ||
    ts.isLiteralExpression(node)
  );
}

function rootOf(expression: ts.Expression): string | undefined {
  let root = unwrap(expression);
  while (ts.isPropertyAccessExpression(root) || ts.isElementAccessExpression(root)) {
    root = unwrap(root.expression);
  }
  return ts.isIdentifier(root) ? root.text : undefined;
}
