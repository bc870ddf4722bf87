import { ts } from '../source/ts.ts';
import { bindingId, localDeclaration, type Binding, type LocalDeclaration } from '../source/bindings.ts';
import { unwrap } from '../source/unwrap.ts';
import type { CallableNode, ValueFollower } from '../source/value-follower.ts';
import type { Origin } from './call-origin.ts';
import { type Effects, isOuter, parameter, THIS, type Source } from './effects.ts';
import { argumentsOf, type Call } from './known-calls.ts';

/** What is asked about the rest of the code. */
export interface SourceContext {
  readonly follower: ValueFollower;
  /** What is no part of a statement: handlers, and definitions, each of which is evaluated by itself. */
  readonly skipped: ReadonlySet<ts.Node>;
  originOf(expression: ts.Node): Origin;
  /** The author's functions that calling an expression may run. */
  functionsOf(callee: ts.Node): readonly CallableNode[];
  effectsOf(fn: CallableNode): Effects;
}

/** Finds where a value may come from: what changing it would change. */
export class SourceFinder {
  readonly #context: SourceContext;
  readonly #fn: ts.Node | undefined;
  readonly #assigned = new Map<LocalDeclaration, Set<Source>>();
  /** What is being looked at, so that names that refer to each other end. */
  readonly #open = new Set<ts.Node>();

  /** @param fn - The function whose parameters count as such. */
  constructor(context: SourceContext, fn: ts.Node | undefined) {
    this.#context = context;
    this.#fn = fn;
  }

  of(expression: ts.Node): ReadonlySet<Source> {
    const found = new Set<Source>();
    this.#gather(expression, found);
    return found;
  }

  /** The top-level names that a name stands for. */
  ofName(name: ts.Identifier): ReadonlySet<Source> {
    const binding = this.#context.follower.bindingOf(name);
    return new Set(binding ? this.#ofBinding(binding, name) : []);
  }

  /** Notes what else a local name may stand for. */
  assignLocal(name: ts.Identifier, sources: ReadonlySet<Source>): void {
    const local = localDeclaration(name);
    if (!local) return;
    this.#assigned.set(local, new Set([...(this.#assigned.get(local) ?? []), ...sources]));
  }

  /** What a parameter of a called function stands for in this call. */
  fill(
    source: Source,
    fn: CallableNode,
    given: readonly (ts.Expression | undefined)[],
    receiver: ReadonlySet<Source>,
  ): ReadonlySet<Source> {
    if (source === THIS) return receiver;
    const index = Number(source.slice(1));
    const isRest = fn.parameters[index]?.dotDotDotToken !== undefined;
    const spread = given.findIndex((item) => item !== undefined && ts.isSpreadElement(item));
    const from = spread !== -1 && spread < index ? spread : index;
    const items = isRest || spread !== -1 ? given.slice(from) : given.slice(index, index + 1);
    return new Set(items.flatMap((item) => (item ? [...this.of(item)] : [])));
  }

  #gather(expression: ts.Node, found: Set<Source>): void {
    const node = ts.isExpression(expression) ? unwrap(expression) : expression;
    if (this.#open.has(node) || this.#context.skipped.has(expression)) return;
    this.#open.add(node);
    for (const part of this.#partsOf(node, found)) this.#gather(part, found);
    this.#open.delete(node);
  }

  // The parts of an expression that its value may come from; names go to `found`.
  #partsOf(node: ts.Node, found: Set<Source>): readonly ts.Node[] {
    if (ts.isIdentifier(node)) return this.#partsOfName(node, found);
    if (node.kind === ts.SyntaxKind.ThisKeyword) found.add(THIS);
    if (ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node)) return [node.expression];
    if (ts.isAwaitExpression(node) || ts.isSpreadElement(node) || ts.isYieldExpression(node))
      return node.expression ? [node.expression] : [];
    if (ts.isArrayLiteralExpression(node)) return node.elements;
    if (ts.isObjectLiteralExpression(node)) return node.properties.flatMap(valueOfMember);
    if (ts.isConditionalExpression(node)) return [node.whenTrue, node.whenFalse];
    if (ts.isBinaryExpression(node)) return partsOfBinary(node);
    if (ts.isCallExpression(node) || ts.isNewExpression(node)) return this.#partsOfCall(node, found);
    return [];
  }

  #partsOfName(name: ts.Identifier, found: Set<Source>): readonly ts.Node[] {
    const local = localDeclaration(name);
    if (!local) {
      for (const source of this.ofName(name)) found.add(source);
      return [];
    }
    for (const source of this.#assigned.get(local) ?? []) found.add(source);
    return this.#partsOfLocal(local, found);
  }

  #partsOfLocal(local: LocalDeclaration, found: Set<Source>): readonly ts.Node[] {
    if (ts.isParameter(local)) return this.#partsOfParameter(local, found);
    if (!ts.isVariableDeclaration(local)) return [];
    const loop = local.parent.parent;
    if (ts.isForOfStatement(loop) || ts.isForInStatement(loop)) return [loop.expression];
    return local.initializer ? [local.initializer] : [];
  }

  #partsOfParameter(node: ts.ParameterDeclaration, found: Set<Source>): readonly ts.Node[] {
    const fallback = node.initializer ? [node.initializer] : [];
    if (node.parent === this.#fn) {
      found.add(parameter(node.parent.parameters.indexOf(node)));
      return fallback;
    }
    // Of a function that is handed to a call: an element of what the call is made on, or another argument.
    let outer: ts.Node = node.parent.parent;
    while (ts.isParenthesizedExpression(outer)) outer = outer.parent;
    if (!ts.isCallExpression(outer) && !ts.isNewExpression(outer)) return fallback;
    const callee = unwrap(outer.expression);
    const receiver = ts.isPropertyAccessExpression(callee) ? [callee.expression] : [];
    const others = (outer.arguments ?? []).filter((item) => unwrap(item) !== node.parent);
    return [...receiver, ...others, ...fallback];
  }

  #partsOfCall(call: Call, found: Set<Source>): readonly ts.Node[] {
    if (ts.isTaggedTemplateExpression(call)) return [];
    const { kind } = this.#context.originOf(call.expression);
    if (kind === 'package' || kind === 'host') return [];
    const callee = unwrap(call.expression);
    const receiver = ts.isPropertyAccessExpression(callee) ? callee.expression : undefined;
    const functions = ts.isNewExpression(call) ? [] : this.#context.functionsOf(callee);
    for (const fn of functions) {
      for (const source of this.#context.effectsOf(fn).returns) {
        const filled = isOuter(source)
          ? this.fill(source, fn, argumentsOf(call), receiver ? this.of(receiver) : new Set())
          : [source];
        for (const each of filled) found.add(each);
      }
    }
    if (functions.length > 0) return [];
    return [...(receiver ? [receiver] : []), ...argumentsOf(call)];
  }

  #ofBinding(binding: Binding, name: ts.Identifier): readonly Source[] {
    if (binding.kind === 'own') return [bindingId(binding.path, binding.name)];
    if (binding.kind === 'external') return [];
    const { bindings } = this.#context.follower;
    const { parent } = name;
    const member = ts.isPropertyAccessExpression(parent) ? parent.name.text : undefined;
    const exported = member === undefined ? undefined : bindings.ofExport(binding.path, member);
    const all = exported ? [exported] : bindings.allOf(binding.path);
    return all.flatMap((each) => (each.kind === 'own' ? [bindingId(each.path, each.name)] : []));
  }
}

function valueOfMember(member: ts.ObjectLiteralElementLike): readonly ts.Node[] {
  if (ts.isPropertyAssignment(member)) return [member.initializer];
  if (ts.isShorthandPropertyAssignment(member)) return [member.name];
  return ts.isSpreadAssignment(member) ? [member.expression] : [];
}

function partsOfBinary({ left, operatorToken: { kind }, right }: ts.BinaryExpression): readonly ts.Node[] {
  if (kind === ts.SyntaxKind.EqualsToken || kind === ts.SyntaxKind.CommaToken) return [right];
  const isChoice =
    kind === ts.SyntaxKind.BarBarToken ||
    kind === ts.SyntaxKind.AmpersandAmpersandToken ||
    kind === ts.SyntaxKind.QuestionQuestionToken;
  return isChoice ? [left, right] : [];
}
