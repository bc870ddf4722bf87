import { type ast, is } from '../../../source/types/typescript.ts';
import type { StorageArea } from '../decide/decide-special.ts';
import type { Code } from '../read/code.ts';
import {
  declaredName,
  isClass,
  isCopied,
  isFunctionNode,
  isLazy,
  nameOfKey,
  rootOf,
  unwrap,
} from '../../../source/types/syntax.ts';
import {
  KnownCalls,
  extendsOne,
  hasCode,
  IMPLICIT,
  implicitOf,
  type IsImplicit,
  isExact,
  ANY,
  MembersByName,
} from './known-calls.ts';
import { mayBeOf } from '../values/shapes.ts';
import { findMembers, literalAt, valueOf, withBases } from '../values/members.ts';
import { Origins } from '../values/origins.ts';
import { calledFunctions, exposedBy } from './called-values.ts';
import { effectsOf } from './effects.ts';
import { Findings } from './findings.ts';
import { valueSteps } from './name-steps.ts';
import {
  type Called,
  type Lane,
  type MemberUse,
  type Reference,
  type SpecialUse,
  type Step,
  type Taken,
  unverifiable,
} from './step.ts';
import type { Units } from './unit-reader.ts';

type Node = ast.Node;

/** A mutation in the code. */
export type Change = Extract<Step, { kind: 'change' }>;

/**
 * What one tool's code can reach. Whatever a reachable unit creates or names is reachable; members of objects and classes
 * are reached by their names.
 */
export class Reach {
  readonly code: Code;
  readonly findings: Findings = new Findings();
  readonly changes: Taken<Change>[] = [];
  readonly specials: Taken<SpecialUse>[] = [];
  /** The storages that the code names. */
  readonly areas: Set<StorageArea> = new Set();
  /** The modules that load. */
  readonly files: Set<ast.SourceFile> = new Set();
  readonly #units: Units;
  readonly #queue: { readonly unit: Node; readonly lane: Lane }[] = [];
  /** Statements of modules that run once what they change is reached. */
  readonly #effects = new Map<Node, Node[]>();
  readonly entered: Readonly<Record<Lane, Set<Node>>> = { load: new Set(), call: new Set() };
  readonly named: Readonly<Record<Lane, MembersByName>> = {
    load: new MembersByName(),
    call: new MembersByName(),
  };
  /** The instantiated subclasses of classes. */
  readonly #subclasses = new Map<Node, Set<ast.ClassLikeDeclaration>>();
  /** The values that are called. */
  readonly called: Taken<Called>[] = [];
  /** Objects whose types say nothing. */
  readonly hidden: Taken<Extract<Step, { kind: 'hide' }>>[] = [];
  /** What may be called and has a computed name. */
  readonly computed: Taken<MemberUse>[] = [];
  readonly calls: KnownCalls = new KnownCalls();
  isComplete = false;
  /** Where values come from: what a module calls while it loads does not tell what a tool's call passes. */
  readonly origins: Readonly<Record<Lane, Origins>>;

  constructor(units: Units) {
    this.code = units.code;
    this.#units = units;
    this.origins = { load: new Origins(this, 'load'), call: new Origins(this, 'call') };
  }

  /** Follows a tool's code from its functions, and its module. */
  run(roots: readonly Node[], file: ast.SourceFile): void {
    for (const root of roots) this.#queueUnit(root, undefined, { node: root, mode: 'read' }, 'call');
    this.enter(file, file, { node: file, mode: 'read' }, 'load');
    const { open } = this.calls;
    for (
      let next = this.#queue.shift(), [called] = open;
      next ?? called;
      next = this.#queue.shift(), [called] = open
    )
      if (next) for (const step of this.#units.stepsOf(next.unit)) this.#take(step, next.unit, next.lane);
      else if (called) this.calls.ask(called, () => this.#runCalled(called));
    this.isComplete = true;
  }

  // While a module loads, of the functions that it makes only those run that something calls.
  #runCalled({ step, unit, lane }: Taken<Called>): void {
    const { value, args, isLater } = step;
    // While a module loads, an object that is copied or extended is only kept.
    if (lane === 'load' && step.exposedTo === 'language') return;
    const origins = this.origins[lane];
    for (const each of calledFunctions(origins, step))
      this.#run(each, unit, { node: value, mode: 'read', args, isLater }, lane);
    // What the platform is given while a module loads runs later, with all that it creates.
    const given = { node: value, isLater: true };
    for (const each of exposedBy(origins, step)) {
      if (lane === 'load') this.calls.keep(each);
      if (isFunctionNode(each) || isClass(each)) this.#run(each, unit, { ...given, mode: 'read' }, 'call');
      else this.#enterMember(each, unit, { ...given, mode: 'both' }, 'call');
    }
  }

  // Statements of modules that change something reachable, or give it a function.
  #addEffects(file: ast.SourceFile): void {
    for (const { statement, targets } of effectsOf(this.#units, file))
      for (const target of targets) {
        if (this.entered.call.has(target)) this.#runEffect(statement, target);
        else this.#effects.set(target, [...(this.#effects.get(target) ?? []), statement]);
      }
  }

  #runEffect(statement: Node, target: Node): void {
    this.enter(statement, target, { node: statement, mode: 'read' }, 'call');
  }

  /** Whether a class is instantiated, or a literal created, at a call. */
  isMade(node: Node): boolean {
    return this.named.call.made.has(node);
  }

  /** The members of created objects that a name may mean. */
  membersNamed(key: string, lane: Lane): readonly Node[] {
    return this.named[lane].membersOf(key);
  }

  /** Whether a receiver may be the object with a member of that name, or one of a subclass. */
  mayBeOf(member: Node, receiver: Node | undefined): boolean {
    const holders = [member.parent, ...(this.#subclasses.get(member.parent) ?? [])];
    return holders.some((holder) => mayBeOf(this.code, member, receiver, holder));
  }

  /** The instantiated subclasses of a class. */
  subclassesOf(node: ast.ClassLikeDeclaration): readonly ast.ClassLikeDeclaration[] {
    this.calls.read(node);
    return [...(this.#subclasses.get(node) ?? [])];
  }

  /** The reads of members that only a type of the author's declares, or none. */
  readsOfOwnTypes(): readonly Taken<MemberUse>[] {
    return [...this.named.call.uses, ...this.named.load.uses].filter(
      ({ step: { declared, reference } }) =>
        reference.mode === 'read' && reference.receiver && !(declared && hasCode(declared)),
    );
  }

  markUnverifiable(node: Node, unit: Node): void {
    this.findings.add({ ...unverifiable(node), unit });
  }

  #take(step: Step, unit: Node, lane: Lane): void {
    switch (step.kind) {
      case 'found':
        return step.isOfCall && lane === 'load' ? undefined : this.findings.add({ ...step, unit });
      case 'enter':
        if (step.runs) return this.#run(step.unit, unit, step.reference, lane);
        return this.enter(step.unit, unit, step.reference, lane);
      case 'call':
        return this.#addCalled({ step, unit, lane });
      case 'make':
        return this.#make(step.node, unit, lane);
      case 'special':
        return this.#useSpecial({ step, unit, lane });
      case 'write':
        return this.#write(step.declared, step.value, unit, lane);
      case 'hide':
        return void this.hidden.push({ step, unit, lane });
      case 'fill':
        return this.calls.addFill(step, this.#holdersOf(step.list), lane);
      case 'change':
        return void this.changes.push({ step, unit, lane });
      case 'member':
        return this.#useMember({ step, unit, lane });
    }
  }

  // `(rows[key] ??= []).push(row)` fills `rows`, too.
  #holdersOf(list: Node): readonly Node[] {
    const value = unwrap(list);
    const held = is.isBinaryExpression(value) ? value.left : value;
    return [...new Set([held, rootOf(held)].flatMap((each) => this.code.declaredAt(each)))];
  }

  #addCalled(called: Taken<Called>): void {
    this.called.push(called);
    this.calls.open.add(called);
  }

  #useSpecial(taken: Taken<SpecialUse>): void {
    const { member, special } = taken.step;
    if (member.name === 'localStorage') this.areas.add('local');
    if (member.name === 'sessionStorage') this.areas.add('session');
    // A storage that a module keeps is used where its members are.
    const isKept = special === 'held' && taken.lane === 'load' && !isCopied(taken.step.reference.node);
    if (special === 'handle' || isKept) return;
    this.specials.push(taken);
  }

  /** Marks a unit as reachable from another one. */
  enter(target: Node, unit: Node, reference: Reference, lane: Lane): void {
    if (is.isSourceFile(target)) {
      if (this.files.has(target)) return;
      this.files.add(target);
      this.#queueUnit(target, target === unit ? undefined : unit, reference, 'load');
      return this.#addEffects(target);
    }
    // Naming a function or class when a module loads does not run it.
    if (lane === 'load' && !reference.args) {
      if (!isClass(target) || reference.mode !== 'read') return;
      // `Job.resolve(1)` instantiates a class that extends `Promise`.
      if (!extendsOne(this.code, target, 'language')) return this.#addStatics(target, unit, lane);
    }
    this.#run(target, unit, reference, lane);
  }

  #run(target: Node, unit: Node, reference: Reference, lane: Lane): void {
    // `shape instanceof Group`
    if (isClass(target) && reference.mode === 'test') return;
    this.calls.addSite(target, reference, lane);
    if (isClass(target)) this.#make(target, unit, lane);
    this.#queueUnit(target, unit, reference, lane);
  }

  #queueUnit(target: Node, unit: Node | undefined, reference: Reference, lane: Lane): void {
    const { node, args, isLater } = reference;
    const isRun = args !== undefined || is.isConstructorDeclaration(target);
    if (lane === 'call') this.findings.addRun(target, isLater ? undefined : unit, isRun);
    if (this.entered[lane].has(target)) return;
    this.entered[lane].add(target);
    this.findings.enter(target, unit, node);
    this.#queue.push({ unit: target, lane });
    if (lane === 'call')
      for (const statement of this.#effects.get(target) ?? []) this.#runEffect(statement, target);
  }

  /** Runs a member: the declared one if it is certain, else those of all objects of that name. */
  #useMember(taken: Taken<MemberUse>): void {
    const { step, unit, lane } = taken;
    const { declared, key = ANY, reference } = step;
    const isComputed = key === ANY && !declared;
    if (isComputed && reference.mode === 'read' && !reference.isData) return void this.computed.push(taken);
    const literal = literalAt(this.code, reference.receiver);
    const isWhole = isComputed && literal !== undefined;
    const members =
      literal && (isWhole || step.key !== undefined) ? findMembers(this.code, literal, step.key, false) : [];
    if (members.length > 0 || isWhole)
      return members.forEach((each) => this.#enterMember(each, unit, reference, lane));
    const isCertain = declared && isExact(this.code, declared, reference);
    if (declared && (isCertain || hasCode(declared))) this.#enterMember(declared, unit, reference, lane);
    const named = this.named[lane];
    named.addUse(key, taken);
    if (!isCertain)
      for (const member of named.membersOf(key))
        if (this.mayBeOf(member, step.reference.receiver)) this.#enterMember(member, unit, reference, lane);
  }

  #make(node: Node, unit: Node, lane: Lane): void {
    const named = this.named[lane];
    if (named.made.has(node)) return;
    named.made.add(node);
    if (isClass(node)) for (const each of withBases(this.code, node)) this.#addSubclass(each, node);
    // Other code calls what a class of it declares, too: `exec` of a regular expression.
    const isImplicit = isClass(node) ? implicitOf(this.code, node) : undefined;
    this.#addMembers(node, false, isImplicit, unit, lane);
    if (isClass(node)) this.#addStatics(node, unit, lane, isImplicit);
  }

  #addSubclass(base: Node, node: ast.ClassLikeDeclaration): void {
    if (base !== node) this.#subclasses.set(base, (this.#subclasses.get(base) ?? new Set()).add(node));
    this.calls.change(base);
  }

  #addStatics(node: Node, unit: Node, lane: Lane, isImplicit?: IsImplicit): void {
    this.#addMembers(node, true, isImplicit, unit, lane);
  }

  #addMembers(
    node: Node,
    ofClass: boolean,
    isImplicit: IsImplicit = () => false,
    unit: Node,
    lane: Lane,
  ): void {
    const members = findMembers(this.code, node, undefined, ofClass);
    // A loop reads `value` of what `next` returns.
    const isResult = members.some((each) => declaredName(each) === 'done');
    for (const member of members) {
      const key = declaredName(member) ?? this.#constantName(member) ?? ANY;
      if (isImplicit(key) || IMPLICIT.test(key) || (isResult && key === 'value'))
        this.#useImplicitly(member, unit, lane);
      this.#addMember(key, member, lane, node);
    }
  }

  // `[iterator]() { … }`, where `const iterator: typeof Symbol.iterator = Symbol.iterator;`.
  #constantName(member: Node): string | undefined {
    const name = 'name' in member ? (member.name as Node | undefined) : undefined; // of a member
    if (!name || !is.isComputedPropertyName(name)) return undefined;
    const [declared] = this.code.declaredAt(name.expression);
    const value = declared && valueOf(declared);
    return value && nameOfKey(value);
  }

  #addMember(key: string, member: Node, lane: Lane, holder: Node): void {
    const named = this.named[lane];
    // A subclass has those of its base, too, and may be what its base is not.
    if (!named.addMember(key, member) && holder === member.parent) return;
    for (const { step, unit, lane } of named.usesOf(key))
      if (mayBeOf(this.code, member, step.reference.receiver, holder))
        this.#enterMember(member, unit, step.reference, lane);
  }

  // What a call or a list gives such a member is created where nothing runs it while a module loads: `{ toJSON: once(run) }`.
  #useImplicitly(member: Node, unit: Node, lane: Lane): void {
    // What a call does not name is not its own.
    const isLater = lane === 'call';
    this.#enterMember(member, unit, { node: member, mode: 'read', isLater }, 'call');
    const held = valueOf(member);
    if (is.isParameterDeclaration(member))
      this.#addCalled({ step: { kind: 'call', value: member.name, isLater }, unit, lane });
    else if (lane === 'load' && held && !isLazy(unwrap(held)))
      this.#addCalled({ step: { kind: 'call', value: held, isLater }, unit, lane });
  }

  /** Runs a member of an object: a method, an accessor, or the function that a property holds. */
  #enterMember(member: Node, unit: Node, reference: Reference, lane: Lane): void {
    const { mode, args, value } = reference;
    if (is.isSetAccessorDeclaration(member))
      return mode === 'write' || mode === 'both'
        ? this.enter(member, unit, { ...reference, args: value ? [value] : [] }, lane)
        : undefined;
    if (is.isGetAccessorDeclaration(member))
      return mode === 'write' ? undefined : this.enter(member, unit, { ...reference, args: [] }, lane);
    if (mode === 'test' || mode === 'write' || reference.isData) return;
    if (isFunctionNode(member)) return this.enter(member, unit, reference, lane);
    const held = valueOf(member);
    if (!held) return;
    if (isLazy(unwrap(held))) return this.enter(unwrap(held), unit, reference, lane);
    for (const step of valueSteps(this.code, held, { ...reference, args })) this.#take(step, unit, lane);
  }

  #write(declared: Node, value: Node, unit: Node, lane: Lane): void {
    const key = this.calls.addWrite(declared, value);
    const fn = unwrap(value);
    if (key === undefined || !isFunctionNode(fn)) return;
    // It may take the place of any function of that name.
    this.enter(fn, unit, { node: fn, mode: 'read', isLater: true }, lane);
    this.named[lane].addMember(key, fn);
  }
}
