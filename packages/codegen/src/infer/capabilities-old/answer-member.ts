import { ts } from '../../source/ts.ts';
import { useArea } from './answer-call.ts';
import { enterMember, valueNodeOf } from './answer-method.ts';
import { originOf, platformMemberOf } from './declarations.ts';
import { findMember, nameOf } from './find-member.ts';
import { fits } from './fitting-objects.ts';
import { keyExpression, propertyOf } from './member-symbols.ts';
import { isWindow } from './member-values.ts';
import type { Run } from './run.ts';
import type { Reference, Step } from './step.ts';
import { useStandIns } from './stand-ins.ts';
import { stepsOfMember, stepsOfSymbol } from './symbol-steps.ts';
import { DATA, UNKNOWN, type Value, exactText } from './value.ts';

export function answerMember(run: Run, step: Extract<Step, { kind: 'member' }>, unit: ts.Node): void {
  const { receiver } = step.reference;
  if (!receiver) return;
  if (step.library) return useStandIns(run, step, receiver, unit);
  const found = calledOn(run, receiver, step.reference);
  if (step.keyNode && assignMembers(run, step.keyNode, found, step.reference, unit)) return;
  for (const key of keysOf(run, step)) {
    if (step.keyNode && key !== undefined && step.reference.value) run.write(key, step.reference.value);
    for (const value of found.length > 0 ? found : [UNKNOWN])
      useMember(run, value, key, step.reference, unit);
    if (key !== undefined && isNowhere(run, found, key, step.reference))
      flag(run, 'unverifiable', step.reference, unit);
  }
}

// Data has no methods that a type names: what is called on it was put there in a way that was not followed.
function calledOn(run: Run, receiver: ts.Node, { args }: Reference): readonly Value[] {
  const found = run.values.of(receiver);
  const isOnlyData = found.every(({ kind }) => kind === DATA.kind);
  return args && isOnlyData && !run.isAny(receiver) ? [UNKNOWN] : found;
}

// `Object.assign(image, props)`: each property of the literal that the source is.
function assignMembers(
  run: Run,
  source: ts.Node,
  found: readonly Value[],
  reference: Reference,
  unit: ts.Node,
): boolean {
  const literals = run.values.of(source).flatMap((value) => (value.kind === 'literal' ? [value.node] : []));
  for (const member of literals.flatMap((node) => findMember(run.checker, node, undefined, false))) {
    const key = 'name' in member ? nameOf(member.name as ts.Node | undefined) : undefined; // of a property
    const value = valueNodeOf(member);
    if (key !== undefined && value) run.write(key, value);
    for (const each of found) useMember(run, each, key, { ...reference, node: member, value }, unit);
  }
  return literals.length > 0 && found.length > 0;
}

// The author's own object is called by a name that nothing in its code gives it: other code puts it there.
function isNowhere(run: Run, found: readonly Value[], key: string, { args, node }: Reference): boolean {
  if (!args || found.length === 0) return false;
  const isWithout = (value: Value): boolean =>
    (value.kind === 'instance' || value.kind === 'class') &&
    findMember(run.checker, value.node, key, value.kind === 'class').length === 0;
  return found.every(isWithout) && run.values.of(node).every(({ kind }) => kind === 'unknown');
}

function keysOf(
  run: Run,
  { key, keyNode, reference }: Extract<Step, { kind: 'member' }>,
): readonly (string | undefined)[] {
  if (key !== undefined) return [key];
  const named = keyNode ?? keyExpression(reference.node);
  if (!named) return [undefined];
  const type = run.checker.getTypeAtLocation(named);
  const isObject = (type.flags & ts.TypeFlags.Object) !== 0;
  if (isObject)
    return type.getProperties().length > 0 ? type.getProperties().map(({ name }) => name) : [undefined];
  const keys = run.values.of(named).map(exactText);
  return keys.length > 0 ? keys : [undefined];
}

function useMember(
  run: Run,
  value: Value,
  key: string | undefined,
  reference: Reference,
  unit: ts.Node,
): void {
  switch (value.kind) {
    case 'literal':
    case 'instance':
    case 'class':
      for (const member of findMember(run.checker, value.node, key, value.kind === 'class'))
        enterMember(run, member, unit, reference);
      return flagConstructor(run, key, reference, unit);
    case 'module':
      return useExport(run, value.symbol, key, reference, unit);
    case 'platform':
    case 'storage':
      return usePlatform(run, value.type, key, reference, unit);
    case 'context':
      if (key === undefined || !OWN_CONTEXT.has(key))
        flag(run, key === undefined ? 'unverifiable' : 'opaque', reference, unit);
      return;
    case 'unknown':
      return run.phase === 'follow' ? undefined : useUnknown(run, key, reference, unit);
    default:
      return flagConstructor(run, key, reference, unit);
  }
}

/** What the toolkit gives a tool beside its input; everything else is the host's. */
const OWN_CONTEXT: ReadonlySet<string> = new Set(['dom', 'signal', 'progress']);

function flagConstructor(run: Run, key: string | undefined, reference: Reference, unit: ts.Node): void {
  const { parent } = reference.node;
  const isName = ts.isPropertyAccessExpression(parent) && parent.name.text === 'name';
  const isComputedCall =
    key === undefined &&
    reference.args !== undefined &&
    reference.receiver !== undefined &&
    run.values.of(reference.receiver).every(({ kind }) => kind === DATA.kind);
  if ((key === 'constructor' && !isName) || key === '__proto__' || isComputedCall)
    flag(run, 'unverifiable', reference, unit);
}

function flag(run: Run, kind: 'unverifiable' | 'opaque', { node }: Reference, unit: ts.Node): void {
  run.complain(kind, node, unit);
}

function useExport(
  run: Run,
  module: ts.Symbol,
  key: string | undefined,
  reference: Reference,
  unit: ts.Node,
): void {
  for (const symbol of run.checker.getExportsOfModule(module))
    if (key === undefined || symbol.name === key) takeSymbol(run, symbol, reference, unit);
}

function takeSymbol(run: Run, symbol: ts.Symbol, reference: Reference, unit: ts.Node): void {
  for (const step of stepsOfSymbol(run.checker, symbol, reference)) {
    if (step.kind === 'member' || step.kind === 'method') continue;
    run.take(step, unit);
  }
}

function usePlatform(
  run: Run,
  type: ts.Type,
  key: string | undefined,
  reference: Reference,
  unit: ts.Node,
): void {
  const symbol = key === undefined ? undefined : propertyOf(run.checker, type, key);
  if (symbol) return takeSymbol(run, symbol, reference, unit);
  if (type.getSymbol()?.name === 'Storage' && reference.receiver)
    return useArea(run, reference.receiver, unit, reference.mode, reference.node);
  if (key !== undefined && !isWindow(type) && hasOwnMember(run, key, reference)) return;
  const index = run.checker
    .getIndexInfosOfType(type)
    .find(({ declaration }) => declaration && originOf(declaration) === 'platform');
  const member = index?.declaration && platformMemberOf(index.declaration);
  if (member && !isWindow(type)) for (const step of stepsOfMember(member, reference)) run.take(step, unit);
  else if (key !== undefined && isWindow(type)) flag(run, 'opaque', reference, unit);
  else if (reference.mode !== 'test') flag(run, 'unverifiable', reference, unit);
}

// The author's type has the member, and this value has not: it only comes from the same container.
function hasOwnMember(run: Run, key: string, { receiver }: Reference): boolean {
  const type = receiver && run.checker.getTypeAtLocation(receiver);
  const member = type && run.checker.getNonNullableType(type).getProperty(key);
  return member?.declarations?.some((each) => originOf(each) === 'project') ?? false;
}

// Nothing says which object it is: whatever lives and has such a member may be it.
function useUnknown(run: Run, key: string | undefined, reference: Reference, unit: ts.Node): void {
  const { receiver, args } = reference;
  const candidates = key === undefined ? [] : livingWith(run, key, receiver);
  for (const member of candidates) enterMember(run, member, unit, reference);
  const isAny = receiver !== undefined && run.isAny(receiver);
  if (isAny || (args && candidates.length === 0) || key === 'constructor')
    flag(run, 'unverifiable', reference, unit);
}

function livingWith(run: Run, key: string, receiver: ts.Node | undefined): readonly ts.Node[] {
  const holders = [...run.alive].filter((each) => findMember(run.checker, each, key, false).length > 0);
  const type = receiver && run.checker.getTypeAtLocation(receiver);
  const fitting = type ? holders.filter((each) => fits(run, each, type)) : [];
  return (fitting.length > 0 ? fitting : holders).flatMap((each) =>
    findMember(run.checker, each, key, false),
  );
}
