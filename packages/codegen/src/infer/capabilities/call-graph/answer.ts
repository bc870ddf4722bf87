import { type ast, is, type Type } from '../../../source/types/typescript.ts';
import { classAt, findMembers, valueOf } from '../values/members.ts';
import { isAny, isPrimitive } from '../read/code.ts';
import { isOfPlatform, isWindow, platformMembers } from '../read/platform-member.ts';
import { isAccess, isClass, isFunctionNode, isModuleLevel, keyOf, unwrap } from '../read/syntax.ts';
import { originOf } from '../../whose-code.ts';
import { dispatch, enterMember } from './dispatch.ts';
import type { Run, Taken } from './run.ts';
import { isSignature } from '../read/provided.ts';
import { constructorSteps, stepsOfSymbol } from './name-steps.ts';
import { symbolOf } from './read-call.ts';
import type { Reference, Step } from './step.ts';
import { useMember } from './use-member.ts';

type Node = ast.Node;
type StepOf<K extends Step['kind']> = Extract<Step, { kind: K }>;

/** Resolves a step that depends on the rest of the code, as far as that is known. */
export function answer(run: Run, { step, unit }: Taken): void {
  switch (step.kind) {
    case 'member':
      return step.declared ? answerDeclared(run, step, unit) : answerUntyped(run, step, unit);
    case 'invoke':
      return answerInvoke(run, step, unit);
    case 'handOver':
      return answerHandOver(run, step, unit);
    case 'assign':
      return answerAssign(run, step, unit);
    case 'standIn':
      return dispatch(run, { ...step, declared: undefined }, unit);
    default:
  }
}

// `interface Reader { getItem(key: string): string | null }` may be implemented by a storage.
function answerDeclared(run: Run, step: StepOf<'member'>, unit: Node): void {
  const { declared, key, reference } = step;
  const isShaped = declared && reference.receiver && isSignature(declared);
  for (const origin of isShaped ? run.origins.of(reference.receiver) : []) {
    const type = ownMembers(run, origin, key) ? undefined : run.natures.ofOrigin(origin);
    if (typeof type === 'object' && isOfPlatform(type)) useType(run, type, key, reference, unit);
  }
  dispatch(run, step, unit);
}

// The types do not declare the member, so it is looked up on the objects that the expression originates from.
function answerUntyped(run: Run, { key, keyNode, reference }: StepOf<'member'>, unit: Node): void {
  for (const each of key === undefined && keyNode ? run.texts.exactOf(keyNode) : [key]) {
    for (const origin of run.origins.of(reference.receiver ?? reference.node))
      useOrigin(run, origin, each, reference, unit);
    if (each === 'constructor' || each === '__proto__') takeAll(run, constructorSteps(reference), unit);
  }
}

function useOrigin(run: Run, origin: Node, key: string | undefined, reference: Reference, unit: Node): void {
  const members = ownMembers(run, origin, key);
  for (const member of members ?? []) enterMember(run, member, unit, reference);
  if (members) return;
  const nature = run.natures.ofOrigin(origin);
  if (nature === 'data' && key === undefined && reference.args)
    run.flag('unverifiable', reference.node, unit);
  else if (nature === 'context' && !/^(?:dom|signal|progress)$/.test(key ?? ''))
    run.flag('opaque', reference.node, unit);
  else if (typeof nature === 'object') useType(run, nature, key, reference, unit);
  else if (nature === undefined) useUnknown(run, key, reference, unit);
}

/** The members of an origin, if it is one of the author's objects. */
function ownMembers(run: Run, origin: Node, key: string | undefined): readonly Node[] | undefined {
  const holder = is.isNewExpression(origin) ? classAt(run.code, origin) : origin;
  if (holder && is.isSourceFile(holder)) return run.code.exportsOf(holder, key);
  if (!holder || !(isClass(holder) || is.isObjectLiteralExpression(holder) || is.isJsxAttributes(holder)))
    return undefined;
  return findMembers(run.code, holder, key, isClass(origin));
}

/** Properties by which an element loads something, although the types do not declare them. */
const LOADING = /^(?:src|srcset|href|data|poster|background)$/;

function useType(run: Run, type: Type, key: string | undefined, reference: Reference, unit: Node): void {
  if (isPrimitive(type)) return;
  const { mode, node, receiver } = reference;
  const symbol = key === undefined ? undefined : run.code.property(type, key);
  if (symbol)
    return takeAll(run, stepsOfSymbol(run.code, symbol, { ...reference, receiver: undefined }), unit);
  if (type.getSymbol()?.name === 'Storage') return useArea(run, receiver ?? node, unit, reference);
  if (isWindow(type) && key !== undefined) return run.flag('opaque', node, unit);
  const isLoading = mode === 'write' && LOADING.test(key ?? '');
  const isOfPage = isOfPlatform(type) || run.code.property(type, 'nodeType') !== undefined;
  if (isOfPage && mode !== 'test' && (key === undefined || isLoading))
    return run.flag('unverifiable', node, unit);
  if (!run.code.checker.isArrayLikeType(type)) useUnknown(run, key, reference, unit);
}

function takeAll(run: Run, steps: readonly Step[], unit: Node): void {
  for (const step of steps) run.take(step, unit);
}

// The receiver is unknown, so it may be any object of the code with such a member.
function useUnknown(run: Run, key: string | undefined, reference: Reference, unit: Node): void {
  if (run.phase === 'follow') return;
  const { receiver, node, args } = reference;
  const isUntyped = !receiver || isAny(run.code.typeAt(receiver));
  if (isUntyped) return run.flag('unverifiable', node, unit);
  if (key !== undefined) return dispatch(run, { key, declared: undefined, reference }, unit, true);
  const isOwn = run.origins.of(receiver).some((origin) => ownMembers(run, origin, undefined));
  if (args && !isOwn) run.flag('unverifiable', node, unit);
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

// A platform function that was passed to this call as a value.
function usePlatformValue(run: Run, origin: Node, callee: Node, reference: Reference, unit: Node): boolean {
  const symbol = symbolOf(run.code, origin);
  if (symbol?.declarations.some(({ path }) => originOf(path) === 'language')) {
    for (const value of origin === callee ? [] : (reference.args ?? []))
      answerHandOver(run, { kind: 'handOver', value, inputs: [], isWhole: true }, unit);
    return true;
  }
  const members = symbol ? platformMembers(run.code, symbol) : [];
  if (origin === callee) return members.length > 0;
  const receiver = isAccess(origin) ? origin.expression : undefined;
  for (const step of members.flatMap((member) => useMember(member, { ...reference, receiver }))) {
    if (step.kind === 'special') run.useSpecial(step, unit, true);
    else run.take(step, unit);
  }
  return members.length > 0;
}

// Functions created in reachable code are entered there; these come from elsewhere.
function isUnknownCall(run: Run, callee: Node): boolean {
  if (run.natures.of(callee) === 'page') return false;
  // The member was resolved where it is named.
  if (is.isPropertyAccessExpression(callee) && run.code.symbolAt(callee.name)) return false;
  if (isAny(run.code.typeAt(callee))) return !isAccess(unwrap(callee)) && run.natures.of(callee) !== 'data';
  // A module-level variable that other code assigns.
  return run.origins.of(callee).some((origin) => is.isVariableDeclaration(origin) && isModuleLevel(origin));
}

function answerHandOver(run: Run, { value, inputs, isWhole }: StepOf<'handOver'>, unit: Node): void {
  const origins = run.origins.of(value);
  for (const held of isWhole ? heldBy(run, origins) : origins) {
    if (isFunctionNode(held)) run.addSite(held, { inputs }, value, unit);
    if (isClass(held) ? isWhole : isFunctionNode(held)) run.enter(held, unit, { node: value, mode: 'read' });
    else if (isWhole) enterMember(run, held, unit, { node: value, mode: 'both' });
  }
}

/** Values and everything reachable from them: members of the author's objects and elements of arrays, transitively. */
function heldBy(run: Run, origins: readonly Node[], found: Set<Node> = new Set()): ReadonlySet<Node> {
  for (const origin of origins) {
    if (found.has(origin)) continue;
    found.add(origin);
    const elements = is.isArrayLiteralExpression(origin) ? origin.elements : [];
    const ofObjects = isClass(origin) ? findMembers(run.code, origin, undefined, false) : [];
    for (const member of [...(ownMembers(run, origin, undefined) ?? []), ...ofObjects, ...elements]) {
      if (!is.isExpression(member)) found.add(member);
      const value = is.isExpression(member) ? member : valueOf(member);
      if (value) heldBy(run, run.origins.of(value), found);
    }
  }
  return found;
}

// `Object.assign(image, { src })` assigns each property.
function answerAssign(run: Run, { receiver, source, node }: StepOf<'assign'>, unit: Node): void {
  const type = run.code.typeAt(receiver);
  if (!type || isAny(type)) return;
  for (const origin of run.origins.of(source)) {
    const members = is.isObjectLiteralExpression(origin) ? (ownMembers(run, origin, undefined) ?? []) : [];
    for (const member of members) {
      const reference = { node: member, mode: 'write' as const, receiver, value: valueOf(member) };
      useType(run, type, keyOf(member), reference, unit);
    }
    // The assigned properties are unknown unless the source is a literal.
    if (!is.isObjectLiteralExpression(origin) && isOfPlatform(type))
      useType(run, type, undefined, { node, mode: 'write', receiver, value: node }, unit);
  }
}

function useArea(run: Run, receiver: Node, unit: Node, { node, mode }: Reference): void {
  const member = { owner: 'Storage', name: '[index]', isStatic: false, isMethod: false };
  run.take({ kind: 'special', special: 'area', member, reference: { node, mode, receiver } }, unit);
}
