import { ast, is } from '../../../source/types/typescript.ts';
import { isNamespace, isPrimitive } from '../read/code.ts';
import {
  declaredName,
  enclosingFunction,
  type FunctionNode,
  isAccess,
  isClass,
  isFunctionNode,
  isStatic,
  keyOf,
  returnsOf,
  rootOf,
  unwrap,
} from '../../../source/types/syntax.ts';
import type { Origin } from '../../../source/whose-code.ts';
import { iterationOf } from '../values/lists.ts';
import { heldIn, valueOf } from '../values/members.ts';
import { IMPLICIT } from './known-calls.ts';
import {
  accumulatedBy,
  CLONING,
  COPYING,
  deeper,
  depthWithin,
  fieldOf,
  type Depth,
  FOREIGN,
  givesPrimitives,
  HOLDING,
  holderOf,
  inside,
  inputsOf,
  isMapKey,
  isPassedToLibrary,
  isReducing,
  isSpread,
  MAPPING,
  REQUESTED,
  receiversOf,
  resolvedBy,
} from './owner-nodes.ts';
import type { Origins } from '../values/origins.ts';
import type { Reach } from './reach.ts';
import type { Lane } from './step.ts';
import { symbolOf, isFrom } from '../read/symbols.ts';

type Node = ast.Node;

/**
 * Whose an object is: made during the call, older than the call, not known to be the author's, or from code that is not read:
 * a package's result, or a parameter of a function that no code which is read calls.
 */
export type Owner = 'new' | 'old' | 'foreign' | 'unread';

/** The possible owners of an object. Visits every value once. */
export function ownersOf(reach: Reach, value: Node, lane: Lane): ReadonlySet<Owner> {
  const owners = new Owners(reach, lane);
  owners.visit(value, 0);
  return owners.found;
}

/** Whether a variable may be older than the current call; platform globals are not state. */
export function isOlderVariable(reach: Reach, name: Node): boolean {
  return reach.code.declaredAt(name).some((each) => {
    const owner = callerOf(reach, each);
    const made = owner && is.isConstructorDeclaration(owner) ? owner.parent : owner;
    return !made || (owner !== callerOf(reach, name) && reach.calls.isLoaded(made));
  });
}

// `items.filter((item) => seen.add(item))` calls the function at once.
function callerOf(reach: Reach, node: Node): Node | undefined {
  let caller = enclosingFunction(node);
  while (caller && iterationOf(reach.code, caller)) caller = enclosingFunction(caller);
  return caller;
}

/** Whose the receivers of methods are, as far as was asked. */
const receivers = new WeakMap<Reach, Map<Node, Owner>>();

/** Visits values, and gathers whose they are. */
export class Owners {
  readonly found: Set<Owner> = new Set();
  /** The origins that other code may give. */
  readonly others: Set<Node> = new Set();
  readonly #reach: Reach;
  readonly #origins: Origins;
  readonly #asked: readonly Set<Node>[] = [new Set(), new Set(), new Set()];
  /** The names of the members whose results were visited. */
  readonly #names = new Set<string>();
  readonly #key: string | undefined;
  readonly #lane: Lane;
  /** The methods whose receivers the same question asked about: what one has found counts for all. */
  readonly #methods: Set<Node> | undefined;

  constructor(reach: Reach, lane: Lane, key?: string, methods?: Set<Node>) {
    this.#methods = methods;
    this.#lane = lane;
    this.#reach = reach;
    this.#key = key;
    this.#origins = reach.origins[lane];
  }

  /** @param depth - Where in the value the object is: a new array may hold older ones. */
  visit(node: Node, depth: Depth): void {
    const value = unwrap(node);
    const asked = this.#asked[depth];
    if (!asked || asked.has(value)) return;
    asked.add(value);
    const type = is.isExpression(value) ? this.#reach.code.typeAt(value) : undefined;
    if (type && isPrimitive(type)) return;
    const root = rootOf(value);
    if (is.isIdentifier(root) && isOlderVariable(this.#reach, root)) this.found.add('old');
    if (root === value && root.kind === ast.SyntaxKind.ThisKeyword && this.#isOfLiteral(root))
      this.found.add(this.#ownerOfThis(root));
    const origins = this.#origins.of(value);
    const declared = this.#reach.code.declaredAt(value);
    for (const origin of origins) {
      const field = fieldOf(origin);
      // It is as old as the object that is named.
      if (isAccess(value) && field && declared.includes(field)) this.#visitParts(origin, depth);
      else this.#visitOrigin(origin, depth);
    }
    if (isAccess(value) && this.#key === undefined) this.visit(value.expression, 0);
    // What no literal has was written to it.
    if (isAccess(value) && origins.length === 0) this.#visitAccess(value, depth);
    this.#visitFilled(declared, depth);
  }

  #visitFilled(declared: readonly Node[], depth: Depth): void {
    if (this.#key === undefined && depth === 0) return;
    const within = this.#key === undefined ? inside(depth) : 2;
    for (const each of declared)
      for (const value of this.#reach.calls.filledInto(each))
        if (this.#key !== undefined || !isMapKey(value)) this.visit(value, within);
  }

  #isOfLiteral(node: Node): boolean {
    return this.#origins.of(node).some(is.isObjectLiteralExpression);
  }

  #visitOrigin(origin: Node, depth: Depth): void {
    if (is.isParameterDeclaration(origin)) {
      this.others.add(origin);
      return this.#visitParameter(origin, depth);
    }
    if (is.isVariableDeclaration(origin) || is.isBindingElement(origin))
      return this.#visitDeclared(origin, depth);
    if (origin.kind === ast.SyntaxKind.ThisKeyword || origin.kind === ast.SyntaxKind.SuperKeyword)
      return void this.found.add(this.#ownerOfThis(origin));
    if (isAccess(origin)) return this.#visitAccess(origin, depth);
    if (is.isCallExpression(origin)) return this.#visitResult(origin, depth);
    if (is.isSpreadElement(origin) || is.isForOfStatement(origin))
      return this.visit(origin.expression, deeper(depth));
    if (!this.#isMade(origin)) return this.#addOther(origin, 'foreign');
    for (const each of resolvedBy(origin)) this.visit(each, depth);
    const field = fieldOf(origin);
    const isNew =
      enclosingFunction(origin) ?? (field && isClass(field.parent) && !this.#isMadeBefore(field.parent));
    this.found.add(isNew ? 'new' : 'old');
    this.#visitParts(origin, depth);
  }

  #visitParts(origin: Node, depth: Depth): void {
    if (depth === 0) return;
    // What `new Map(entries)` has is anywhere in its arguments.
    const within = is.isNewExpression(origin) ? 2 : inside(depth);
    for (const part of this.#partsOf(origin)) this.visit(part, isSpread(part) ? depth : within);
    this.#visitFilled([holderOf(origin)], depth);
  }

  // What is read from the platform's members has their type.
  #visitAccess(access: ast.PropertyAccessExpression | ast.ElementAccessExpression, depth: Depth): void {
    if (this.#key !== undefined && this.#isOf(access, 'platform', 'toolkit'))
      return this.#addOther(access, 'foreign');
    this.visit(access.expression, deeper(depth));
  }

  #addOther(origin: Node, owner: Owner): void {
    this.found.add(owner);
    this.others.add(origin);
  }

  /** What a literal or a new object holds, unless the author's member of that name is one of it. */
  #partsOf(value: Node): readonly Node[] {
    const { code } = this.#reach;
    const held = heldIn(code, value).filter(
      (each) => !is.isSpreadElement(each.parent) || !givesPrimitives(this.#reach.code, each),
    );
    if (
      this.#key !== undefined &&
      held.some((each) => !is.isExpression(each) && declaredName(each) === this.#key)
    )
      return [];
    return held.flatMap((each) => (is.isExpression(each) ? each : (valueOf(each) ?? [])));
  }

  // A literal, an instance of a class that is not a power of the platform, a function or class.
  #isMade(origin: Node): boolean {
    if (is.isNewExpression(origin))
      return !this.#isOf(origin.expression, 'platform') || HOLDING.test(origin.expression.getText());
    return !is.isIdentifier(origin) && !isNamespace(origin) && !FOREIGN.has(origin.kind);
  }

  #ownerOfThis(node: Node): Owner {
    // `increment = () => { this.count++; }` runs later.
    let isKept = false;
    for (let at = node.parent; at && !is.isSourceFile(at); at = at.parent) {
      const holder = at.parent;
      // Nothing says that `this: Shape` is what the class makes.
      if (isFunctionNode(at) && at.parameters.some(({ name }) => name.getText() === 'this')) return 'foreign';
      if (isClass(holder)) return this.#ownerOfInstance(at, holder, isKept);
      isKept ||= is.isArrowFunction(at) && !iterationOf(this.#reach.code, at);
      if (!isFunctionNode(at) || is.isArrowFunction(at)) continue;
      if (!is.isObjectLiteralExpression(holder) && !is.isPropertyAssignment(holder)) return 'foreign';
      const maker = enclosingFunction(holder);
      return maker && !this.#reach.calls.isLoaded(maker) ? 'new' : 'old';
    }
    return 'foreign';
  }

  #ownerOfInstance(member: Node, holder: ast.ClassLikeDeclaration, isKept: boolean): Owner {
    if (isStatic(member)) return 'old';
    const isBeingMade = !isKept && (is.isConstructorDeclaration(member) || is.isPropertyDeclaration(member));
    if (isBeingMade || !this.#isMadeBefore(holder)) return 'new';
    return isKept ? 'old' : this.#ownerOfReceivers(member);
  }

  // Of a class with older instances, those of the calls' receivers.
  #ownerOfReceivers(method: Node): Owner {
    const all = receivers.get(this.#reach) ?? new Map<Node, Owner>();
    receivers.set(this.#reach, all);
    const known = all.get(method);
    if (known) return known;
    const asked = this.#methods ?? new Set<Node>();
    // Each once, although methods that call one another have many ways between them.
    if (asked.has(method)) return 'new';
    const owner = this.#findOwner(method, asked.add(method));
    // Within a question, not all is asked.
    if (!this.#methods) all.set(method, owner);
    return owner;
  }

  #findOwner(method: Node, asked: Set<Node>): Owner {
    const called = receiversOf(this.#reach.calls.sitesOf(method, 'call'));
    if (!called || IMPLICIT.test(declaredName(method) ?? 'next')) return 'old';
    const owners = new Owners(this.#reach, this.#lane, undefined, asked);
    for (const each of called) owners.visit(each, 0);
    return [...owners.found].every((each) => each === 'new') ? 'new' : 'old';
  }

  // Also if nothing that was read instantiates it.
  #isMadeBefore(node: ast.ClassLikeDeclaration): boolean {
    const all = [node, ...this.#reach.subclassesOf(node)];
    return (
      all.some((each) => this.#reach.calls.isLoaded(each)) || !all.some((each) => this.#reach.isMade(each))
    );
  }

  // The result of a method may belong to its receiver, that of another function to its arguments.
  #visitResult(node: ast.CallExpression, depth: Depth): void {
    const { expression, arguments: args } = node;
    const callee = unwrap(expression);
    const name = callee.getText();
    if (this.#isCopy(node, name, depth) || this.#reach.code.names.isOfToolkit(callee))
      return void this.found.add('new');
    if (this.#visitMapped(node, callee, depth)) return;
    const receiver = isAccess(callee) ? callee.expression : undefined;
    this.#visitNamed(callee, depth);
    if (this.#isOf(callee, 'platform')) {
      const made = this.#reach.code.typeAt(node)?.getSymbol()?.name ?? '';
      return REQUESTED.test(made) ? void this.found.add('new') : this.#addOther(node, 'foreign');
    }
    if (!(receiver ?? this.#isOf(callee, 'language'))) return this.#addOther(node, 'unread');
    const within = depthWithin(callee, depth);
    if (receiver && !this.#isOf(receiver, 'language')) return this.visit(receiver, within);
    for (const each of args) this.visit(each, within);
  }

  // What callbacks return becomes elements, or the result.
  #visitMapped(node: ast.CallExpression, callee: Node, depth: Depth): boolean {
    const { arguments: args } = node;
    const name = callee.getText();
    const isReduced = isAccess(callee) && isReducing(node);
    const mapper = isReduced || MAPPING.test(name) ? args[0] : name === 'Array.from' ? args[1] : undefined;
    const mappers = mapper ? this.#origins.of(mapper) : [];
    if (mappers.length === 0 || !mappers.every(isFunctionNode)) return false;
    const within = isReduced || name.endsWith('.flatMap') ? depth : inside(depth);
    for (const each of mappers.flatMap(returnsOf)) this.visit(each, within);
    if (isReduced) for (const each of args.slice(1)) this.visit(each, within);
    return true;
  }

  #isCopy(call: ast.CallExpression, name: string, depth: Depth): boolean {
    return (
      CLONING.test(name) || (COPYING.test(name) && (depth === 0 || givesPrimitives(this.#reach.code, call)))
    );
  }

  // Whatever implements or overrides a member may give its result.
  #visitNamed(callee: Node, depth: Depth): void {
    const name = this.#key === undefined || !isAccess(callee) ? undefined : keyOf(callee);
    if (name === undefined || this.#names.has(name)) return;
    this.#names.add(name);
    for (const each of this.#reach.membersNamed(name, this.#lane))
      if (isFunctionNode(each)) for (const result of returnsOf(each)) this.visit(result, depth);
  }

  #visitDeclared(declared: Node, depth: Depth): void {
    this.others.add(declared);
    let root = declared;
    while (is.isBindingElement(root)) root = root.parent.parent;
    if (is.isParameterDeclaration(root)) return this.#visitParameter(root, 2);
    if (is.isCatchClause(root.parent)) return void this.found.add('foreign');
    if (!is.isVariableDeclaration(root) || !enclosingFunction(root)) this.found.add('old');
    const loop = root.parent.parent;
    const from = is.isForOfStatement(loop)
      ? loop.expression
      : is.isVariableDeclaration(root) && root !== declared
        ? root.initializer
        : undefined;
    if (from) this.visit(from, root === declared ? deeper(depth) : 2);
  }

  // The input is a copy; the context is the host's.
  #visitParameter(parameter: ast.ParameterDeclaration, depth: Depth): void {
    const fn = parameter.parent as FunctionNode; // types have no code
    const index = fn.parameters.indexOf(parameter);
    if (this.#reach.calls.executes.has(fn)) return void this.found.add(index === 0 ? 'new' : 'foreign');
    const sites = this.#origins.sitesOf(fn);
    if (sites.length === 0) this.found.add('unread');
    for (const site of sites) {
      const accumulated = index === 0 ? accumulatedBy(site, fn) : [];
      for (const each of accumulated) this.visit(each, depth);
      if (accumulated.length > 0) continue;
      const given = site.args?.slice(index) ?? inputsOf(site);
      // `new ResizeObserver((entries) => …)`
      if (!site.args && given.length === 0)
        this.found.add(isPassedToLibrary(this.#reach.code, site.node) ? 'foreign' : 'unread');
      for (const each of given) this.visit(each, 2);
    }
  }

  #isOf(name: Node, ...origins: readonly Origin[]): boolean {
    return isFrom(symbolOf(this.#reach.code, name), ...origins);
  }
}
