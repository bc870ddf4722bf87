import { ts } from '../source/ts.ts';
import { bindingId, localDeclaration, type Binding, type LocalDeclaration } from '../source/bindings.ts';
import { unwrap } from '../source/unwrap.ts';
import type { CallableNode, ValueFollower } from '../source/value-follower.ts';
import type { Origin } from './call-origin.ts';
import {
  anywhereIn,
  type Effects,
  holderOf,
  holderOfAnyIn,
  isOuter,
  memberOf,
  parameter,
  type Place,
  placeOf,
  type Source,
  sourceAt,
  THIS,
  within,
} from './effects.ts';
import { argumentsOf, type Call, returnsNoPart } from './known-calls.ts';

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

/** A part of an expression that its value may come from, and how. */
interface Part {
  readonly node: ts.Node;
  readonly step?: (place: Place) => Place;
}

/** Finds where a value may come from: what changing it would change. */
export class SourceFinder {
  readonly #context: SourceContext;
  readonly #fn: ts.Node | undefined;
  readonly #assigned = new Map<LocalDeclaration, Set<Place>>();
  /** What is being looked at, so that names that refer to each other end. */
  readonly #open = new Set<ts.Node>();

  /** @param fn - The function whose parameters count as such. */
  constructor(context: SourceContext, fn: ts.Node | undefined) {
    this.#context = context;
    this.#fn = fn;
  }

  of(expression: ts.Node): ReadonlySet<Place> {
    const node = ts.isExpression(expression) ? unwrap(expression) : expression;
    const found = new Set<Place>();
    if (this.#open.has(node) || this.#context.skipped.has(expression)) return found;
    this.#open.add(node);
    for (const { node: part, step } of this.#partsOf(node, found)) {
      for (const place of this.of(part)) found.add(step ? step(place) : place);
    }
    this.#open.delete(node);
    return found;
  }

  /** The top-level names that a name stands for. */
  ofName(name: ts.Identifier): ReadonlySet<Source> {
    const binding = this.#context.follower.bindingOf(name);
    return new Set(binding ? this.#ofBinding(binding, name) : []);
  }

  /** Notes what else a local name may stand for. */
  assignLocal(name: ts.Identifier, places: Iterable<Place>): void {
    const local = localDeclaration(name);
    if (!local) return;
    this.#assigned.set(local, new Set([...(this.#assigned.get(local) ?? []), ...places]));
  }

  /** Where something at a parameter of a called function is in this call. */
  fill(
    inner: Place,
    fn: CallableNode,
    given: readonly (ts.Expression | undefined)[],
    receiver: ReadonlySet<Place>,
  ): ReadonlySet<Place> {
    const source = sourceAt(inner);
    const outer = source === THIS ? receiver : this.#ofArgument(Number(source.slice(1)), fn, given);
    return new Set([...outer].map((place) => within(inner, place)));
  }

  #ofArgument(
    index: number,
    fn: CallableNode,
    given: readonly (ts.Expression | undefined)[],
  ): readonly Place[] {
    const isRest = fn.parameters[index]?.dotDotDotToken !== undefined;
    const spread = given.findIndex((item) => item !== undefined && ts.isSpreadElement(item));
    const from = spread !== -1 && spread < index ? spread : index;
    const items = isRest || spread !== -1 ? given.slice(from) : given.slice(index, index + 1);
    const places = items.flatMap((item) => (item ? [...this.of(item)] : []));
    return isRest ? places.map(holderOf) : places;
  }

  // The parts of an expression that its value may come from; names go to `found`.
  #partsOf(node: ts.Node, found: Set<Place>): readonly Part[] {
    if (ts.isIdentifier(node)) return this.#partsOfName(node, found);
    if (node.kind === ts.SyntaxKind.ThisKeyword) found.add(placeOf(THIS));
    if (ts.isPropertyAccessExpression(node)) return this.#partsOfMember(node);
    if (ts.isElementAccessExpression(node) || ts.isSpreadElement(node))
      return [{ node: node.expression, step: memberOf }];
    if (ts.isAwaitExpression(node) || ts.isYieldExpression(node))
      return node.expression ? [{ node: node.expression }] : [];
    if (ts.isArrayLiteralExpression(node)) return node.elements.map(held);
    if (ts.isObjectLiteralExpression(node)) return node.properties.flatMap(partsOfMember);
    if (ts.isConditionalExpression(node)) return [{ node: node.whenTrue }, { node: node.whenFalse }];
    if (ts.isBinaryExpression(node)) return partsOfBinary(node);
    if (ts.isCallExpression(node) || ts.isNewExpression(node)) return this.#partsOfCall(node, found);
    return [];
  }

  // What a module exports is no member of anything: `all.A` is `A`.
  #partsOfMember({ expression }: ts.PropertyAccessExpression): readonly Part[] {
    const inner = unwrap(expression);
    const binding = ts.isIdentifier(inner) ? this.#context.follower.bindingOf(inner) : undefined;
    return [binding?.kind === 'namespace' ? { node: inner } : { node: inner, step: memberOf }];
  }

  #partsOfName(name: ts.Identifier, found: Set<Place>): readonly Part[] {
    const local = localDeclaration(name);
    if (!local) {
      for (const source of this.ofName(name)) found.add(placeOf(source));
      return [];
    }
    for (const place of this.#assigned.get(local) ?? []) found.add(place);
    if (!ts.isParameter(local) && !ts.isVariableDeclaration(local)) return [];
    const step = stepsTo(local.name, name.text);
    const own = new Set<Place>();
    const parts = ts.isParameter(local) ? this.#partsOfParameter(local, own) : partsOfVariable(local);
    for (const place of own) found.add(step(place));
    return parts.map(({ node, step: first }) => ({
      node,
      step: (place) => step(first ? first(place) : place),
    }));
  }

  #partsOfParameter(node: ts.ParameterDeclaration, found: Set<Place>): readonly Part[] {
    const fallback = node.initializer ? [{ node: node.initializer }] : [];
    if (node.parent === this.#fn) {
      found.add(placeOf(parameter(node.parent.parameters.indexOf(node))));
      return fallback;
    }
    // Of a function that is handed to a call: an element of what the call is made on, or another argument.
    let outer: ts.Node = node.parent.parent;
    while (ts.isParenthesizedExpression(outer)) outer = outer.parent;
    if (!ts.isCallExpression(outer) && !ts.isNewExpression(outer)) return fallback;
    const callee = unwrap(outer.expression);
    const others = (outer.arguments ?? [])
      .filter((item) => unwrap(item) !== node.parent)
      .map((item) => ({ node: item, step: anywhereIn }));
    if (!ts.isPropertyAccessExpression(callee)) return [...others, ...fallback];
    const receiver = { node: callee.expression };
    return [receiver, { ...receiver, step: memberOf }, ...others, ...fallback];
  }

  #partsOfCall(call: Call, found: Set<Place>): readonly Part[] {
    if (ts.isTaggedTemplateExpression(call)) return [];
    const origin = this.#context.originOf(call.expression);
    if (origin.kind === 'package' || origin.kind === 'host') return [];
    if (origin.kind === 'typebox' && origin.name === 'Type')
      return argumentsOf(call).map((node) => ({ node, step: holderOfAnyIn }));
    const callee = unwrap(call.expression);
    if (ts.isNewExpression(call)) {
      const isAlias = origin.kind === 'built-in' && origin.name === 'Proxy';
      return argumentsOf(call).map((node) => ({ node, step: isAlias ? anywhereIn : holderOfAnyIn }));
    }
    const receiver = ts.isPropertyAccessExpression(callee) ? callee.expression : undefined;
    const functions = this.#context.functionsOf(callee);
    for (const fn of functions) {
      for (const place of this.#context.effectsOf(fn).returns) {
        const filled = isOuter(sourceAt(place))
          ? this.fill(place, fn, argumentsOf(call), receiver ? this.of(receiver) : new Set())
          : [place];
        for (const each of filled) found.add(each);
      }
    }
    if (functions.length > 0 || returnsNoPart(callee, origin)) return [];
    const parts = [...(receiver ? [receiver] : []), ...argumentsOf(call)];
    return parts.map((node) => ({ node, step: anywhereIn }));
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

const held = (node: ts.Node): Part => ({ node, step: holderOf });

function partsOfMember(member: ts.ObjectLiteralElementLike): readonly Part[] {
  if (ts.isPropertyAssignment(member)) return [held(member.initializer)];
  if (ts.isShorthandPropertyAssignment(member)) return [held(member.name)];
  if (!ts.isSpreadAssignment(member)) return [];
  return [{ node: member.expression, step: (place) => holderOf(memberOf(place)) }];
}

function partsOfVariable(local: ts.VariableDeclaration): readonly Part[] {
  const loop = local.parent.parent;
  if (ts.isForOfStatement(loop)) return [{ node: loop.expression, step: memberOf }];
  return local.initializer ? [{ node: local.initializer }] : [];
}

/** The way from what a pattern takes apart to a name in it: `{ a: [name] }` is a member of a member. */
export function stepsTo(pattern: ts.BindingName, name: string): (place: Place) => Place {
  const steps = countSteps(pattern, name) ?? 0;
  return (place) => {
    let found = place;
    for (let step = 0; step < steps; step++) found = memberOf(found);
    return found;
  };
}

function countSteps(pattern: ts.BindingName, name: string): number | undefined {
  if (ts.isIdentifier(pattern)) return pattern.text === name ? 0 : undefined;
  for (const element of pattern.elements) {
    const steps = ts.isOmittedExpression(element) ? undefined : countSteps(element.name, name);
    if (steps !== undefined) return steps + 1;
  }
  return undefined;
}

function partsOfBinary({ left, operatorToken: { kind }, right }: ts.BinaryExpression): readonly Part[] {
  if (kind === ts.SyntaxKind.EqualsToken || kind === ts.SyntaxKind.CommaToken) return [{ node: right }];
  const isChoice =
    kind === ts.SyntaxKind.BarBarToken ||
    kind === ts.SyntaxKind.AmpersandAmpersandToken ||
    kind === ts.SyntaxKind.QuestionQuestionToken;
  return isChoice ? [{ node: left }, { node: right }] : [];
}
