// oxlint-disable max-lines, complexity -- one case per kind of node, still to be split by theme
import { type ast, is, type Symbol, type Type } from '../../../source/types/typescript.ts';
import { valueOf } from '../decide/decide-address.ts';
import { areaAt, isWindow } from '../decide/decide-special.ts';
import { classAt, findMembers } from '../decide/members.ts';
import { isAny, isPrimitive } from '../read/code.ts';
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
import { originOf } from '../read/whose-code.ts';
import { isOfPlatform } from './is-of-platform.ts';
import { dispatch, enterMember, enterNamed } from './dispatch.ts';
import { constructorSteps, isSignature, stepsOfSymbol } from './name-steps.ts';
import { rootOf } from './read-assignment.ts';
import type { Reference, Step } from './step.ts';
import type { Run, Taken } from './known-run.ts';
import { useMember } from './use-member.ts';

type Node = ast.Node;
type StepOf<K extends Step['kind']> = Extract<Step, { kind: K }>;

/** Answers a step that depends on what else the code does, as far as that is known. */
export function answer(run: Run, { step, unit }: Taken): void {
  switch (step.kind) {
    case 'member':
      if (!step.declared) return answerUntyped(run, step, unit);
      if (isSignature(step.declared)) answerShaped(run, step, unit);
      return dispatch(run, step, unit);
    case 'invoke':
      return answerInvoke(run, step, unit);
    case 'handOver':
      return answerHandOver(run, step, unit);
    case 'readAll':
      return answerReadAll(run, step, unit);
    case 'assign':
      return answerAssign(run, step, unit);
    default:
  }
}

// The types do not say whose member it is: it is that of the objects that the expression comes from.
function answerUntyped(run: Run, step: StepOf<'member'>, unit: Node): void {
  const { reference } = step;
  const receiver = reference.receiver ?? reference.node;
  for (const key of keysOf(run, step)) {
    for (const origin of run.origins.of(receiver)) useOrigin(run, origin, key, reference, unit);
    if (key === 'constructor' || key === '__proto__')
      for (const each of constructorSteps(reference)) run.take(each, unit);
  }
}

// `interface Reader { getItem(key: string): string | null }`: a storage has that, too.
function answerShaped(run: Run, { key, reference }: StepOf<'member'>, unit: Node): void {
  for (const origin of reference.receiver ? run.origins.of(reference.receiver) : []) {
    const type = ownMembers(run, origin, key) ? undefined : run.natures.ofOrigin(origin);
    if (typeof type === 'object' && isOfPlatform(type)) useType(run, type, key, reference, unit);
  }
}

function keysOf(run: Run, { key, keyNode }: StepOf<'member'>): readonly (string | undefined)[] {
  if (key !== undefined || !keyNode) return [key];
  return isText(keyNode) ? [keyNode.text] : run.texts.exactOf(keyNode);
}

function useOrigin(run: Run, origin: Node, key: string | undefined, reference: Reference, unit: Node): void {
  const members = ownMembers(run, origin, key);
  for (const member of members ?? []) enterMember(run, member, unit, reference);
  if (members?.length === 0 && key !== undefined && reference.args) enterNamed(run, key, reference, unit);
  if (members) return;
  const nature = run.natures.ofOrigin(origin);
  if (nature === 'page') return;
  if (nature === 'data')
    return key === undefined && reference.args ? run.flag('unverifiable', reference.node, unit) : undefined;
  if (nature === 'context')
    return key === 'dom' || key === 'signal' || key === 'progress'
      ? undefined
      : run.flag('opaque', reference.node, unit);
  if (nature) return useType(run, nature, key, reference, unit);
  if (run.phase !== 'follow') useUnknown(run, key, reference, unit);
}

// The members that the author's object has which an origin is; undefined if it is none.
function ownMembers(run: Run, origin: Node, key: string | undefined): readonly Node[] | undefined {
  const holder = is.isNewExpression(origin) ? classAt(run.code, origin) : origin;
  if (holder && is.isSourceFile(holder)) return run.code.exportsOf(holder, key);
  if (!holder || !(isClass(holder) || is.isObjectLiteralExpression(holder) || is.isJsxAttributes(holder)))
    return undefined;
  return findMembers(run.code, holder, key, isClass(origin));
}

/** What an element may load that the types do not know. */
const LOADING = /^(?:src|srcset|href|data|poster|background)$/;

function useType(run: Run, type: Type, key: string | undefined, reference: Reference, unit: Node): void {
  if (isPrimitive(type)) return;
  const symbol = key === undefined ? undefined : run.code.property(type, key);
  if (symbol)
    return takeAll(run, stepsOfSymbol(run.code, symbol, { ...reference, receiver: undefined }), unit);
  if (type.getSymbol()?.name === 'Storage')
    return useArea(run, reference.receiver ?? reference.node, unit, reference);
  if (isWindow(type) && key !== undefined) return run.flag('opaque', reference.node, unit);
  const index = type
    .getSymbol()
    ?.getMembers()
    .get('__index' as never); // an escaped name
  const members = index ? platformMembers(run.code, index) : [];
  if (members.length > 0)
    return takeAll(
      run,
      members.flatMap((member) => useMember(member, reference)),
      unit,
    );
  if (LOADING.test(key ?? '') && reference.mode === 'write' && run.code.property(type, 'nodeType'))
    return run.take(
      {
        kind: 'special',
        special: 'urlOfAttr',
        member: { owner: 'Element', name: key ?? '', isStatic: false, isMethod: false },
        reference,
      },
      unit,
    );
  if (key === undefined && isOfPlatform(type) && reference.mode !== 'test')
    return run.flag('unverifiable', reference.node, unit);
  if (run.code.checker.isArrayLikeType(type)) return;
  if (run.phase !== 'follow') useUnknown(run, key, reference, unit);
}

function takeAll(run: Run, steps: readonly Step[], unit: Node): void {
  for (const step of steps) run.take(step, unit);
}

// Nothing says which object it is: whatever the code makes and has such a member may be it.
function useUnknown(run: Run, key: string | undefined, reference: Reference, unit: Node): void {
  const { receiver, node } = reference;
  if (key === undefined) return enterAllKeys(run, reference, unit);
  const isUntyped = !receiver || isAny(run.code.typeAt(receiver));
  if (isUntyped) {
    for (const holder of run.made)
      for (const member of findMembers(run.code, holder, key, false))
        enterMember(run, member, unit, reference);
    return run.flag('unverifiable', node, unit);
  }
  dispatch(run, { key, declared: undefined, reference }, unit, true);
}

// A member by a name that is computed: any that the holders have, if they are the author's.
function enterAllKeys(run: Run, reference: Reference, unit: Node): void {
  const { receiver, node, args } = reference;
  const type = receiver && run.code.typeAt(receiver);
  if (!type || isAny(type)) return run.flag('unverifiable', node, unit);
  if (args && run.origins.of(receiver).every((origin) => !ownMembers(run, origin, undefined)))
    run.flag('unverifiable', node, unit);
}

function answerInvoke(run: Run, { callee, args }: StepOf<'invoke'>, unit: Node): void {
  const reference: Reference = { node: callee, mode: 'read', args };
  let isKnown = false;
  for (const origin of run.origins.of(callee)) {
    if (isFunctionNode(origin) || isClass(origin)) {
      run.enter(origin, unit, reference);
      isKnown = true;
    } else isKnown = usePlatformValue(run, origin, callee, reference, unit) || isKnown;
  }
  if (isKnown) return;
  const inputs = isAccess(callee) ? [callee.expression] : [];
  for (const value of args) answerHandOver(run, { kind: 'handOver', value, inputs, isWhole: false }, unit);
  if (run.phase === 'flag' && isUnknownCall(run, callee)) run.flag('unverifiable', callee, unit);
}

// A function of the platform that reached this call as a value.
function usePlatformValue(run: Run, origin: Node, callee: Node, reference: Reference, unit: Node): boolean {
  const symbol = memberSymbol(run, origin);
  const target = symbol && run.code.target(symbol);
  if (target?.declarations.some(({ path }) => originOf(path) === 'language')) {
    for (const value of origin === callee ? [] : (reference.args ?? []))
      answerHandOver(run, { kind: 'handOver', value, inputs: [], isWhole: true }, unit);
    return true;
  }
  const members = target ? platformMembers(run.code, target) : [];
  if (origin === callee) return members.length > 0;
  for (const step of members.flatMap((member) => useMember(member, reference))) {
    if (step.kind === 'special')
      run.useIndirectly(
        isAccess(origin) ? { ...step, reference: { ...reference, receiver: origin.expression } } : step,
        unit,
      );
    else run.take(step, unit);
  }
  return members.length > 0;
}

// What a name, an access or a name that is taken out of an object names.
function memberSymbol(run: Run, origin: Node): Symbol | undefined {
  if (is.isBindingElement(origin)) {
    const type = run.code.typeAt(origin.parent);
    const key = keyOf(origin);
    return type && key !== undefined ? run.code.property(type, key) : undefined;
  }
  const name = is.isPropertyAccessExpression(origin)
    ? origin.name
    : is.isElementAccessExpression(origin)
      ? origin.argumentExpression
      : origin;
  return is.isIdentifier(name) || isText(name) ? run.code.symbolAt(name) : undefined;
}

// Functions that are made in code that runs are entered there; these come from elsewhere.
function isUnknownCall(run: Run, callee: Node): boolean {
  if (run.natures.isAll(callee, 'page')) return false;
  // Whose member it is was asked where it is named.
  if (is.isPropertyAccessExpression(callee) && run.code.symbolAt(callee.name)) return false;
  if (isAny(run.code.typeAt(callee))) return !isAccess(unwrap(callee)) && !run.natures.isAll(callee, 'data');
  // A variable or container of a module that other code fills.
  return run.origins.of(callee).some((origin) => {
    const root = is.isVariableDeclaration(origin) ? origin : rootOf(origin);
    const declared = root === origin ? [origin] : root ? run.code.declaredAt(root) : [];
    const isFound = is.isCallExpression(origin) && keyOf(origin.expression) === 'bind';
    return (
      !isFound &&
      declared.some(
        (each) => is.isVariableDeclaration(each) && isModuleLevel(each) && run.writesTo(each).length === 0,
      )
    );
  });
}

function answerHandOver(run: Run, { value, inputs, isWhole }: StepOf<'handOver'>, unit: Node): void {
  for (const origin of run.origins.of(value)) {
    if (isFunctionNode(origin)) {
      run.addSite(origin, { inputs }, value, unit);
      run.enter(origin, unit, { node: value, mode: 'read' });
    } else if (isWhole) handOverMembers(run, origin, inputs, value, unit, 0);
    else usePlatformCallback(run, origin, value, inputs, unit);
  }
  readStorage(run, value, unit);
}

// `urls.map(fetch)`: called with each of the elements.
function usePlatformCallback(run: Run, origin: Node, value: Node, inputs: readonly Node[], unit: Node): void {
  if (!is.isIdentifier(origin) && !isAccess(origin)) return;
  const elements = inputs.flatMap((input) => run.origins.elementsOf(input));
  for (const args of elements.length > 0 ? elements.map((element) => [element]) : [inputs])
    usePlatformValue(run, origin, value.parent, { node: value, mode: 'read', args }, unit);
}

function handOverMembers(
  run: Run,
  origin: Node,
  inputs: readonly Node[],
  node: Node,
  unit: Node,
  depth: number,
): void {
  if (isClass(origin)) run.enter(origin, unit, { node, mode: 'read' });
  const members =
    depth > 4
      ? undefined
      : (ownMembers(run, origin, undefined) ??
        (is.isArrayLiteralExpression(origin) ? [...origin.elements] : undefined));
  for (const member of [
    ...(members ?? []),
    ...(isClass(origin) ? findMembers(run.code, origin, undefined, false) : []),
  ]) {
    enterMember(run, member, unit, { node, mode: 'both' });
    if (isFunctionNode(member)) run.addSite(member, { inputs }, node, unit);
    const value = is.isPropertyAssignment(member)
      ? member.initializer
      : is.isExpression(member)
        ? member
        : undefined;
    if (value)
      for (const held of run.origins.of(value)) {
        if (isFunctionNode(held)) run.enter(held, unit, { node, mode: 'read' });
        else handOverMembers(run, held, inputs, node, unit, depth + 1);
      }
  }
}

// `Object.assign(image, { src })` writes each property; where the source is not spelled out, those of its type.
function answerAssign(run: Run, { receiver, source, node }: StepOf<'assign'>, unit: Node): void {
  const type = run.code.typeAt(receiver);
  if (!type || isAny(type)) return;
  const origins = run.origins.of(source);
  const literals = origins.filter(is.isObjectLiteralExpression);
  for (const member of literals.flatMap((literal) => ownMembers(run, literal, undefined) ?? [])) {
    const key = keyOf(member);
    const value = valueOf(member);
    if (key !== undefined) useType(run, type, key, { node: member, mode: 'write', receiver, value }, unit);
  }
  if (literals.length === origins.length) return;
  const given = run.code.typeAt(source);
  const names = given ? run.code.checker.getPropertiesOfType(given).map(({ name }) => name) : [];
  const keys = names.length > 0 && names.length < MOST_NAMES ? names : [undefined];
  for (const key of keys) useType(run, type, key, { node, mode: 'write', receiver, value: node }, unit);
}

/** A type with more members than these is one that says anything may be there. */
const MOST_NAMES = 60;

function answerReadAll(run: Run, { value, isResult, isKeys }: StepOf<'readAll'>, unit: Node): void {
  const values =
    isResult && isFunctionNode(value)
      ? returnsOf(value)
      : [is.isBindingPattern(value) ? value.parent : value];
  for (const each of values) {
    const node = is.isVariableDeclaration(each) && each.initializer ? each.initializer : each;
    readStorage(run, node, unit);
    if (!isKeys) for (const origin of run.origins.of(node)) readMembers(run, origin, node, unit, 0);
  }
}

function readMembers(run: Run, origin: Node, node: Node, unit: Node, depth: number): void {
  if (is.isSpreadElement(origin)) return readMembers(run, origin.expression, node, unit, depth);
  if (depth > 3) return;
  if (is.isArrayLiteralExpression(origin)) {
    for (const element of origin.elements) readStorage(run, element, unit);
    return;
  }
  for (const member of ownMembers(run, origin, undefined) ?? []) {
    if (is.isGetAccessorDeclaration(member)) run.enter(member, unit, { node, mode: 'read' });
    const value = is.isPropertyAssignment(member)
      ? member.initializer
      : is.isShorthandPropertyAssignment(member)
        ? member.name
        : undefined;
    if (!value || isFunctionNode(unwrap(value))) continue;
    readStorage(run, value, unit);
    for (const held of run.origins.of(value)) readMembers(run, held, value, unit, depth + 1);
  }
}

// A storage is its items, and a location its address, to whoever gets the whole of it.
function readStorage(run: Run, node: Node, unit: Node): void {
  if (run.areas.size === 0 && !run.namesLocation) return;
  for (const origin of run.origins.of(node)) {
    if (!is.isIdentifier(origin) && !isAccess(origin) && !is.isCallExpression(origin) && !isBinding(origin))
      continue;
    const name = run.code.nameOf(run.code.typeAt(origin));
    if (areaAt(origin) || name === 'Storage') useArea(run, node, unit, { node, mode: 'read' });
    if (name === 'Location')
      takeAll(
        run,
        useMember(
          { owner: 'Location', name: 'toString', isStatic: false, isMethod: true },
          { node, mode: 'read', args: [] },
        ),
        unit,
      );
  }
}

function isBinding(node: Node): boolean {
  return is.isBindingElement(node) || is.isParameterDeclaration(node) || is.isVariableDeclaration(node);
}

function useArea(run: Run, receiver: Node, unit: Node, { node, mode }: Reference): void {
  const member = { owner: 'Storage', name: '[index]', isStatic: false, isMethod: false };
  run.take({ kind: 'special', special: 'area', member, reference: { node, mode, receiver } }, unit);
}
