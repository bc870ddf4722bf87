import { ts } from '../../source/ts.ts';
import { heldBy } from './answer-method.ts';
import { hasBody, originOf, platformMemberOf } from './declarations.ts';
import { findMember } from './find-member.ts';
import { isLocation, textOfLocation } from './location-text.ts';
import type { Run } from './run.ts';
import { spellsObject } from './spells-object.ts';
import type { Mode, Reference, Step } from './step.ts';
import { isPrimitive, stepsOfMember } from './symbol-steps.ts';
import { type Value, isStorage } from './value.ts';

export function answerInvoke(
  run: Run,
  { callee, args }: Extract<Step, { kind: 'invoke' }>,
  unit: ts.Node,
): void {
  const found = run.values.of(callee);
  const reference: Reference = { node: callee, mode: 'read', args };
  let isKnown = false;
  // Data of a function's type cannot be called: it holds what was put there in a way that was not followed.
  const isOnlyData = found.length > 0 && found.every(({ kind }) => kind === 'data');
  if (isOnlyData && !run.isAny(callee) && isOutside(run, callee)) run.complain('unverifiable', callee, unit);
  for (const value of found) {
    if (value.kind === 'function' || value.kind === 'class') {
      run.enter(value.node, unit, reference);
      isKnown = true;
    } else if (value.kind === 'platform') callPlatform(run, value.type, unit, reference);
    else if (value.kind === 'unknown') isKnown = flagUnknownCall(run, callee, unit) || isKnown;
  }
  if (!isKnown)
    for (const value of args)
      answerEscape(run, { kind: 'escape', value, inputs: [callee], isWhole: true }, unit);
}

// A function of the platform that reached this call as a value.
function callPlatform(run: Run, type: ts.Type, unit: ts.Node, reference: Reference): void {
  for (const signature of [...type.getCallSignatures(), ...type.getConstructSignatures()].slice(0, 1)) {
    const declaration = signature.getDeclaration() as ts.Declaration | undefined; // signatures of mapped types have none
    const member =
      declaration && originOf(declaration) === 'platform' ? platformMemberOf(declaration) : undefined;
    if (member)
      for (const step of stepsOfMember(member, { ...reference, isIndirect: true })) run.take(step, unit);
  }
}

// Functions made in code that runs are entered there; these come from elsewhere.
function flagUnknownCall(run: Run, callee: ts.Node, unit: ts.Node): boolean {
  const isAny = (run.checker.getTypeAtLocation(callee).flags & ts.TypeFlags.Any) !== 0;
  if (isAny || isOutside(run, callee)) run.complain('unverifiable', callee, unit);
  return false;
}

// A variable of a module that other code fills.
function isOutside(run: Run, callee: ts.Node): boolean {
  let root = callee;
  while (
    ts.isPropertyAccessExpression(root) ||
    ts.isElementAccessExpression(root) ||
    ts.isNonNullExpression(root) ||
    ts.isCallExpression(root)
  )
    root = root.expression;
  const declaration = ts.isIdentifier(root)
    ? run.checker.getSymbolAtLocation(root)?.valueDeclaration
    : undefined;
  return (
    declaration !== undefined &&
    ts.isVariableDeclaration(declaration) &&
    ts.isSourceFile(declaration.parent.parent.parent)
  );
}

export function answerEscape(
  run: Run,
  { value: node, inputs, isWhole }: Extract<Step, { kind: 'escape' }>,
  unit: ts.Node,
): void {
  for (const value of run.values.of(node)) {
    if (value.kind === 'function') handOver(run, value.node, inputs, node, unit);
    else if (readsWhole(run, value, node, unit)) continue;
    else if (value.kind === 'platform' && !isWhole)
      callPlatform(run, value.type, unit, { node, mode: 'read', args: inputs });
    else if (isWhole) handOverMembers(run, value, inputs, node, unit, 0);
  }
}

function handOver(run: Run, fn: ts.Node, inputs: readonly ts.Node[], node: ts.Node, unit: ts.Node): void {
  run.addSite(fn, { inputs }, node);
  run.enter(fn, unit, { node, mode: 'read' });
}

function handOverMembers(
  run: Run,
  value: Value,
  inputs: readonly ts.Node[],
  node: ts.Node,
  unit: ts.Node,
  depth: number,
): void {
  if (value.kind === 'module')
    for (const symbol of run.checker.getExportsOfModule(value.symbol))
      for (const held of run.values.ofSymbol(symbol))
        if (held.kind === 'function') handOver(run, held.node, inputs, node, unit);
  if (depth > 4 || (value.kind !== 'literal' && value.kind !== 'instance' && value.kind !== 'class')) return;
  if (value.kind === 'class') run.enter(value.node, unit, { node, mode: 'read' });
  const members = [false, value.kind === 'class'].flatMap((isStatic) =>
    findMember(run.checker, value.node, undefined, isStatic),
  );
  for (const member of members) {
    if (hasBody(member)) handOver(run, member, inputs, node, unit);
    else
      for (const held of heldBy(run, member)) {
        if (held.kind === 'function') handOver(run, held.node, inputs, node, unit);
        else handOverMembers(run, held, inputs, node, unit, depth + 1);
      }
  }
}

export function answerEnumerate(
  run: Run,
  { value: node, isResult }: Extract<Step, { kind: 'enumerate' }>,
  unit: ts.Node,
): void {
  if (isResult && !spellsObject(node) && isPrimitive(run.checker.getTypeAtLocation(node))) return;
  for (const value of run.values.of(node)) {
    if (value.kind !== 'unknown') enumerate(run, value, node, unit, 0);
    else if (!isResult && run.isAny(node)) run.complain('unverifiable', node, unit);
  }
}

function enumerate(run: Run, value: Value, node: ts.Node, unit: ts.Node, depth: number): void {
  readsWhole(run, value, node, unit);
  if ((value.kind !== 'literal' && value.kind !== 'instance') || depth > 3) return;
  for (const member of findMember(run.checker, value.node, undefined, false)) {
    if (ts.isGetAccessor(member)) run.enter(member, unit, { node, mode: 'read' });
    if (ts.isPropertyAssignment(member) || ts.isShorthandPropertyAssignment(member))
      for (const held of heldBy(run, member)) enumerate(run, held, node, unit, depth + 1);
  }
}

// A storage is its items, and a location its address, to whoever gets the whole of it.
function readsWhole(run: Run, value: Value, node: ts.Node, unit: ts.Node): boolean {
  const isArea = value.kind === 'storage' || isStorage(value);
  if (isArea) useArea(run, node, unit);
  const isAddress = value.kind === 'platform' && isLocation(value.type);
  if (isAddress) for (const step of textOfLocation(node)) run.take(step, unit);
  return isArea || isAddress;
}

export function useArea(
  run: Run,
  receiver: ts.Node,
  unit: ts.Node,
  mode: Mode = 'read',
  node: ts.Node = receiver,
): void {
  const member = { owner: 'Storage', name: '[index]', isStatic: false, isMethod: false };
  for (const step of stepsOfMember(member, { node, mode, receiver })) run.take(step, unit);
}
