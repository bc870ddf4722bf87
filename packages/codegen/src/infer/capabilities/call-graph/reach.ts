import { type ast, is } from '../../../source/types/typescript.ts';
import type { StorageArea } from '../decide/question.ts';
import type { Code } from '../read/code.ts';
import {
  declaredName,
  isAccess,
  isClass,
  isFunctionNode,
  isLazy,
  keyOf,
  shortText,
  unwrap,
} from '../../../source/types/syntax.ts';
import { findMembers, valueOf, withBases } from '../values/members.ts';
import { type Calls, type Site, Origins } from '../values/origins.ts';
import { Texts } from '../values/texts.ts';
import { isKept } from './kept.ts';
import { ANY, MembersByName, type NamedUse } from './members-by-name.ts';
import { Findings } from './findings.ts';
import { extendsLanguage, hasCode, isExact, isOptional, isProperty } from './member-kinds.ts';
import { valueSteps } from './name-steps.ts';
import type { Phase, Reference, SpecialUse, Step } from './step.ts';

type Node = ast.Node;

/** A step, its unit, and when that runs. */
export interface Taken<S = Step> {
  readonly step: S;
  readonly unit: Node;
  readonly phase: Phase;
}

/** A mutation in the code. */
export type Change = Taken<Extract<Step, { kind: 'change' }>>;

/** Members that the language or the platform calls implicitly. */
const IMPLICIT = /^(?:toJSON|toString|toLocaleString|valueOf|then|next|return|handleEvent|Symbol\..*)$/;

/**
 * What one tool's code can reach. Whatever a reachable unit creates or names is reachable; members of objects and classes
 * are reached by their names.
 */
export class Reach {
  readonly code: Code;
  readonly findings: Findings = new Findings();
  /** Where values come from, at a call and while modules load. */
  readonly origins: Readonly<Record<Phase, Origins>>;
  readonly texts: Readonly<Record<Phase, Texts>>;
  /** Reachable units that are still to be read. */
  readonly queue: { readonly unit: Node; readonly phase: Phase }[] = [];
  /** Steps that depend on where values come from. */
  readonly open: Taken[] = [];
  readonly changes: Change[] = [];
  readonly specials: Map<string, Taken<SpecialUse>> = new Map();
  /** The storages that the code names. */
  readonly areas: Set<StorageArea> = new Set();
  /** The modules that load. */
  readonly files: ast.SourceFile[] = [];
  /** Incremented whenever something new is found. */
  progress = 0;
  readonly #entered: Readonly<Record<Phase, Set<Node>>> = { call: new Set(), load: new Set() };
  readonly #named: Readonly<Record<Phase, MembersByName>> = {
    call: new MembersByName(),
    load: new MembersByName(),
  };
  /** Functions assigned to members that types alone declare, by name. */
  readonly #assigned = new Map<string, Set<Node>>();
  readonly #executes = new Set<Node>();
  readonly #sites: Readonly<Record<Phase, Map<Node, Map<unknown, Site>>>> = {
    call: new Map(),
    load: new Map(),
  };
  readonly #writes = new Map<Node | string, Set<Node>>();

  constructor(code: Code) {
    this.code = code;
    this.origins = {
      call: new Origins(code, this.#callsIn('call')),
      load: new Origins(code, this.#callsIn('load')),
    };
    this.texts = { call: new Texts(code, this.origins.call), load: new Texts(code, this.origins.load) };
  }

  // What a module calls while it loads does not tell what a tool's call passes.
  #callsIn(phase: Phase): Calls {
    return {
      sitesOf: (fn) => [...(this.#sites[phase].get(fn)?.values() ?? [])],
      isExecute: (fn) => this.isExecute(fn),
      writesTo: (declared) => this.#writesTo(declared),
      subclassesOf: (node) => this.subclassesOf(node),
    };
  }

  /** The functions that are called with a tool's input and context. */
  get executes(): ReadonlySet<Node> {
    return this.#executes;
  }

  isExecute(fn: Node): boolean {
    return this.#executes.has(fn);
  }

  /** Whether a unit runs at a call. */
  isReached(unit: Node): boolean {
    return this.#entered.call.has(unit);
  }

  /** Whether a class is instantiated, or a literal created, at a call. */
  isMade(node: Node): boolean {
    return this.#named.call.made.has(node);
  }

  /** Whether a function is called, or a class instantiated, while modules load. */
  isLoaded(unit: Node): boolean {
    return this.#sites.load.has(unit);
  }

  #writesTo(declared: Node): readonly Node[] {
    const own = this.#writes.get(declared) ?? [];
    const key = isProperty(declared) ? declaredName(declared) : undefined;
    return key === undefined
      ? [...own]
      : [...own, ...(this.#writes.get(key) ?? []), ...(this.#writes.get(ANY) ?? [])];
  }

  subclassesOf(node: ast.ClassLikeDeclaration): readonly ast.ClassLikeDeclaration[] {
    return [...this.#named.call.made, ...this.#named.load.made]
      .filter(isClass)
      .filter((each) => each !== node && withBases(this.code, each).includes(node));
  }

  /** Records that a function is called with a tool's input and context. */
  adopt(fn: Node): void {
    if (this.#executes.has(fn)) return;
    this.#executes.add(fn);
    this.progress++;
  }

  /** Processes one step of a unit, or queues it. */
  take(step: Step, unit: Node, phase: Phase): void {
    switch (step.kind) {
      case 'powers':
        for (const power of step.powers)
          this.findings.addPower(power, { node: step.node, used: step.used, unit });
        return;
      case 'flag':
        return this.findings.addFlag(step.flag, { node: step.node, used: step.used, unit }, step.member);
      case 'lacking':
        return this.findings.addLacking({ node: step.node, used: step.used, unit });
      case 'enter':
        return this.enter(step.unit, unit, step.reference, phase);
      case 'make':
        return this.#make(step.node, unit, phase);
      case 'special':
        // A storage that a module keeps is used where its members are.
        if (phase === 'load' && step.special === 'held') return this.#nameArea(step);
        return this.#useSpecial({ step, unit, phase });
      case 'write':
        return this.#write(step.declared, step.value);
      case 'change':
        return void this.changes.push({ step, unit, phase });
      case 'member':
        return this.useMember({ ...step, unit }, phase);
      default:
        this.open.push({ step, unit, phase });
        this.progress++;
    }
  }

  /** Marks a unit as reachable from another one. */
  enter(target: Node, unit: Node, reference: Reference, phase: Phase): void {
    if (is.isSourceFile(target)) return this.load(target, unit, reference.node);
    if (reference.args) this.addSite(target, { args: reference.args }, reference.args, phase);
    // Naming a function or class when a module loads does not run it.
    if (phase === 'load' && !reference.args) return;
    // Reading a base class does not instantiate it.
    if (isClass(target) && reference.mode !== 'test') this.#make(target, unit, phase);
    this.#queue(target, unit, reference.node, phase);
  }

  /** Runs a function that something else calls. */
  run(fn: Node, unit: Node, node: Node, phase: Phase): void {
    this.#queue(fn, unit, node, phase);
    if (isClass(fn)) this.#make(fn, unit, phase);
  }

  #queue(target: Node, unit: Node, node: Node, phase: Phase): void {
    if (this.#entered.call.has(target) || this.#entered[phase].has(target)) return;
    this.#entered[phase].add(target);
    this.findings.enter(target, unit, node);
    this.queue.push({ unit: target, phase });
    this.progress++;
  }

  /** Begins with `execute`, and its module. */
  start(unit: Node): void {
    this.#entered.call.add(unit);
    this.findings.enter(unit, undefined, unit);
    this.queue.push({ unit, phase: 'call' });
  }

  /** Loads a module. */
  load(file: ast.SourceFile, from: Node | undefined, node: Node): void {
    if (this.#entered.load.has(file)) return;
    this.#entered.load.add(file);
    this.files.push(file);
    this.findings.enter(file, from, node);
    this.queue.push({ unit: file, phase: 'load' });
    this.progress++;
  }

  /** Adds a call of a function by a unit, once per identity. */
  addSite(fn: Node, site: Site, identity: unknown, phase: Phase): void {
    const sites = this.#sites[phase].get(fn) ?? new Map<unknown, Site>();
    this.#sites[phase].set(fn, sites);
    if (sites.has(identity)) return;
    sites.set(identity, site);
    this.progress++;
  }

  markUnverifiable(node: Node, unit: Node): void {
    this.findings.addFlag('unverifiable', { node, used: shortText(node), unit });
  }

  #useSpecial(taken: Taken<SpecialUse>): void {
    const { step, phase } = taken;
    const { member, reference, special } = step;
    this.#nameArea(step);
    if (special === 'handle') return;
    const { node, args, mode } = reference;
    const place = [node.getSourceFile().fileName, node.pos, node.end, args?.map(({ pos }) => pos)];
    const key = [phase, special, member.owner, member.name, mode, ...place].join();
    if (!this.specials.has(key)) this.specials.set(key, taken);
  }

  #nameArea({ member }: SpecialUse): void {
    if (member.name === 'localStorage') this.areas.add('local');
    if (member.name === 'sessionStorage') this.areas.add('session');
  }

  /** Runs a member: the declared one if it is certain, else those of all objects of that name. */
  useMember(use: NamedUse, phase: Phase): void {
    const { declared, key = ANY, reference, unit } = use;
    this.#named[phase].addUse(key, use);
    for (const fn of this.#assigned.get(key) ?? []) this.#enterMember(fn, unit, reference, phase);
    const isCertain = declared && isExact(declared, reference) && !this.#isElsewhere(declared, use, phase);
    if (declared && (isCertain || hasCode(declared))) this.#enterMember(declared, unit, reference, phase);
    if (isCertain) return;
    for (const member of this.#named[phase].membersOf(key)) this.#enterMember(member, unit, reference, phase);
  }

  // `const other: typeof object = …`: while modules load, nothing says that it is the object which declares the member.
  #isElsewhere({ parent }: Node, { reference: { receiver } }: NamedUse, phase: Phase): boolean {
    if (phase === 'call' || !receiver || !is.isObjectLiteralExpression(parent)) return false;
    return !this.origins.load.of(receiver).includes(parent);
  }

  /** The uses of members without known code; an optional member that no object has runs nothing. */
  get unresolved(): readonly NamedUse[] {
    return this.#named.call.uses.filter(
      ({ key, declared, reference }) =>
        reference.args &&
        declared &&
        !hasCode(declared) &&
        !isOptional(declared) &&
        this.#named.call.membersOf(key).length === 0,
    );
  }

  #make(node: Node, unit: Node, phase: Phase): void {
    const named = this.#named[phase];
    if (named.made.has(node)) return;
    named.made.add(node);
    this.progress++;
    // The language calls the members of a class that extends one of its own: `exec` of a regular expression.
    const isImplicit = isClass(node) && extendsLanguage(this.code, node);
    const isRead = phase === 'load' && !isClass(node) && !isKept(this.code, node, false);
    const statics = isClass(node) ? findMembers(this.code, node, undefined, true) : [];
    for (const member of [...findMembers(this.code, node, undefined, false), ...statics]) {
      const key = declaredName(member) ?? ANY;
      named.addMember(key, member);
      if (isImplicit || IMPLICIT.test(key) || (isRead && is.isGetAccessorDeclaration(member)))
        this.#enterMember(member, unit, { node: member, mode: 'read' }, 'call');
      for (const use of named.usesOf(key)) this.#enterMember(member, use.unit, use.reference, phase);
    }
  }

  /** Runs a member of an object: a method, an accessor, or the function that a property holds. */
  #enterMember(member: Node, unit: Node, reference: Reference, phase: Phase): void {
    const { mode } = reference;
    if (is.isSetAccessorDeclaration(member))
      return mode === 'write' || mode === 'both'
        ? this.#run(member, unit, { ...reference, args: list(reference.value) }, phase)
        : undefined;
    if (is.isGetAccessorDeclaration(member))
      return mode === 'write'
        ? undefined
        : this.#run(member, unit, { ...reference, args: reference.args && [] }, phase);
    if (mode === 'test' || mode === 'write') return;
    if (isFunctionNode(member)) return this.#run(member, unit, reference, phase);
    const value = valueOf(member);
    if (!value) return;
    if (isLazy(unwrap(value))) return this.#run(unwrap(value), unit, reference, phase);
    for (const step of valueSteps(this.code, value, reference)) this.take(step, unit, phase);
  }

  #run(fn: Node, unit: Node, reference: Reference, phase: Phase): void {
    this.enter(fn, unit, is.isGetAccessorDeclaration(fn) ? { ...reference, args: [] } : reference, phase);
  }

  /** Runs all members of an object that leaves the code. */
  giveAway(held: Node, unit: Node, node: Node): void {
    this.#enterMember(held, unit, { node, mode: 'both' }, 'call');
  }

  #write(declared: Node, value: Node): void {
    // A property declared only by a type may belong to any object.
    const isTyped = is.isPropertySignatureDeclaration(declared) || isAccess(declared);
    const key = isTyped ? (keyOf(declared) ?? ANY) : declared;
    const known = this.#writes.get(key) ?? new Set();
    if (known.has(value)) return;
    this.#writes.set(key, known.add(value));
    this.progress++;
    const fn = unwrap(value);
    if (typeof key !== 'string' || !isFunctionNode(fn)) return;
    // It may take the place of any function of that name.
    this.#assigned.set(key, (this.#assigned.get(key) ?? new Set<Node>()).add(fn));
    for (const phase of ['call', 'load'] as const)
      for (const { unit, reference } of this.#named[phase].usesOf(key))
        this.#enterMember(fn, unit, reference, phase);
  }
}

const list = (value: Node | undefined): readonly Node[] => (value ? [value] : []);
