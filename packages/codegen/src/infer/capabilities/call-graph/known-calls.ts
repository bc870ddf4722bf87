import { is, ast } from '../../../source/types/typescript.ts';
import {
  declaredName,
  isAccess,
  isClass,
  isFunctionNode,
  keyOf,
  outermost,
  isParameterProperty,
  isStatic,
} from '../../../source/types/syntax.ts';
import type { Called, Lane, Reference, Step, Taken, MemberUse } from './step.ts';
import type { Code } from '../read/code.ts';
import { isSignature, symbolOf, isFrom, memberKey } from '../read/symbols.ts';
import type { Origin } from '../../../source/whose-code.ts';
import { withBases } from '../values/members.ts';

type Node = ast.Node;

/** A call of a function with arguments, or a place that passes it on, so that its arguments are not known. */
export interface Site {
  readonly node: Node;
  readonly args: readonly Node[] | undefined;
  readonly lane: Lane;
}

type Access = ast.PropertyAccessExpression | ast.ElementAccessExpression;

/** An element that a list is given. */
export type Fill = Extract<Step, { kind: 'fill' }>;

const FILLS = Symbol('fills');

/** The calls and writes in the reachable code. */
export class KnownCalls {
  /** The functions that are called with a tool's input and context. */
  readonly executes: Set<Node> = new Set();
  readonly #sites = new Map<Node, Map<unknown, Site>>();
  readonly #loaded = new Set<Node>();
  readonly #kept = new Set<Node>();
  readonly #writes = new Map<Node | string, Set<Node>>();
  readonly #computed = new Map<Access, Node>();
  /** The values that are called and still have to be followed, or again since more is known. */
  readonly open: Set<Taken<Called>> = new Set();
  readonly #fills = new Map<Node, Fill>();
  readonly #filled = new Map<Node, Node[]>();
  #asking: Taken<Called> | undefined;
  readonly #askers = new Map<unknown, Set<Taken<Called>>>();

  /** Follows a called value, and again once something that it depends on changes. */
  ask(called: Taken<Called>, follow: () => void): void {
    this.open.delete(called);
    this.#asking = called;
    follow();
    this.#asking = undefined;
  }

  /** Notes that what is followed depends on a function, a class, a variable or a name. */
  read(fact: unknown): void {
    if (!this.#asking) return;
    const askers = this.#askers.get(fact) ?? new Set();
    this.#askers.set(fact, askers.add(this.#asking));
  }

  /** More is known about a function, a class, a variable or a name. */
  change(fact: unknown): void {
    for (const called of this.#askers.get(fact) ?? []) this.open.add(called);
  }

  /** Adds a call of a function or class, or a place that passes it on. */
  addSite(target: Node, { args, node, mode }: Reference, lane: Lane): void {
    if (!isFunctionNode(target) && !isClass(target)) return;
    if (lane === 'load' && (args || isCallback(node))) this.#loaded.add(target);
    if (!args && (mode !== 'read' || !isArgument(node))) return;
    const sites = this.#sites.get(target) ?? new Map<unknown, Site>();
    this.#sites.set(target, sites);
    const known = sites.get(args ?? node);
    if (known && (known.lane === 'call' || lane === 'load')) return;
    sites.set(args ?? node, { args, node, lane });
    this.change(target);
  }

  /**
   * Adds a value that is assigned to a variable or property.
   *
   * @returns The name, if it may be a property of any object, because only a type declares it.
   */
  addWrite(declared: Node, value: Node): string | undefined {
    const isTyped = is.isPropertySignatureDeclaration(declared) || isAccess(declared);
    const key = isTyped ? (keyOf(declared) ?? ANY) : declared;
    if (key === ANY && isAccess(declared)) this.#computed.set(declared, value);
    const writes = this.#writes.get(key) ?? new Set<Node>();
    if (!writes.has(value)) this.change(key);
    this.#writes.set(key, writes.add(value));
    return typeof key === 'string' ? key : undefined;
  }

  /** Marks the code around a function that the platform is given while a module loads: what runs later has what was passed then. */
  keep(fn: Node): void {
    for (let at = fn.parent; at; at = at.parent)
      if ((isFunctionNode(at) || isClass(at)) && !this.#kept.has(at)) {
        this.#kept.add(at);
        this.change(at);
      }
  }

  /** Whether a function is called, or a class instantiated, while modules load. */
  isLoaded(unit: Node): boolean {
    return this.#loaded.has(unit);
  }

  /** The calls of a function; what a module calls while it loads does not tell what a tool's call passes, unless nothing else calls it, or the platform keeps what it makes. */
  sitesOf(fn: Node, lane: Lane): readonly Site[] {
    this.read(fn);
    const sites = [...(this.#sites.get(fn)?.values() ?? [])];
    const atCall = sites.filter((each) => each.lane === 'call');
    return lane === 'load' || atCall.length === 0 || this.#kept.has(fn) ? sites : atCall;
  }

  /** The values assigned to a variable or property, or the nodes that add to its container. */
  writesTo(declared: Node): readonly Node[] {
    const key = isProperty(declared) ? declaredName(declared) : undefined;
    const keys = key === undefined ? [declared] : [declared, key];
    for (const each of keys) this.read(each);
    return keys.flatMap((each) => [...(this.#writes.get(each) ?? [])]);
  }

  /** Adds what a list is given that a variable or property holds. */
  addFill(fill: Fill, held: readonly Node[], lane: Lane): void {
    for (const each of held) this.#filled.set(each, [...this.filledInto(each), fill.value]);
    if (lane === 'call' || !fill.isElement || this.#fills.has(fill.value)) return;
    this.#fills.set(fill.value, fill);
    this.change(FILLS);
  }

  /** What the list of a variable or property is given. */
  filledInto(declared: Node): readonly Node[] {
    return this.#filled.get(declared) ?? [];
  }

  /** What lists are given while modules load. */
  fills(): Iterable<Fill> {
    this.read(FILLS);
    return this.#fills.values();
  }

  /** The accesses by computed names, any of which may be that of a property, and the values assigned to them. */
  writesToAny(declared: Node): readonly (readonly [target: Access, value: Node])[] {
    this.read(ANY);
    const isNamed = isProperty(declared) && declaredName(declared) !== undefined;
    return isNamed ? [...this.#computed] : [];
  }
}

function isArgument(node: Node): boolean {
  const value = outermost(node);
  const { parent } = value;
  // Whoever takes it out of a list, or calls what binds some arguments, passes others.
  if (is.isArrayLiteralExpression(parent)) return true;
  if (isAccess(parent) && keyOf(parent) === 'bind')
    return is.isCallExpression(parent.parent) && parent.parent.arguments.length > 1;
  return (is.isCallExpression(parent) || is.isNewExpression(parent)) && parent.expression !== value;
}
// `[3, 1].map(makeLimiter)` calls it.
function isCallback(node: Node): boolean {
  const { parent } = outermost(node);
  const callee = is.isCallExpression(parent) && parent.arguments.length > 0 ? parent.expression : undefined;
  return callee !== undefined && isAccess(callee) && /^(?:flatMap|from|map|then)$/.test(keyOf(callee) ?? '');
}

type Use = Taken<MemberUse>;

/** The name of members whose name is computed, and of uses that compute it. */
export const ANY = '[computed]';

/** The members of created objects and instantiated classes, and their uses, which find each other by name. */
export class MembersByName {
  /** Object literals and instantiated classes. */
  readonly made: Set<Node> = new Set();
  readonly #members = new Map<string, Set<Node>>();
  readonly #uses = new Map<string, Map<MemberUse, Use>>();

  /** Returns whether it was not known. */
  addMember(key: string, member: Node): boolean {
    const members = this.#members.get(key) ?? new Set<Node>();
    const { size } = members;
    this.#members.set(key, members.add(member));
    return members.size > size;
  }

  addUse(key: string, use: Use): void {
    this.#uses.set(key, (this.#uses.get(key) ?? new Map<MemberUse, Use>()).set(use.step, use));
  }

  /** The members that a use may mean; all of them for a computed name. */
  membersOf(key: string): readonly Node[] {
    return select(this.#members, key);
  }

  /** The uses that may mean a member. */
  usesOf(key: string): readonly Use[] {
    return select(this.#uses, key);
  }

  get uses(): readonly Use[] {
    return select(this.#uses, ANY);
  }
}

function select<V>(all: ReadonlyMap<string, { values(): Iterable<V> }>, key: string): readonly V[] {
  const found = key === ANY ? [...all.values()] : [all.get(key), all.get(ANY)];
  return found.flatMap((each) => [...(each?.values() ?? [])]);
}

/** Members that the language or the platform calls implicitly, and those that it reads. */
export const IMPLICIT: RegExp =
  /^(?:toJSON|toString|toLocaleString|valueOf|then|next|return|done|handleEvent|length|raw|cause|\d+|Symbol\..*)$/;

/** Whether a declaration says which code runs: a private one, one of `super` or of a class by its name, or none of an object's. */
export function isExact(code: Code, declared: Node, { receiver }: Reference): boolean {
  if (isSignature(declared) || is.isParameterDeclaration(declared)) return false;
  const name = 'name' in declared ? (declared.name as Node | undefined) : undefined; // of a declaration
  if (name && is.isPrivateIdentifier(name)) return true;
  if (receiver?.kind === ast.SyntaxKind.SuperKeyword) return true;
  if (receiver && isStatic(declared) && code.declaredAt(receiver).some(isClass)) return true;
  return !isClass(declared.parent) && !is.isObjectLiteralExpression(declared.parent);
}

/** Whether a declaration has code: not a signature, an abstract method, or `run!: () => void`, which code sets on the prototype. */
export function hasCode(declared: Node): boolean {
  if (isSignature(declared) || is.isParameterDeclaration(declared)) return false;
  if (is.isMethodDeclaration(declared)) return declared.body !== undefined;
  return !is.isPropertyDeclaration(declared) || declared.initializer !== undefined;
}

/** Whether a type declares that an object may lack a member. */
export function isOptional(declared: Node): boolean {
  const isMember = is.isPropertySignatureDeclaration(declared) || is.isMethodSignatureDeclaration(declared);
  return isMember && declared.postfixToken?.kind === ast.SyntaxKind.QuestionToken;
}

/** Whether a declaration is a property of an object. */
function isProperty(declared: Node): boolean {
  return (
    is.isPropertyAssignment(declared) ||
    is.isShorthandPropertyAssignment(declared) ||
    is.isPropertyDeclaration(declared) ||
    is.isEnumMember(declared) ||
    isParameterProperty(declared) ||
    (is.isMethodDeclaration(declared) && is.isObjectLiteralExpression(declared.parent))
  );
}

/** Whether other code calls a member of an object by itself; the name is `ANY` if it is computed. */
export type IsImplicit = (key: string) => boolean;

/** What the platform calls of a custom element or a worklet, and what the runtime reads of an error. */
const LIFECYCLE =
  /^(?:\w+Callback|observedAttributes|formAssociated|process|parameterDescriptors|code|data|suggestion|details)$/;

/** Which members of a class are called by the library whose class it extends: those that the other one has, too. */
export function implicitOf(code: Code, node: ast.ClassLikeDeclaration): IsImplicit | undefined {
  if (!extendsOne(code, node, 'platform', 'language', 'toolkit')) return undefined;
  const bases = withBases(code, node).flatMap((each) => basesOf(each).map((base) => code.typeAt(base)));
  const own = bases.flatMap((base) => {
    const prototype = base && code.property(base, 'prototype');
    const instance = prototype && code.checker.getTypeOfSymbol(prototype);
    return base && instance ? [base, instance] : [];
  });
  const names = new Set(own.flatMap((type) => code.checker.getPropertiesOfType(type).map(memberKey)));
  return (key) => own.length === 0 || key === ANY || names.has(key) || LIFECYCLE.test(key);
}

/** What a class extends. */
export const basesOf = ({
  heritageClauses = [] as never,
}: ast.ClassLikeDeclaration): readonly ast.Expression[] =>
  [...heritageClauses].flatMap(({ token, types }) =>
    token === ast.SyntaxKind.ExtendsKeyword ? types.map(({ expression }) => expression) : [],
  );

/** Whether a class, or the author's last one that it extends, extends what is no class of the author's. */
export const extendsAny = (code: Code, node: ast.ClassLikeDeclaration): boolean =>
  basesOf(withBases(code, node).at(-1) ?? node).length > 0;

/** Whether a class extends one of some origins. */
export function extendsOne(
  code: Code,
  node: ast.ClassLikeDeclaration,
  ...origins: readonly Origin[]
): boolean {
  return withBases(code, node)
    .flatMap(basesOf)
    .some(
      (base) =>
        isFrom(symbolOf(code, base), ...origins) ||
        // `const Pattern = RegExp;`
        (!code.declaredAt(base).some(isClass) && isFrom(code.instanceAt(base)?.getSymbol(), ...origins)),
    );
}
