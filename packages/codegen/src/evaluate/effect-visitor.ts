import { ts } from '../source/ts.ts';
import { unwrap } from '../source/unwrap.ts';
import { localDeclaration } from '../source/bindings.ts';
import type { CallableNode } from '../source/value-follower.ts';
import { rootOf } from './call-origin.ts';
import {
  anywhereIn,
  Effects,
  holderOfAnyIn,
  isOuter,
  memberOf,
  type Place,
  placeOf,
  sourceAt,
  within,
} from './effects.ts';
import { argumentsOf, isChanging, changesFirstArgument, isReading, type Call } from './known-calls.ts';
import { SourceFinder, type SourceContext } from './source-finder.ts';

/** What a visitor asks about the rest of the code. */
export interface VisitContext extends SourceContext {
  /** The setters behind an assignment to a member. */
  settersOf(target: ts.Expression): readonly CallableNode[];
  /** The getters behind a member. */
  gettersOf(member: ts.PropertyAccessExpression): readonly CallableNode[];
}

/** Gathers what code does, from its syntax. */
export class EffectVisitor {
  readonly effects: Effects = new Effects();
  readonly #context: VisitContext;
  readonly #fn: ts.Node | undefined;
  readonly #sources: SourceFinder;

  /** @param fn - The function that is looked at, if it is one. */
  constructor(context: VisitContext, fn: ts.Node | undefined) {
    this.#context = context;
    this.#fn = fn;
    this.#sources = new SourceFinder(context, fn);
  }

  visit(node: ts.Node): void {
    if (ts.isTypeNode(node) && !ts.isExpressionWithTypeArguments(node)) return;
    if (this.#context.skipped.has(node) || ts.isInterfaceDeclaration(node)) return;
    if (node !== this.#fn && ts.isFunctionLike(node) && !this.#runsNow(node)) return;
    this.#look(node);
    ts.forEachChild(node, (child) => this.visit(child));
  }

  #look(node: ts.Node): void {
    if (ts.isBinaryExpression(node) && isAssignment(node.operatorToken.kind))
      this.#assign(node.left, node.right);
    else if (ts.isForOfStatement(node) || ts.isForInStatement(node)) this.#assignLoop(node);
    else if (ts.isDeleteExpression(node)) this.effects.change(this.#of(holderIn(node.expression)));
    else if (ts.isPostfixUnaryExpression(node) || isIncrement(node)) this.#assign(node.operand);
    else if (ts.isCallExpression(node) || ts.isNewExpression(node) || ts.isTaggedTemplateExpression(node))
      this.#call(node);
    else if (ts.isReturnStatement(node) && node.expression) this.#return(node, node.expression);
    else if (ts.isArrowFunction(node) && node === this.#fn && !ts.isBlock(node.body))
      add(this.effects.returns, this.#of(node.body));
    else if (ts.isPropertyAccessExpression(node)) this.#read(node);
    else if (ts.isDecorator(node)) this.#decorate(node);
    else if (ts.isIdentifier(node) && !isOnlyName(node)) this.#mention(node);
  }

  #of(expression: ts.Node | undefined): ReadonlySet<Place> {
    return expression ? this.#sources.of(expression) : NONE;
  }

  #read(member: ts.PropertyAccessExpression): void {
    for (const getter of this.#context.gettersOf(member)) this.#run(getter, [], this.#of(member.expression));
  }

  #decorate({ expression, parent }: ts.Decorator): void {
    const decorated = ts.isClassDeclaration(parent) && parent.name ? this.#of(parent.name) : NONE;
    for (const fn of this.#context.functionsOf(expression)) this.#runOnAll(fn, [], decorated);
  }

  // `document`, `process`: what there is only in a page or a process.
  #mention(name: ts.Identifier): void {
    if (this.effects.usesHost || ts.isTypeOfExpression(name.parent) || localDeclaration(name)) return;
    if (this.#context.originOf(name).kind === 'host') this.effects.usesHost = true;
  }

  #return(node: ts.ReturnStatement, expression: ts.Expression): void {
    let around: ts.Node = node.parent;
    while (!ts.isFunctionLike(around) && !ts.isSourceFile(around)) around = around.parent;
    if (around === this.#fn) add(this.effects.returns, this.#of(expression));
  }

  #assign(target: ts.Expression, value?: ts.Expression): void {
    const node = unwrap(target);
    if (ts.isIdentifier(node)) {
      // A parameter or a local name gets another value; what it stood for stays as it is.
      if (localDeclaration(node)) return this.#sources.assignLocal(node, this.#of(value));
      const names = this.#sources.ofName(node);
      add(this.effects.rebinds, names);
      this.effects.link(
        [...names].map((name) => placeOf(name)),
        this.#of(value),
      );
    } else if (ts.isArrayLiteralExpression(node)) {
      for (const element of node.elements)
        this.#assign(ts.isSpreadElement(element) ? element.expression : element, value);
    } else if (ts.isObjectLiteralExpression(node)) {
      for (const member of node.properties) this.#assignMember(member, value);
    } else if (ts.isBinaryExpression(node)) {
      this.#assign(node.left, value);
    } else {
      const holder = holderIn(node);
      this.#put(holder, value ? [value] : []);
      for (const setter of this.#context.settersOf(node)) this.#run(setter, [value], this.#of(holder));
    }
  }

  // What is put into something is there from now on, and changes nothing of what was there before.
  #put(target: ts.Expression | undefined, values: readonly ts.Expression[]): void {
    const holders = this.#of(target);
    this.effects.change(holders);
    const members = [...holders].map(memberOf);
    const root = target && rootOf(target);
    for (const value of values) {
      const places = this.#of(value);
      this.effects.link(members, places);
      if (root && ts.isIdentifier(root)) this.#sources.assignLocal(root, [...places].map(holderOfAnyIn));
    }
  }

  #assignMember(member: ts.ObjectLiteralElementLike, value: ts.Expression | undefined): void {
    if (ts.isPropertyAssignment(member)) this.#assign(member.initializer, value);
    else if (ts.isShorthandPropertyAssignment(member)) this.#assign(member.name, value);
    else if (ts.isSpreadAssignment(member)) this.#assign(member.expression, value);
  }

  #assignLoop({ initializer, expression }: ts.ForOfStatement | ts.ForInStatement): void {
    if (!ts.isVariableDeclarationList(initializer)) this.#assign(initializer, expression);
  }

  #call(call: Call): void {
    const origin = this.#context.originOf(calleeOf(call));
    if (origin.kind === 'package') {
      this.effects.foreign ??= origin.specifier;
      for (const item of argumentsOf(call)) this.effects.give(this.#of(item));
      return;
    }
    if (origin.kind === 'host') return void (this.effects.usesHost = true);
    const callee = unwrap(calleeOf(call));
    const given = argumentsOf(call);
    if (changesFirstArgument(callee, origin)) {
      this.#put(given[0], given.slice(1));
    }
    const receiver = this.#receiverOf(call, callee);
    const functions = this.#context.functionsOf(callee);
    for (const fn of functions) this.#run(fn, given, receiver);
    if (functions.length === 0 && origin.kind === 'own') this.#callUnknown(callee, given, receiver);
    const elements = isReadingCall(callee)
      ? new Set([...receiver, ...[...receiver].map(memberOf)])
      : undefined;
    this.#callBack(given, elements ?? anywhere(receiver));
  }

  // A function that is called by its name may have been bound to something.
  #receiverOf(call: Call, callee: ts.Expression): ReadonlySet<Place> {
    if (ts.isPropertyAccessExpression(callee)) return this.#of(callee.expression);
    return ts.isNewExpression(call) ? NONE : anywhere(this.#of(callee));
  }

  #callUnknown(callee: ts.Expression, given: readonly ts.Expression[], receiver: ReadonlySet<Place>): void {
    if (!ts.isPropertyAccessExpression(callee)) {
      this.effects.give(receiver);
      for (const item of given) this.effects.give(this.#of(item));
      return;
    }
    const method = callee.name.text;
    if (isReading(method)) return;
    if (isChanging(method)) return this.#put(callee.expression, given);
    this.effects.give(receiver);
    // `fn.call(undefined, value)`
    const target = ts.isExpression(callee.expression) ? this.#context.functionsOf(callee.expression) : [];
    for (const fn of target) this.#runOnAll(fn, given, NONE);
    for (const item of given) this.effects.give(this.#of(item));
    for (const item of given) this.effects.link(receiver, this.#of(item));
  }

  // A function that is handed over counts as called, with whatever there is to call it with.
  #callBack(given: readonly ts.Expression[], receiver: ReadonlySet<Place>): void {
    for (const item of given) {
      const node = unwrap(item);
      if (!ts.isIdentifier(node) && !ts.isPropertyAccessExpression(node) && !ts.isCallExpression(node))
        continue;
      for (const fn of this.#context.functionsOf(node))
        this.#runOnAll(
          fn,
          given.filter((other) => other !== item),
          receiver,
        );
    }
  }

  #runOnAll(fn: CallableNode, given: readonly ts.Expression[], receiver: ReadonlySet<Place>): void {
    const all = new Set(receiver);
    for (const item of given) add(all, anywhere(this.#of(item)));
    this.#merge(this.#context.effectsOf(fn), (inner) => [...all].map((place) => within(inner, place)));
  }

  #run(fn: CallableNode, given: readonly (ts.Expression | undefined)[], receiver: ReadonlySet<Place>): void {
    this.#merge(this.#context.effectsOf(fn), (inner) => this.#sources.fill(inner, fn, given, receiver));
  }

  #merge(inner: Effects, fill: (place: Place) => Iterable<Place>): void {
    const seen = (place: Place): Iterable<Place> => (isOuter(sourceAt(place)) ? fill(place) : [place]);
    for (const place of inner.changes) this.effects.change(seen(place));
    for (const place of inner.given) this.effects.give(seen(place));
    for (const [holder, held] of inner.links.values()) this.effects.link(seen(holder), seen(held));
    add(this.effects.rebinds, inner.rebinds);
    this.effects.foreign ??= inner.foreign;
    this.effects.usesHost ||= inner.usesHost;
  }

  // Called on the spot, or handed to a call that may run it.
  #runsNow(node: ts.Node): boolean {
    let outer = node.parent;
    while (ts.isParenthesizedExpression(outer)) outer = outer.parent;
    if (!ts.isCallExpression(outer) && !ts.isNewExpression(outer)) return false;
    return this.#context.originOf(outer.expression).kind !== 'package';
  }
}

const NONE: ReadonlySet<Place> = new Set();

function calleeOf(call: Call): ts.Expression {
  return ts.isTaggedTemplateExpression(call) ? call.tag : call.expression;
}

function add<T>(target: Set<T>, items: Iterable<T>): void {
  for (const item of items) target.add(item);
}

function anywhere(places: ReadonlySet<Place>): ReadonlySet<Place> {
  return new Set([...places].map(anywhereIn));
}

/** What an assignment to a member gives another member to. */
function holderIn(target: ts.Expression): ts.Expression {
  const node = unwrap(target);
  return ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node) ? node.expression : node;
}

function isReadingCall(callee: ts.Expression): boolean {
  return ts.isPropertyAccessExpression(callee) && isReading(callee.name.text);
}

// The name of a member, of a declaration or of a label says nothing about where a value comes from.
function isOnlyName(node: ts.Identifier): boolean {
  const parent = node.parent as ts.Node & { readonly name?: ts.Node; readonly propertyName?: ts.Node };
  if (ts.isShorthandPropertyAssignment(parent)) return false;
  return (
    parent.name === node ||
    parent.propertyName === node ||
    ts.isLabeledStatement(parent) ||
    ts.isBreakOrContinueStatement(parent) ||
    ts.isMetaProperty(parent)
  );
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
