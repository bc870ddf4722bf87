import { type ast, is } from '../../../source/types/typescript.ts';
import { decideSpecial } from '../decide/decide-special.ts';
import { findMembers, withBases } from '../decide/members.ts';
import type { Site } from '../decide/call-sites.ts';
import { Origins } from '../decide/origins.ts';
import type { StorageArea } from '../decide/question.ts';
import { Natures } from '../decide/natures.ts';
import { Texts } from '../decide/texts.ts';
import type { FlagKind } from '../capability-report.ts';
import type { Code } from '../read/code.ts';
import { declaredName, isClass, isFunctionNode, shortText } from '../read/syntax.ts';
import { memberText } from '../table/member-table.ts';
import { answer } from './answer.ts';
import { outlivesCall } from './state.ts';
import { dispatch, enterMember, holdsCode } from './dispatch.ts';
import { feedersOf, modulesRunBy } from './feeders.ts';
import { Findings } from './findings.ts';
import type { Change, Run, Taken } from './known-run.ts';
import type { Reference, SpecialUse, Step } from './step.ts';

type Node = ast.Node;

/** More rounds than these never happened; they end what would not end by itself. */
const MOST_ROUNDS = 24;
/** Members that the language or the platform calls by itself. */
const IMPLICIT = /^(?:toJSON|toString|valueOf|then|next|handleEvent|Symbol\..*)$/;

/** Follows one tool's code from `execute` through every unit that it runs. */
export class ToolRun implements Run {
  readonly code: Code;
  readonly findings: Findings = new Findings();
  readonly origins: Origins;
  readonly texts: Texts;
  readonly natures: Natures;
  /** The storages that the code names. */
  readonly areas: Set<StorageArea> = new Set();
  /** The object literals and classes that the code makes. */
  readonly made: Set<Node> = new Set();
  /** What is unknown is left alone while there is something to follow, then guessed or flagged. */
  phase: 'follow' | 'flag' = 'follow';
  readonly #stepsOf: (unit: Node) => readonly Step[];
  readonly #executes = new Set<Node>();
  readonly #sites = new Map<Node, Site[]>();
  readonly #callers = new Map<Node, Set<Node>>();
  readonly #seen = new Map<Node, Set<unknown>>();
  readonly #writes = new Map<Node | string, Set<Node>>();
  readonly #queue: Node[] = [];
  readonly #open: Taken[] = [];
  readonly changes: Change[] = [];
  readonly #standIns: Taken<Extract<Step, { kind: 'standIn' }>>[] = [];
  /** The names of the members that are code of what the code makes. */
  readonly names: Set<string> = new Set();
  readonly #specials = new Map<string, Taken<SpecialUse> & { readonly isIndirect: boolean }>();
  readonly #files = new Set<ast.SourceFile>();
  #changes = 0;

  constructor(code: Code, stepsOf: (unit: Node) => readonly Step[]) {
    this.code = code;
    this.#stepsOf = stepsOf;
    this.origins = new Origins(code, this);
    this.texts = new Texts(code, this.origins);
    this.natures = new Natures(code, this.origins, this.texts, this);
  }

  sitesOf(fn: Node): readonly Site[] {
    return this.#sites.get(fn) ?? [];
  }

  callersOf(fn: Node): readonly Node[] {
    return [...(this.#callers.get(fn) ?? [])];
  }

  isExecute(fn: Node): boolean {
    return this.#executes.has(fn);
  }

  writesTo(declared: Node): readonly Node[] {
    const own = this.#writes.get(declared) ?? [];
    const key = isProperty(declared) ? declaredName(declared) : undefined;
    return key === undefined ? [...own] : [...own, ...(this.#writes.get(key) ?? [])];
  }

  subclassesOf(node: ast.ClassLikeDeclaration): readonly ast.ClassLikeDeclaration[] {
    return [...this.made]
      .filter(isClass)
      .filter((each) => each !== node && withBases(this.code, each).includes(node));
  }

  /** @param roots - The functions that `execute` is, or the expressions that make it. */
  run(roots: readonly Node[]): void {
    for (const root of roots) {
      this.findings.enter(root, undefined, root);
      this.#queue.push(root);
      if (isFunctionNode(root)) this.#adopt(root);
    }
    for (const phase of ['follow', 'flag'] as const) {
      this.phase = phase;
      this.#settle(roots);
    }
    this.#decide();
    this.#findChange();
  }

  // Only once all calls are known, it is known whose objects are changed.
  #findChange(): void {
    const found = this.changes.find((each) => outlivesCall(this, each));
    if (!found) return;
    const { node } = found.step;
    this.findings.change = { node, used: shortText(node), unit: found.unit };
  }

  #settle(roots: readonly Node[]): void {
    for (let round = 0; round < MOST_ROUNDS; round++) {
      this.#drain();
      const before = this.#changes;
      this.origins.reset();
      // `execute: withLogging(run)`: what the call gives is what is called with input and context.
      const made = roots.filter((root) => !isFunctionNode(root)).flatMap((root) => this.origins.of(root));
      for (const origin of made) if (isFunctionNode(origin)) this.#adopt(origin);
      for (let index = 0; index < this.#open.length; index++) {
        const each = this.#open[index];
        if (each) answer(this, each);
      }
      for (const { step, unit } of this.#standIns)
        if (this.names.has(step.key)) dispatch(this, { ...step, declared: undefined }, unit);
      if (this.#changes === before && this.#queue.length === 0) return;
    }
  }

  #adopt(fn: Node): void {
    if (this.#executes.has(fn)) return;
    this.#executes.add(fn);
    this.#changes++;
  }

  #drain(): void {
    for (let unit = this.#queue.shift(); unit; unit = this.#queue.shift()) {
      this.#addFile(unit.getSourceFile());
      for (const step of this.#stepsOf(unit)) this.take(step, unit);
      if (this.#queue.length === 0) this.#feed();
    }
  }

  #addFile(file: ast.SourceFile): void {
    if (this.#files.has(file)) return;
    this.#files.add(file);
    for (const module of modulesRunBy(this.code, file)) this.#addFile(module);
  }

  // What the modules of the run hand to what it uses, when they are loaded.
  #feed(): void {
    for (const file of this.#files)
      for (const { statement, keepers } of feedersOf(this.code, file)) {
        const keeper = keepers.find((each) => this.findings.arrivals.has(each));
        if (keeper) this.enter(statement, keeper, { node: statement, mode: 'read' });
      }
  }

  /** Does one step of a unit. */
  take(step: Step, unit: Node): void {
    switch (step.kind) {
      case 'powers':
        for (const power of step.powers)
          this.findings.addPower(power, { node: step.node, used: step.used, unit });
        return;
      case 'flag':
        return this.findings.addFlag(step.flag, { node: step.node, used: step.used, unit });
      case 'enter':
        return this.enter(step.unit, unit, step.reference);
      case 'make':
        return this.#make(step.node, unit);
      case 'special':
        return this.#keepSpecial(step, unit, false);
      case 'write':
        return this.#write(step.declared, step.value);
      case 'change':
        this.changes.push({ step, unit });
        return;
      case 'standIn':
        this.#standIns.push({ step, unit });
        return;
      default:
        this.#open.push({ step, unit });
        this.#changes++;
    }
  }

  #write(declared: Node, value: Node): void {
    // Where only a type declares a property, it is that of any object.
    const isTyped = is.isPropertySignatureDeclaration(declared);
    const key = (isTyped ? declaredName(declared) : undefined) ?? declared;
    const known = this.#writes.get(key) ?? new Set();
    this.#writes.set(key, known);
    if (known.has(value)) return;
    known.add(value);
    this.#changes++;
  }

  /** Adds a use of a function of the platform that reached a call as a value. */
  useIndirectly(step: SpecialUse, unit: Node): void {
    this.#keepSpecial(step, unit, true);
  }

  #keepSpecial(step: SpecialUse, unit: Node, isIndirect: boolean): void {
    const { member, reference, special } = step;
    if (member.name === 'localStorage') this.areas.add('local');
    if (member.name === 'sessionStorage') this.areas.add('session');
    if (special === 'handle') return;
    const { node, args, mode } = reference;
    const file = node.getSourceFile().fileName;
    const key = [
      special,
      member.owner,
      member.name,
      file,
      node.pos,
      node.end,
      mode,
      args?.map(({ pos }) => pos),
    ].join();
    if (!this.#specials.has(key)) this.#specials.set(key, { step, unit, isIndirect });
  }

  #decide(): void {
    const all = [...this.#specials.values()];
    const indirect = new Set(all.filter(({ isIndirect }) => isIndirect).map(({ step }) => step.special));
    for (const { step, unit, isIndirect } of all) {
      const { args, mode, node } = step.reference;
      // A function that is passed on is decided where its value is called.
      const isPassedOn =
        !args && !isIndirect && mode !== 'write' && (step.member.isMethod || step.member.name === 'new');
      if (isPassedOn && indirect.has(step.special)) continue;
      const finding = { node, used: memberText(step.member), unit };
      decideSpecial({
        code: this.code,
        origins: this.origins,
        texts: this.texts,
        areas: this.areas,
        use: step,
        must: (capability) => this.findings.addPower(capability, finding),
        may: (capability) => this.findings.addMaybe(capability, finding),
        flag: () => this.findings.addFlag('unverifiable', finding),
      });
    }
  }

  /** Runs a unit from another one. */
  enter(target: Node, unit: Node, reference: Reference): void {
    if (reference.args) this.addSite(target, { args: reference.args }, reference.args, unit);
    // The base of a class is read with it, but not for that an object.
    if (isClass(target) && reference.mode !== 'test') this.#make(target, unit);
    if (!this.findings.enter(target, unit, reference.node)) return;
    this.#queue.push(target);
    this.#changes++;
  }

  /** Adds a call of a function by a unit, once per identity. */
  addSite(fn: Node, site: Site, identity: unknown, unit: Node): void {
    const callers = this.#callers.get(fn);
    if (callers) callers.add(unit);
    else this.#callers.set(fn, new Set([unit]));
    const seen = this.#seen.get(fn) ?? new Set();
    this.#seen.set(fn, seen);
    if (seen.has(identity)) return;
    seen.add(identity);
    const sites = this.#sites.get(fn);
    if (sites) sites.push(site);
    else this.#sites.set(fn, [site]);
    this.#changes++;
  }

  #make(node: Node, unit: Node): void {
    if (this.made.has(node)) return;
    this.made.add(node);
    this.#changes++;
    for (const member of findMembers(this.code, node, undefined, false)) {
      const name = declaredName(member);
      if (name !== undefined && holdsCode(this.code, member)) this.names.add(name);
      if (name !== undefined && IMPLICIT.test(name))
        enterMember(this, member, unit, { node: member, mode: 'read' });
    }
  }

  /** Flags a place, once everything else is known. */
  flag(kind: FlagKind, node: Node, unit: Node): void {
    if (this.phase === 'flag') this.findings.addFlag(kind, { node, used: shortText(node), unit });
  }
}

function isProperty(declared: Node): boolean {
  return (
    is.isPropertyAssignment(declared) ||
    is.isShorthandPropertyAssignment(declared) ||
    is.isPropertyDeclaration(declared) ||
    is.isParameterDeclaration(declared)
  );
}
