import { ts } from '../../source/ts.ts';
import { unwrap } from '../../source/unwrap.ts';
import { answerEnumerate, answerEscape, answerInvoke } from './answer-call.ts';
import { answerMember } from './answer-member.ts';
import { answerMethod, enterMember } from './answer-method.ts';
import { decideSpecial } from './decide-special.ts';
import { isFunctionValue } from './declarations.ts';
import { findMember, nameOf, superCallOf, withBases } from './find-member.ts';
import { Findings, shortText } from './findings.ts';
import { importedFeeders, modulesRunBy } from './imported-feeders.ts';
import type { Calls, Run, Site, SpecialStep } from './run.ts';
import type { Reference, Step } from './step.ts';
import type { StorageArea } from './value.ts';
import { Values } from './values.ts';
import { returnsOf } from './writes.ts';
import type { KnownCapability } from '@btcp/core';

/** A question of a unit that values answer. */
interface OpenStep {
  readonly step: Step;
  readonly unit: ts.Node;
}

const MOST_ROUNDS = 12;
/** Members that the language calls by itself. */
const IMPLICIT = /^(?:toJSON|toString|valueOf|then|handleEvent|Symbol\..*)$/;
const ITERATING = /^Symbol\.(?:asyncIterator|iterator)$/;

/** Follows one tool's code from `execute` through every unit that it runs. */
export class ToolRun implements Calls, Run {
  readonly checker: ts.TypeChecker;
  readonly values: Values;
  readonly findings: Findings;
  /** The storages that the code names. */
  readonly areas: Set<StorageArea> = new Set();
  readonly #stepsOf: (unit: ts.Node) => readonly Step[];
  readonly #executes = new Set<ts.Node>();
  readonly #sites = new Map<ts.Node, Site[]>();
  readonly #seenArgs = new Map<ts.Node, Set<unknown>>();
  readonly alive: Set<ts.Node> = new Set();
  readonly #ownMembers = new Set<string>();
  readonly #queue: ts.Node[] = [];
  readonly #open: OpenStep[] = [];
  /** What is asked of the results of `execute`. */
  readonly #results: OpenStep[] = [];
  readonly #specials = new Map<ts.Node, Map<string, OpenStep & { readonly step: SpecialStep }>>();
  readonly #chains = new Map<ts.Node, readonly ts.ClassLikeDeclaration[]>();
  readonly #files = new Set<ts.SourceFile>();
  #changes = 0;
  /** How many of the changes the values know of. */
  #changesKnown = 0;
  phase: 'follow' | 'guess' | 'complain' = 'follow';

  constructor(checker: ts.TypeChecker, stepsOf: (unit: ts.Node) => readonly Step[]) {
    this.checker = checker;
    this.#stepsOf = stepsOf;
    this.values = new Values(checker, this);
    this.findings = new Findings();
  }

  sitesOf(fn: ts.Node): readonly Site[] {
    const own = this.#sites.get(fn) ?? [];
    return ts.isClassLike(fn) ? [...own, ...this.#sitesThroughHeirs(fn)] : own;
  }

  // `super(address)`, or the `new` of a class that leaves it to its base how it is constructed.
  #sitesThroughHeirs(node: ts.ClassLikeDeclaration): readonly Site[] {
    const heirs = [...this.alive].filter(ts.isClassLike).map((each) => {
      const chain = this.#chainOf(each);
      return chain[chain.indexOf(node) - 1];
    });
    return [...new Set(heirs)].flatMap((heir) => {
      if (!heir) return [];
      if (!heir.members.some((member) => ts.isConstructorDeclaration(member) && member.body))
        return this.sitesOf(heir);
      const call = superCallOf(heir);
      return call ? [{ args: call.arguments }] : [];
    });
  }

  heirsOf(node: ts.ClassLikeDeclaration): readonly ts.ClassLikeDeclaration[] {
    const heirs = [...this.alive].filter(ts.isClassLike).filter((each) => this.#chainOf(each).includes(node));
    return heirs.length > 0 ? heirs : [node];
  }

  #chainOf(node: ts.ClassLikeDeclaration): readonly ts.ClassLikeDeclaration[] {
    const chain = this.#chains.get(node) ?? withBases(this.checker, node);
    this.#chains.set(node, chain);
    return chain;
  }

  files(): ReadonlySet<ts.SourceFile> {
    return this.#files;
  }

  hasOwnMember(key: string): boolean {
    return this.#ownMembers.has(key);
  }

  isExecute(fn: ts.Node): boolean {
    return this.#executes.has(fn);
  }

  runsBefore(fn: ts.Node): boolean {
    return this.findings.runsBefore(fn);
  }

  /** @param roots - The declarations of `execute`, or of what becomes it. */
  run(roots: readonly ts.Node[]): void {
    for (const root of roots) {
      this.findings.enter(root, undefined, root);
      this.#queue.push(root);
      if (isFunctionValue(root)) this.#adopt(root);
    }
    this.#settle();
    if (roots.some((root) => !isFunctionValue(root))) this.#adoptMade(roots);
    this.#decide();
  }

  // `execute: withLogging(run)`: what the call gives is what is called with input and context.
  #adoptMade(roots: readonly ts.Node[]): void {
    for (const value of roots.flatMap((root) => this.values.of(root)))
      if (value.kind === 'function') this.#adopt(value.node);
    this.#settle();
  }

  // What a tool returns is written as JSON, which reads getters and storages.
  #adopt(fn: ts.Node): void {
    if (this.#executes.has(fn)) return;
    this.#executes.add(fn);
    for (const value of returnsOf(fn))
      this.#results.push({ step: { kind: 'enumerate', value, isResult: true }, unit: fn });
  }

  // What is unknown may only not be known yet: guess once nothing else is found, and complain once guessing is over.
  #settle(): void {
    for (const phase of ['follow', 'guess', 'complain'] as const) {
      this.phase = phase;
      this.#settlePhase();
    }
  }

  #settlePhase(): void {
    for (let round = 0; round < MOST_ROUNDS; round++) {
      this.#drain();
      const before = this.#changes;
      this.#forgetOutdated();
      this.#answerAll(this.#open);
      // What a result holds depends on all that is called, so it is asked for last.
      if (this.#changes === before) this.#answerAll(this.#results);
      if (this.#changes === before && this.#queue.length === 0) return;
    }
  }

  // Answers may open further questions.
  #answerAll(open: readonly OpenStep[]): void {
    for (let index = 0; index < open.length; index++) {
      const each = open[index];
      if (each) this.#answer(each.step, each.unit);
    }
  }

  // Most rounds only look whether there is anything new.
  #forgetOutdated(): void {
    if (this.#changesKnown === this.#changes) return;
    this.#changesKnown = this.#changes;
    this.values.reset();
  }

  #drain(): void {
    for (let unit = this.#queue.shift(); unit; unit = this.#queue.shift()) {
      this.#addFile(unit.getSourceFile());
      for (const step of this.#stepsOf(unit)) this.take(step, unit);
      if (this.#queue.length === 0) this.#feed();
    }
  }

  #addFile(file: ts.SourceFile): void {
    if (this.#files.has(file)) return;
    this.#files.add(file);
    for (const module of modulesRunBy(this.checker, file)) this.#addFile(module);
  }

  // What the modules of the run hand to what it uses, when they are loaded.
  #feed(): void {
    for (const file of this.#files)
      for (const [keeper, calls] of importedFeeders(this.checker, file))
        for (const node of this.findings.arrivals.has(keeper) ? calls : [])
          this.enter(node, keeper, { node, mode: 'read' });
  }

  take(step: Step, unit: ts.Node): void {
    switch (step.kind) {
      case 'powers':
        return this.findings.addPowers(step, unit);
      case 'flag':
        return this.findings.addFlag(step.flag, step.node, step.used, unit);
      case 'enter':
        return this.enter(step.unit, unit, step.reference);
      case 'alive':
        return this.#live(step.node, unit);
      case 'special':
        return this.#keepSpecial(step, unit);
      default:
        this.#open.push({ step, unit });
    }
  }

  #keepSpecial(step: SpecialStep, unit: ts.Node): void {
    const { node, args } = step.reference;
    if (step.special === 'handle') {
      this.areas.add(step.member.name === 'localStorage' ? 'local' : 'session');
      return;
    }
    const ofNode = this.#specials.get(node) ?? new Map<string, OpenStep & { readonly step: SpecialStep }>();
    this.#specials.set(node, ofNode);
    const key = `${step.special}${step.member.name}${args ? args.length : ''}${step.reference.mode}`;
    if (!ofNode.has(key)) ofNode.set(key, { step, unit });
  }

  #decide(): void {
    const all = [...this.#specials.values()].flatMap((ofNode) => [...ofNode.values()]);
    const indirect = new Set(
      all.filter(({ step }) => step.reference.isIndirect).map(({ step }) => step.special),
    );
    for (const { step, unit } of all) {
      // A function that is passed on is decided where its value is called.
      const isPassedOn =
        !step.reference.args && !step.reference.isIndirect && step.reference.mode !== 'write';
      if (isPassedOn && indirect.has(step.special) && isCallable(step.member)) continue;
      decideSpecial(this, step, unit);
    }
  }

  enter(target: ts.Node, unit: ts.Node, reference: Reference): void {
    if (reference.args) this.addSite(target, { args: reference.args }, reference.args);
    // The base of a class is read with it, but not for that an object.
    if (ts.isClassLike(target) && reference.mode !== 'test') this.#live(target, unit);
    if (this.findings.enter(target, unit, reference.node)) {
      this.#queue.push(target);
      this.#changes++;
    }
  }

  addSite(fn: ts.Node, site: Site, identity: unknown): void {
    const seen = this.#seenArgs.get(fn) ?? new Set();
    this.#seenArgs.set(fn, seen);
    if (seen.has(identity)) return;
    seen.add(identity);
    const sites = this.#sites.get(fn);
    if (sites) sites.push(site);
    else this.#sites.set(fn, [site]);
    this.#changes++;
  }

  write(key: string, value: ts.Node): void {
    if (this.values.addWrite(key, value)) this.#changes++;
  }

  #live(node: ts.Node, unit: ts.Node): void {
    if (this.alive.has(node)) return;
    this.alive.add(node);
    this.#changes++;
    for (const member of findMember(this.checker, node, undefined, false)) {
      const name = 'name' in member ? nameOf(member.name as ts.Node | undefined) : undefined; // of a member
      if (name === undefined) continue;
      if (IMPLICIT.test(name)) this.#enterImplicit(member, name, unit);
      if (!isPlainProperty(member)) this.#ownMembers.add(name);
    }
  }

  // The language calls `next` of what an iterator's method gives.
  #enterImplicit(member: ts.Node, name: string, unit: ts.Node): void {
    enterMember(this, member, unit, { node: member, mode: 'read' });
    const fn = ts.isPropertyAssignment(member) ? unwrap(member.initializer) : member;
    if (!ITERATING.test(name) || ('asteriskToken' in fn && fn.asteriskToken)) return;
    for (const receiver of returnsOf(fn))
      this.take({ kind: 'member', key: 'next', reference: { node: receiver, mode: 'read', receiver } }, unit);
  }

  #answer(step: Step, unit: ts.Node): void {
    switch (step.kind) {
      case 'member':
        return answerMember(this, step, unit);
      case 'method':
        return answerMethod(this, step, unit);
      case 'invoke':
        return answerInvoke(this, step, unit);
      case 'escape':
        return answerEscape(this, step, unit);
      case 'enumerate':
        return answerEnumerate(this, step, unit);
      default:
    }
  }

  complain(kind: 'unverifiable' | 'opaque', node: ts.Node, unit: ts.Node): void {
    if (this.phase === 'complain') this.findings.addFlag(kind, node, shortText(node), unit);
  }

  isAny(node: ts.Node): boolean {
    return (this.checker.getTypeAtLocation(node).flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) !== 0;
  }

  /** Adds a capability that a special use was found to need. */
  add(capability: KnownCapability, isCertain: boolean, step: SpecialStep, unit: ts.Node): void {
    this.findings.addSpecial(capability, isCertain, step, unit);
  }
}

function isCallable({ isMethod, name }: SpecialStep['member']): boolean {
  return isMethod || name === 'new';
}

/** Whether a member holds a text, a number or the like, and so no code. */
function isPlainProperty(member: ts.Node): boolean {
  const value = ts.isPropertyAssignment(member) ? unwrap(member.initializer) : undefined;
  return value !== undefined && (ts.isLiteralExpression(value) || ts.isTemplateExpression(value));
}
