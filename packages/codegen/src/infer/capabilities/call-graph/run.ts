import { type ast, is } from '../../../source/types/typescript.ts';
import type { Calls, Site } from '../values/call-sites.ts';
import { findMembers, withBases } from '../values/members.ts';
import { Natures } from '../values/natures.ts';
import { Origins } from '../values/origins.ts';
import type { StorageArea } from '../decide/question.ts';
import { Texts } from '../values/texts.ts';
import type { FlagKind } from '../capability-report.ts';
import type { Code } from '../read/code.ts';
import { declaredName, isClass, isFunctionNode, shortText } from '../read/syntax.ts';
import { Findings } from './findings.ts';
import type { Reference, SpecialUse, Step } from './step.ts';

type Node = ast.Node;

/** A step, and its unit. */
export interface Taken<S = Step> {
  readonly step: S;
  readonly unit: Node;
}

/** A mutation in the code. */
export type Change = Taken<Extract<Step, { kind: 'change' }>>;
/** A use that depends on values; indirect if a platform function is called as a value. */
export type TakenSpecial = Taken<SpecialUse> & { readonly isIndirect: boolean };

/** Members that the language or the platform calls implicitly. */
const IMPLICIT = /^(?:toJSON|toString|valueOf|then|next|handleEvent|Symbol\..*)$/;

/** The state of the analysis of one tool's code: reachable units, calls and values. */
export class Run implements Calls {
  readonly code: Code;
  readonly findings: Findings = new Findings();
  readonly origins: Origins;
  readonly texts: Texts;
  readonly natures: Natures;
  /** Unknown values are skipped while the analysis makes progress, and flagged afterwards. */
  phase: 'follow' | 'flag' = 'follow';
  /** Reachable units that are still to be read. */
  readonly queue: Node[] = [];
  /** Steps that depend on the rest of the code. */
  readonly open: Taken[] = [];
  readonly changes: Change[] = [];
  readonly specials: Map<string, TakenSpecial> = new Map();
  /** The storages that the code names. */
  readonly areas: Set<StorageArea> = new Set();
  /** Object literals and instantiated classes. */
  readonly made: Set<Node> = new Set();
  /** Incremented whenever something new is found. */
  progress = 0;
  readonly #executes = new Set<Node>();
  readonly #sites = new Map<Node, Map<unknown, Site>>();
  readonly #callers = new Map<Node, Set<Node>>();
  readonly #writes = new Map<Node | string, Set<Node>>();

  constructor(code: Code) {
    this.code = code;
    this.origins = new Origins(code, this);
    this.texts = new Texts(code, this.origins);
    this.natures = new Natures(code, this.origins, this);
  }

  sitesOf(fn: Node): readonly Site[] {
    return [...(this.#sites.get(fn)?.values() ?? [])];
  }

  /** The units that call a function, instantiate a class, or pass either on. */
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

  /** Records that a function is called with a tool's input and context. */
  adopt(fn: Node): void {
    if (this.#executes.has(fn)) return;
    this.#executes.add(fn);
    this.progress++;
  }

  /** Processes one step of a unit, or queues it. */
  take(step: Step, unit: Node): void {
    switch (step.kind) {
      case 'powers':
        for (const power of step.powers)
          this.findings.addPower(power, { node: step.node, used: step.used, unit });
        return;
      case 'flag':
        return this.findings.addFlag(step.flag, { node: step.node, used: step.used, unit });
      case 'lacking':
        return this.findings.addLacking({ node: step.node, used: step.used, unit });
      case 'enter':
        return this.enter(step.unit, unit, step.reference);
      case 'make':
        return this.#make(step.node, unit);
      case 'special':
        return this.useSpecial(step, unit, false);
      case 'write':
        return this.#write(step.declared, step.value);
      case 'change':
        this.changes.push({ step, unit });
        return;
      default:
        this.open.push({ step, unit });
        this.progress++;
    }
  }

  /** Marks a unit as reachable from another one. */
  enter(target: Node, unit: Node, reference: Reference): void {
    if (reference.args) this.addSite(target, { args: reference.args }, reference.args, unit);
    // Reading a base class does not instantiate it.
    if (isClass(target) && reference.mode !== 'test') this.#make(target, unit);
    if (!this.findings.enter(target, unit, reference.node)) return;
    this.queue.push(target);
    this.progress++;
  }

  /** Adds a call of a function by a unit, once per identity. */
  addSite(fn: Node, site: Site, identity: unknown, unit: Node): void {
    const callers = this.#callers.get(fn) ?? new Set();
    this.#callers.set(fn, callers.add(unit));
    const sites = this.#sites.get(fn) ?? new Map<unknown, Site>();
    this.#sites.set(fn, sites);
    if (sites.has(identity)) return;
    sites.set(identity, site);
    this.progress++;
  }

  /** Flags a node in the final phase. */
  flag(kind: FlagKind, node: Node, unit: Node): void {
    if (this.phase === 'flag') this.findings.addFlag(kind, { node, used: shortText(node), unit });
  }

  useSpecial(step: SpecialUse, unit: Node, isIndirect: boolean): void {
    const { member, reference, special } = step;
    if (member.name === 'localStorage') this.areas.add('local');
    if (member.name === 'sessionStorage') this.areas.add('session');
    if (special === 'handle') return;
    const { node, args, mode } = reference;
    const place = [node.getSourceFile().fileName, node.pos, node.end, args?.map(({ pos }) => pos)];
    const key = [special, member.owner, member.name, mode, ...place].join();
    if (!this.specials.has(key)) this.specials.set(key, { step, unit, isIndirect });
  }

  #make(node: Node, unit: Node): void {
    if (this.made.has(node)) return;
    this.made.add(node);
    this.progress++;
    for (const declared of findMembers(this.code, node, undefined, false)) {
      const key = declaredName(declared) ?? '';
      if (!IMPLICIT.test(key)) continue;
      if (isFunctionNode(declared)) this.enter(declared, unit, { node: declared, mode: 'read' });
      else this.take({ kind: 'member', key, declared, reference: { node: declared, mode: 'read' } }, unit);
    }
  }

  #write(declared: Node, value: Node): void {
    // A property declared only by a type may belong to any object.
    const isTyped = is.isPropertySignatureDeclaration(declared);
    const key = (isTyped ? declaredName(declared) : undefined) ?? declared;
    const known = this.#writes.get(key) ?? new Set();
    if (known.has(value)) return;
    this.#writes.set(key, known.add(value));
    this.progress++;
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
