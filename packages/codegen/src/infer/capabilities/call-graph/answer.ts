import { type ast, is, type Type } from '../../../source/types/typescript.ts';
import { valueOf } from '../decide/decide-address.ts';
import { areaAt, isWindow } from '../decide/decide-special.ts';
import { classAt, findMembers } from '../decide/members.ts';
import { isAny } from '../read/code.ts';
import { platformMembers } from '../read/platform-member.ts';
import {
  isAccess,
  isClass,
  isFunctionNode,
  isModuleLevel,
  isText,
  keyOf,
  returnsOf,
  unwrap,
} from '../read/syntax.ts';
import { dispatch, enterMember } from './dispatch.ts';
import { isSignature, stepsOfSymbol } from './name-steps.ts';
import { rootOf } from './read-assignment.ts';
import type { Reference, Step } from './step.ts';
import type { Taken, ToolRun } from './tool-run.ts';
import { readsLocation, useMember } from './use-member.ts';

type Node = ast.Node;
type StepOf<K extends Step['kind']> = Extract<Step, { kind: K }>;

/** Answers a step that depends on what else the code does, as far as that is known. */
export function answer(run: ToolRun, { step, unit }: Taken): void {
  switch (step.kind) {
    case 'member':
      return answerMember(run, step, unit);
    case 'invoke':
      return answerInvoke(run, step, unit);
    case 'handOver':
      return answerHandOver(run, step, unit);
    case 'readAll':
      return answerReadAll(run, step, unit);
    case 'assign':
      return answerAssign(run, step, unit);
    case 'change':
      return run.noteChange(step.root, step.node, unit);
    default:
  }
}

function answerMember(run: ToolRun, step: StepOf<'member'>, unit: Node): void {
  const { declared, reference, key, keyNode } = step;
  const receiver = reference.receiver ?? reference.node;
  if (!declared) {
    const keys =
      key !== undefined || !keyNode ? [key] : isText(keyNode) ? [keyNode.text] : run.texts.exactOf(keyNode);
    for (const each of keys)
      for (const origin of run.origins.of(receiver)) useOrigin(run, origin, each, reference, unit);
    return;
  }
  // `interface Reader { getItem(key: string): string | null }`: a storage has that, too.
  for (const origin of isSignature(declared) ? run.origins.of(receiver) : []) {
    const type = run.natures.platformTypeOf(origin);
    if (type) useType(run, type, key, reference, unit);
  }
  dispatch(run, step, unit);
}

// The types do not say whose member it is: it is that of the objects that the expression comes from.
function useOrigin(
  run: ToolRun,
  origin: Node,
  key: string | undefined,
  reference: Reference,
  unit: Node,
): void {
  const members = ownMembers(run, origin, key);
  for (const member of members ?? []) enterMember(run, member, unit, reference);
  if (members && (members.length > 0 || !reference.args)) return;
  const type = members ? undefined : run.natures.platformTypeOf(origin);
  if (type) return useType(run, type, key, reference, unit);
  if (!members && run.natures.isForeign(origin) && (key !== undefined || !reference.args)) return;
  if (run.phase === 'follow' || run.origins.membersOf(reference.receiver ?? reference.node, key)?.length)
    return;
  // Whatever the code makes and has such a member may be it.
  const named =
    key === undefined ? [] : [...run.made].flatMap((each) => findMembers(run.code, each, key, false));
  for (const member of named) enterMember(run, member, unit, reference);
  const isTyped = reference.receiver !== undefined && !isAny(run.code.typeAt(reference.receiver));
  if (isTyped ? named.length === 0 && reference.args : !members || named.length === 0)
    run.flag('unverifiable', reference.node, unit);
}

// The members that the author's object has which an origin is; undefined if it is none.
function ownMembers(run: ToolRun, origin: Node, key: string | undefined): readonly Node[] | undefined {
  const holder = is.isNewExpression(origin) ? classAt(run.code, origin) : origin;
  if (holder && is.isSourceFile(holder)) return run.code.exportsOf(holder, key);
  const isObject =
    holder && (isClass(holder) || is.isObjectLiteralExpression(holder) || is.isJsxAttributes(holder));
  return isObject ? findMembers(run.code, holder, key, isClass(origin)) : undefined;
}

/** What an element may load that the types do not know. */
const LOADING = /^(?:src|srcset|href|data|poster|background)$/;

function useType(run: ToolRun, type: Type, key: string | undefined, reference: Reference, unit: Node): void {
  const symbol = key === undefined ? undefined : run.code.property(type, key);
  if (symbol)
    return takeAll(run, stepsOfSymbol(run.code, symbol, { ...reference, receiver: undefined }), unit);
  if (run.code.nameOf(type) === 'Storage')
    return useArea(run, reference.receiver ?? reference.node, unit, reference);
  if (isWindow(type) && key !== undefined) return run.flag('opaque', reference.node, unit);
  const index = run.code.indexOf(type);
  const members = index ? platformMembers(run.code, index) : [];
  if (members.length > 0)
    return takeAll(
      run,
      members.flatMap((member) => useMember(member, reference)),
      unit,
    );
  const member = { owner: 'Element', name: key ?? '', isStatic: false, isMethod: false };
  if (LOADING.test(member.name) && reference.mode === 'write')
    return run.take({ kind: 'special', special: 'urlOfAttr', member, reference }, unit);
  if (reference.mode !== 'test' && (key === undefined || reference.args))
    run.flag('unverifiable', reference.node, unit);
}

function takeAll(run: ToolRun, steps: readonly Step[], unit: Node): void {
  for (const step of steps) run.take(step, unit);
}

function answerInvoke(run: ToolRun, { callee, args }: StepOf<'invoke'>, unit: Node): void {
  const called = run.origins.of(callee).filter((origin) => isFunctionNode(origin) || isClass(origin));
  for (const origin of called) run.enter(origin, unit, { node: callee, mode: 'read', args });
  if (called.length > 0) return;
  // Whatever it is, it may call what it is given; each of a list that is not typed is data.
  const inputs = isAccess(callee) ? [callee.expression] : [];
  for (const value of args) answerHandOver(run, { kind: 'handOver', value, inputs, isWhole: false }, unit);
  if (run.phase === 'flag' && isUnknownCall(run, callee)) run.flag('unverifiable', callee, unit);
}

// Functions that are made in code that runs are entered there; these come from elsewhere.
function isUnknownCall(run: ToolRun, callee: Node): boolean {
  // Whose member it is was asked where it is named.
  if (is.isPropertyAccessExpression(callee) && run.code.symbolAt(callee.name)) return false;
  if (isAny(run.code.typeAt(callee))) return !isAccess(unwrap(callee)) && !run.natures.isHarmless(callee);
  // A variable or container of a module that other code fills.
  return run.origins.of(callee).some((origin) => {
    const root = is.isVariableDeclaration(origin) ? undefined : rootOf(origin);
    const declared = root ? run.code.declaredAt(root) : [origin];
    const isOpen = (each: Node): boolean =>
      is.isVariableDeclaration(each) && isModuleLevel(each) && run.writesTo(each).length === 0;
    return (
      declared.some(isOpen) &&
      !run.natures.isForeign(origin) &&
      !(is.isCallExpression(origin) && keyOf(origin.expression) === 'bind')
    );
  });
}

function answerHandOver(run: ToolRun, { value, inputs, isWhole }: StepOf<'handOver'>, unit: Node): void {
  readStorage(run, value, unit);
  for (const origin of run.origins.of(value)) handOver(run, origin, { value, inputs, isWhole }, unit, 0);
}

// A function is called with whatever the code that gets it has; of an object, every member may be.
function handOver(
  run: ToolRun,
  origin: Node,
  handed: Omit<StepOf<'handOver'>, 'kind'>,
  unit: Node,
  depth: number,
): void {
  const { value: node, inputs } = handed;
  if (isFunctionNode(origin)) {
    run.addSite(origin, { node, inputs }, node);
    return run.enter(origin, unit, { node, mode: 'read' });
  }
  if (!handed.isWhole || depth > 4) return;
  if (isClass(origin)) run.enter(origin, unit, { node, mode: 'read' });
  const instance = isClass(origin) ? findMembers(run.code, origin, undefined, false) : [];
  const elements = is.isArrayLiteralExpression(origin) ? origin.elements : [];
  for (const member of [...(ownMembers(run, origin, undefined) ?? []), ...instance, ...elements]) {
    enterMember(run, member, unit, { node, mode: 'both' });
    if (isFunctionNode(member)) run.addSite(member, { node, inputs }, node);
    const held = valueOf(member) ?? (is.isExpression(member) ? member : undefined);
    for (const each of held ? run.origins.of(held) : []) handOver(run, each, handed, unit, depth + 1);
  }
}

// `Object.assign(image, { src })` writes each property; where the source is not spelled out, those of its type.
function answerAssign(run: ToolRun, { receiver, source, node }: StepOf<'assign'>, unit: Node): void {
  const type = run.code.typeAt(receiver);
  if (!type || isAny(type)) return;
  const origins = run.origins.of(source);
  const literals = origins.filter((origin) => is.isObjectLiteralExpression(origin));
  for (const member of literals.flatMap((literal) => ownMembers(run, literal, undefined) ?? [])) {
    const reference: Reference = { node: member, mode: 'write', receiver, value: valueOf(member) };
    useWritten(run, type, keyOf(member), reference, unit);
  }
  if (literals.length === origins.length) return;
  const given = run.code.typeAt(source);
  const names = given ? run.code.checker.getPropertiesOfType(given).map(({ name }) => name) : [];
  const keys = names.length > 0 && names.length < MOST_NAMES ? names : [undefined];
  for (const key of keys) useWritten(run, type, key, { node, mode: 'write', receiver, value: node }, unit);
}

function useWritten(
  run: ToolRun,
  type: Type,
  key: string | undefined,
  reference: Reference,
  unit: Node,
): void {
  const symbol = key === undefined ? undefined : run.code.property(type, key);
  if (symbol || run.code.isOfPlatform(type) || run.code.property(type, 'nodeType'))
    useType(run, type, key, reference, unit);
}

/** A type with more members than these is one that says anything may be there. */
const MOST_NAMES = 60;

function answerReadAll(run: ToolRun, { value, isResult, isKeys }: StepOf<'readAll'>, unit: Node): void {
  for (const node of isResult && isFunctionNode(value) ? returnsOf(value) : [value]) {
    readStorage(run, node, unit);
    if (!isKeys) for (const origin of run.origins.of(node)) readMembers(run, origin, node, unit, 0);
  }
}

function readMembers(run: ToolRun, origin: Node, node: Node, unit: Node, depth: number): void {
  if (is.isArrayLiteralExpression(origin))
    for (const element of origin.elements) readStorage(run, element, unit);
  for (const member of (depth < 4 && ownMembers(run, origin, undefined)) || []) {
    if (is.isGetAccessorDeclaration(member)) run.enter(member, unit, { node, mode: 'read' });
    const value = valueOf(member);
    if (!value || isFunctionNode(unwrap(value))) continue;
    readStorage(run, value, unit);
    for (const held of run.origins.of(value)) readMembers(run, held, value, unit, depth + 1);
  }
}

// A storage is its items, and a location its address, to whoever gets the whole of it.
function readStorage(run: ToolRun, node: Node, unit: Node): void {
  if (run.areas.size === 0 && !run.namesLocation) return;
  for (const origin of run.origins.of(node)) {
    if (is.isLiteralExpression(origin) || isFunctionNode(origin) || is.isObjectLiteralExpression(origin))
      continue;
    const name = run.code.nameOf(run.code.typeAt(origin));
    if (areaAt(origin) || name === 'Storage') useArea(run, node, unit, { node, mode: 'read' });
    if (name === 'Location') takeAll(run, readsLocation(node), unit);
  }
}

function useArea(run: ToolRun, receiver: Node, unit: Node, { node, mode }: Reference): void {
  const member = { owner: 'Storage', name: '[index]', isStatic: false, isMethod: false };
  run.take({ kind: 'special', special: 'area', member, reference: { node, mode, receiver } }, unit);
}
