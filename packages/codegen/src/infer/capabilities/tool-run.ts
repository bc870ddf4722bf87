import type { KnownCapability } from '@btcp/core';
import { ts } from '../../source/ts.ts';
import { unwrap } from '../../source/unwrap.ts';
import { hasBody, isFunctionValue, originOf, platformMemberOf } from './declarations.ts';
import { Findings } from './findings.ts';
import { findMember, isStaticMember, nameOf, withBases } from './find-member.ts';
import { decideSpecial } from './decide-special.ts';
import { propertyOf } from './member-symbols.ts';
import { isPrimitive, stepsOfMember, stepsOfSymbol } from './symbol-steps.ts';
import type { Mode, Reference, Step } from './step.ts';
import { DATA, type StorageArea, UNKNOWN, type Value } from './value.ts';
import { type Calls, isStorage, type Site, Values } from './values.ts';
import { isWindow } from './member-values.ts';
import { returnsOf } from './writes.ts';

/** A question of a unit that values answer. */
interface OpenStep {
  readonly step: Step;
  readonly unit: ts.Node;
}

/** A use whose capability depends on values, asked once all calls are known. */
export type SpecialStep = Extract<Step, { kind: 'special' }>;

const MOST_ROUNDS = 12;
/** Members that the language calls by itself. */
const IMPLICIT = /^(?:toJSON|toString|valueOf|then|handleEvent|Symbol\..*)$/;

/** Follows one tool's code from `execute` through every unit that it runs. */
export class ToolRun implements Calls {
  readonly checker: ts.TypeChecker;
  readonly values: Values;
  readonly findings: Findings;
  /** The storages that the code names. */
  readonly areas: Set<StorageArea> = new Set();
  readonly #stepsOf: (unit: ts.Node) => readonly Step[];
  readonly #executes = new Set<ts.Node>();
  readonly #sites = new Map<ts.Node, Site[]>();
  readonly #seenArgs = new Map<ts.Node, Set<unknown>>();
  readonly #alive = new Set<ts.Node>();
  readonly #queue: ts.Node[] = [];
  readonly #open: OpenStep[] = [];
  readonly #specials = new Map<ts.Node, Map<string, OpenStep & { readonly step: SpecialStep }>>();
  #changes = 0;
  #phase: 'follow' | 'guess' | 'complain' = 'follow';

  constructor(checker: ts.TypeChecker, stepsOf: (unit: ts.Node) => readonly Step[]) {
    this.checker = checker;
    this.#stepsOf = stepsOf;
    this.values = new Values(checker, this);
    this.findings = new Findings();
  }

  sitesOf(fn: ts.Node): readonly Site[] {
    return this.#sites.get(fn) ?? [];
  }

  isExecute(fn: ts.Node): boolean {
    return this.#executes.has(fn);
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
      this.#open.push({ step: { kind: 'enumerate', value, isResult: true }, unit: fn });
  }

  // What is unknown may only not be known yet: guess once nothing else is found, and complain once guessing is over.
  #settle(): void {
    for (const phase of ['follow', 'guess', 'complain'] as const) {
      this.#phase = phase;
      this.#settlePhase();
    }
  }

  #settlePhase(): void {
    for (let round = 0; round < MOST_ROUNDS; round++) {
      this.#drain();
      const before = this.#changes;
      this.values.reset();
      for (let index = 0; index < this.#open.length; index++) {
        const open = this.#open[index];
        if (open) this.#answer(open.step, open.unit);
      }
      if (this.#changes === before && this.#queue.length === 0) return;
    }
  }

  #drain(): void {
    for (let unit = this.#queue.shift(); unit; unit = this.#queue.shift()) {
      for (const step of this.#stepsOf(unit)) this.#take(step, unit);
    }
  }

  #take(step: Step, unit: ts.Node): void {
    switch (step.kind) {
      case 'powers':
        return this.findings.addPowers(step, unit);
      case 'flag':
        return this.findings.addFlag(step.flag, step.node, step.used, unit);
      case 'enter':
        return this.#enter(step.unit, unit, step.reference);
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
      if (isPassedOn && indirect.has(step.special) && step.member.isMethod) continue;
      decideSpecial(this, step, unit);
    }
  }

  #enter(target: ts.Node, unit: ts.Node, reference: Reference): void {
    if (reference.args) this.#addSite(target, { args: reference.args }, reference.args);
    // The base of a class is read with it, but not for that an object.
    if (ts.isClassLike(target) && reference.mode !== 'test') this.#live(target, unit);
    if (this.findings.enter(target, unit, reference.node)) {
      this.#queue.push(target);
      this.#changes++;
    }
  }

  #addSite(fn: ts.Node, site: Site, identity: unknown): void {
    const seen = this.#seenArgs.get(fn) ?? new Set();
    this.#seenArgs.set(fn, seen);
    if (seen.has(identity)) return;
    seen.add(identity);
    const sites = this.#sites.get(fn);
    if (sites) sites.push(site);
    else this.#sites.set(fn, [site]);
    this.#changes++;
  }

  #live(node: ts.Node, unit: ts.Node): void {
    if (this.#alive.has(node)) return;
    this.#alive.add(node);
    this.#changes++;
    for (const member of [...findMember(this.checker, node, undefined, false)]) {
      const name = 'name' in member ? nameOf(member.name as ts.Node | undefined) : undefined; // of a member
      if (name !== undefined && IMPLICIT.test(name))
        this.#enterMember(member, unit, { node: member, mode: 'read' });
    }
  }

  #answer(step: Step, unit: ts.Node): void {
    switch (step.kind) {
      case 'member':
        return this.#answerMember(step, unit);
      case 'method':
        return this.#answerMethod(step, unit);
      case 'invoke':
        return this.#answerInvoke(step, unit);
      case 'escape':
        return this.#answerEscape(step, unit);
      case 'enumerate':
        return this.#answerEnumerate(step, unit);
      default:
    }
  }

  #answerMethod({ declaration, reference }: Extract<Step, { kind: 'method' }>, unit: ts.Node): void {
    const { receiver } = reference;
    const holder = declaration.parent;
    const isFixed = !receiver || receiver.kind === ts.SyntaxKind.SuperKeyword || isStaticMember(declaration);
    if (isFixed || !ts.isClassLike(holder)) return this.#enterMember(declaration, unit, reference);
    const key = nameOf(declaration.name);
    const found = this.values.of(receiver);
    const isPrecise =
      receiver.kind !== ts.SyntaxKind.ThisKeyword &&
      found.length > 0 &&
      found.every(({ kind }) => kind === 'instance');
    const living = isPrecise
      ? found.flatMap((value) => (value.kind === 'instance' ? [value.node] : []))
      : [...this.#alive];
    const heirs = living.filter(
      (each) => ts.isClassLike(each) && withBases(this.checker, each).includes(holder),
    );
    const members = heirs.flatMap((heir) => findMember(this.checker, heir, key, false));
    for (const member of members.length > 0 ? members : [declaration])
      this.#enterMember(member, unit, reference);
  }

  /** Runs a member of a class or literal, as far as it is code. */
  #enterMember(member: ts.Node, unit: ts.Node, reference: Reference): void {
    if (ts.isGetAccessor(member) && reference.mode === 'write') return;
    if (ts.isSetAccessor(member) && reference.mode !== 'write' && reference.mode !== 'both') return;
    if (hasBody(member)) return this.#enter(member, unit, reference);
    const isValue =
      ts.isPropertyAssignment(member) ||
      ts.isPropertyDeclaration(member) ||
      ts.isParameter(member) ||
      ts.isShorthandPropertyAssignment(member);
    if (!isValue || reference.mode === 'write') return;
    for (const value of this.#heldBy(member)) this.#runValue(value, unit, reference);
  }

  #heldBy(member: ts.Node): readonly Value[] {
    if (ts.isPropertyAssignment(member)) return this.values.of(member.initializer);
    if (ts.isShorthandPropertyAssignment(member)) {
      const symbol = this.checker.getShorthandAssignmentValueSymbol(member);
      return symbol ? this.values.ofSymbol(symbol) : [];
    }
    if (ts.isPropertyDeclaration(member) && member.initializer) return this.values.of(member.initializer);
    return ts.isParameter(member) ? this.values.of(member) : [];
  }

  #runValue(value: Value, unit: ts.Node, reference: Reference): void {
    if (value.kind === 'function' || value.kind === 'class') this.#enter(value.node, unit, reference);
  }

  #answerInvoke({ callee, args }: Extract<Step, { kind: 'invoke' }>, unit: ts.Node): void {
    const found = this.values.of(callee);
    const reference: Reference = { node: callee, mode: 'read', args };
    let isKnown = false;
    for (const value of found) {
      if (value.kind === 'function' || value.kind === 'class') {
        this.#enter(value.node, unit, reference);
        isKnown = true;
      } else if (value.kind === 'platform') this.#callPlatform(value.type, unit, reference);
      else if (value.kind === 'unknown') isKnown = this.#flagUnknownCall(callee, unit) || isKnown;
    }
    if (!isKnown)
      for (const value of args)
        this.#answerEscape({ kind: 'escape', value, inputs: [callee], isWhole: true }, unit);
  }

  // A function of the platform that reached this call as a value.
  #callPlatform(type: ts.Type, unit: ts.Node, reference: Reference): void {
    for (const signature of [...type.getCallSignatures(), ...type.getConstructSignatures()].slice(0, 1)) {
      const declaration = signature.getDeclaration() as ts.Declaration | undefined; // signatures of mapped types have none
      const member =
        declaration && originOf(declaration) === 'platform' ? platformMemberOf(declaration) : undefined;
      if (member)
        for (const step of stepsOfMember(member, { ...reference, isIndirect: true })) this.#take(step, unit);
    }
  }

  // Functions made in code that runs are entered there; these come from elsewhere.
  #flagUnknownCall(callee: ts.Node, unit: ts.Node): boolean {
    const isAny = (this.checker.getTypeAtLocation(callee).flags & ts.TypeFlags.Any) !== 0;
    if (isAny || this.#isOutside(callee)) this.#complain('unverifiable', callee, unit);
    return false;
  }

  // A variable of a module that other code fills.
  #isOutside(callee: ts.Node): boolean {
    let root = callee;
    while (
      ts.isPropertyAccessExpression(root) ||
      ts.isElementAccessExpression(root) ||
      ts.isNonNullExpression(root) ||
      ts.isCallExpression(root)
    )
      root = root.expression;
    const declaration = ts.isIdentifier(root)
      ? this.checker.getSymbolAtLocation(root)?.valueDeclaration
      : undefined;
    return (
      declaration !== undefined &&
      ts.isVariableDeclaration(declaration) &&
      ts.isSourceFile(declaration.parent.parent.parent)
    );
  }

  #answerEscape({ value: node, inputs, isWhole }: Extract<Step, { kind: 'escape' }>, unit: ts.Node): void {
    for (const value of this.values.of(node)) {
      if (value.kind === 'function') this.#handOver(value.node, inputs, node, unit);
      else if (value.kind === 'storage' || isStorage(value)) this.#useArea(node, unit);
      else if (value.kind === 'platform' && !isWhole)
        this.#callPlatform(value.type, unit, { node, mode: 'read', args: inputs });
      else if (isWhole) this.#handOverMembers(value, inputs, node, unit, 0);
    }
  }

  #handOver(fn: ts.Node, inputs: readonly ts.Node[], node: ts.Node, unit: ts.Node): void {
    this.#addSite(fn, { inputs }, node);
    this.#enter(fn, unit, { node, mode: 'read' });
  }

  #handOverMembers(
    value: Value,
    inputs: readonly ts.Node[],
    node: ts.Node,
    unit: ts.Node,
    depth: number,
  ): void {
    if (depth > 4 || (value.kind !== 'literal' && value.kind !== 'instance' && value.kind !== 'class'))
      return;
    if (value.kind === 'class') this.#enter(value.node, unit, { node, mode: 'read' });
    const members = [false, value.kind === 'class'].flatMap((isStatic) =>
      findMember(this.checker, value.node, undefined, isStatic),
    );
    for (const member of members) {
      if (hasBody(member)) this.#handOver(member, inputs, node, unit);
      else
        for (const held of this.#heldBy(member)) {
          if (held.kind === 'function') this.#handOver(held.node, inputs, node, unit);
          else this.#handOverMembers(held, inputs, node, unit, depth + 1);
        }
    }
  }

  #answerEnumerate({ value: node, isResult }: Extract<Step, { kind: 'enumerate' }>, unit: ts.Node): void {
    if (isResult && isPrimitive(this.checker.getTypeAtLocation(node))) return;
    for (const value of this.values.of(node)) {
      if (value.kind !== 'unknown') this.#enumerate(value, node, unit, 0);
      else if (!isResult && this.#isAny(node)) this.#complain('unverifiable', node, unit);
    }
  }

  #enumerate(value: Value, node: ts.Node, unit: ts.Node, depth: number): void {
    if (value.kind === 'storage' || isStorage(value)) this.#useArea(node, unit);
    if ((value.kind !== 'literal' && value.kind !== 'instance') || depth > 3) return;
    for (const member of findMember(this.checker, value.node, undefined, false)) {
      if (ts.isGetAccessor(member)) this.#enter(member, unit, { node, mode: 'read' });
      const inner = ts.isPropertyAssignment(member) ? unwrap(member.initializer) : member;
      if (ts.isObjectLiteralExpression(inner))
        this.#enumerate({ kind: 'literal', node: inner }, node, unit, depth + 1);
    }
  }

  #useArea(receiver: ts.Node, unit: ts.Node, mode: Mode = 'read', node: ts.Node = receiver): void {
    const member = { owner: 'Storage', name: '[index]', isStatic: false, isMethod: false };
    for (const step of stepsOfMember(member, { node, mode, receiver })) this.#take(step, unit);
  }

  #answerMember(step: Extract<Step, { kind: 'member' }>, unit: ts.Node): void {
    const { receiver } = step.reference;
    if (!receiver) return;
    const found = this.values.of(receiver);
    for (const key of this.#keysOf(step)) {
      for (const value of found.length > 0 ? found : [UNKNOWN])
        this.#useMember(value, key, step.reference, unit);
    }
  }

  #keysOf({ key, keyNode, reference }: Extract<Step, { kind: 'member' }>): readonly (string | undefined)[] {
    if (key !== undefined) return [key];
    const named =
      keyNode ??
      (ts.isElementAccessExpression(reference.node) ? reference.node.argumentExpression : undefined);
    if (!named) return [undefined];
    const type = this.checker.getTypeAtLocation(named);
    const isObject = (type.flags & ts.TypeFlags.Object) !== 0;
    if (isObject)
      return type.getProperties().length > 0 ? type.getProperties().map(({ name }) => name) : [undefined];
    const keys = this.values.of(named).map(exactText);
    return keys.length > 0 ? keys : [undefined];
  }

  #useMember(value: Value, key: string | undefined, reference: Reference, unit: ts.Node): void {
    switch (value.kind) {
      case 'literal':
      case 'instance':
      case 'class':
        for (const member of findMember(this.checker, value.node, key, value.kind === 'class'))
          this.#enterMember(member, unit, reference);
        return this.#flagConstructor(key, reference, unit);
      case 'module':
        return this.#useExport(value.symbol, key, reference, unit);
      case 'platform':
      case 'storage':
        return this.#usePlatform(value.type, key, reference, unit);
      case 'context':
        if (key !== 'dom' && key !== 'signal')
          this.#flag(key === undefined ? 'unverifiable' : 'opaque', reference, unit);
        return;
      case 'unknown':
        return this.#phase === 'follow' ? undefined : this.#useUnknown(key, reference, unit);
      default:
        return this.#flagConstructor(key, reference, unit);
    }
  }

  #flagConstructor(key: string | undefined, reference: Reference, unit: ts.Node): void {
    const { parent } = reference.node;
    const isName = ts.isPropertyAccessExpression(parent) && parent.name.text === 'name';
    const isComputedCall =
      key === undefined &&
      reference.args !== undefined &&
      reference.receiver !== undefined &&
      this.values.of(reference.receiver).every(({ kind }) => kind === DATA.kind);
    if ((key === 'constructor' && !isName) || key === '__proto__' || isComputedCall)
      this.#flag('unverifiable', reference, unit);
  }

  #flag(kind: 'unverifiable' | 'opaque', { node }: Reference, unit: ts.Node): void {
    this.#complain(kind, node, unit);
  }

  #complain(kind: 'unverifiable' | 'opaque', node: ts.Node, unit: ts.Node): void {
    if (this.#phase === 'complain') this.findings.addFlag(kind, node, shortText(node), unit);
  }

  #useExport(module: ts.Symbol, key: string | undefined, reference: Reference, unit: ts.Node): void {
    for (const symbol of this.checker.getExportsOfModule(module))
      if (key === undefined || symbol.name === key) this.#takeSymbol(symbol, reference, unit);
  }

  #takeSymbol(symbol: ts.Symbol, reference: Reference, unit: ts.Node): void {
    for (const step of stepsOfSymbol(this.checker, symbol, reference)) {
      if (step.kind === 'member' || step.kind === 'method') continue;
      this.#take(step, unit);
    }
  }

  #usePlatform(type: ts.Type, key: string | undefined, reference: Reference, unit: ts.Node): void {
    const symbol = key === undefined ? undefined : propertyOf(this.checker, type, key);
    if (symbol) return this.#takeSymbol(symbol, reference, unit);
    if (type.getSymbol()?.name === 'Storage' && reference.receiver)
      return this.#useArea(reference.receiver, unit, reference.mode, reference.node);
    const index = this.checker
      .getIndexInfosOfType(type)
      .find(({ declaration }) => declaration && originOf(declaration) === 'platform');
    const member = index?.declaration && platformMemberOf(index.declaration);
    if (member && !isWindow(type))
      for (const step of stepsOfMember(member, reference)) this.#take(step, unit);
    else if (key !== undefined && isWindow(type)) this.#flag('opaque', reference, unit);
    else if (reference.mode !== 'test') this.#flag('unverifiable', reference, unit);
  }

  // Nothing says which object it is: whatever lives and has such a member may be it.
  #useUnknown(key: string | undefined, reference: Reference, unit: ts.Node): void {
    const { receiver, args } = reference;
    const candidates = key === undefined ? [] : this.#livingWith(key, receiver);
    for (const member of candidates) this.#enterMember(member, unit, reference);
    const isAny = receiver !== undefined && this.#isAny(receiver);
    if (isAny || (args && candidates.length === 0) || key === 'constructor')
      this.#flag('unverifiable', reference, unit);
  }

  #livingWith(key: string, receiver: ts.Node | undefined): readonly ts.Node[] {
    const holders = [...this.#alive].filter((each) => findMember(this.checker, each, key, false).length > 0);
    const type = receiver && this.checker.getTypeAtLocation(receiver);
    const fitting = type ? holders.filter((each) => this.#fits(each, type)) : [];
    return (fitting.length > 0 ? fitting : holders).flatMap((each) =>
      findMember(this.checker, each, key, false),
    );
  }

  #fits(holder: ts.Node, type: ts.Type): boolean {
    const own =
      ts.isClassLike(holder) && holder.name
        ? this.checker.getDeclaredTypeOfSymbol(this.checker.getSymbolAtLocation(holder.name) ?? type.symbol)
        : this.checker.getTypeAtLocation(holder);
    return this.checker.isTypeAssignableTo(own, this.checker.getNonNullableType(type));
  }

  #isAny(node: ts.Node): boolean {
    return (this.checker.getTypeAtLocation(node).flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) !== 0;
  }

  /** Adds a capability that a special use was found to need. */
  add(capability: KnownCapability, isCertain: boolean, step: SpecialStep, unit: ts.Node): void {
    this.findings.addSpecial(capability, isCertain, step, unit);
  }
}

function exactText(value: Value): string | undefined {
  if (value.kind !== 'text') return undefined;
  const texts = value.text.map((part) => (part.kind === 'text' ? part.text : undefined));
  return texts.every((text) => text !== undefined) ? texts.join('') : undefined;
}

function shortText(node: ts.Node): string {
  const text = node.getText();
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}
