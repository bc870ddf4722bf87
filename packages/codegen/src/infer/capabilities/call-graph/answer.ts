import { type ast, is } from '../../../source/types/typescript.ts';
import { isAny } from '../read/code.ts';
import { isOfPlatform, mayBeOfPage } from '../read/platform-member.ts';
import { isAccess, isClass, isFunctionNode, isModuleLevel, unwrap } from '../../../source/types/syntax.ts';
import { classAt, findMembers, valueOf } from '../values/members.ts';
import { isConstructor, isUnknownAtLoad } from './unknown-at-load.ts';
import { constructorSteps } from './name-steps.ts';
import type { Reach, Taken } from './reach.ts';
import { symbolOf, isOfLibrary, isFrom } from '../read/symbol-of.ts';
import type { Phase, Reference, Step } from './step.ts';

type Node = ast.Node;
type StepOf<K extends Step['kind']> = Taken<Extract<Step, { kind: K }>>;

/** Resolves a step that depends on where values come from, as far as that is known. */
export function answer(reach: Reach, taken: Taken): void {
  switch (taken.step.kind) {
    case 'untyped':
      return answerUntyped(reach, taken as StepOf<'untyped'>); // TypeScript does not narrow the holder
    case 'invoke':
      return answerInvoke(reach, taken as StepOf<'invoke'>);
    case 'handOver':
      return answerHandOver(reach, taken as StepOf<'handOver'>);
    default:
  }
}

/** Methods of data: a call of another method on an untyped value is not understood. */
const DATA_METHODS = new Set(
  [Array, String, Number, Boolean, Date, Map, Set, Promise, Object].flatMap((each) =>
    Object.getOwnPropertyNames(each.prototype),
  ),
);

// The types do not declare the member: one of the author's objects may have it, or plain data.
function answerUntyped(reach: Reach, { step, unit, phase }: StepOf<'untyped'>): void {
  const { key, reference } = step;
  const { node, receiver } = reference;
  reach.useMember({ key, declared: undefined, reference, unit }, phase);
  if (key === 'constructor' || key === '__proto__')
    for (const found of constructorSteps(reference)) reach.take(found, unit, phase);
  if (isUnknownMember(reach, { step, unit, phase }) && !(receiver && isFlagged(reach, receiver, phase)))
    reach.markUnverifiable(node, unit);
}

// Whether a member may be one of a page object.
function isUnknownMember(reach: Reach, { step, phase }: StepOf<'untyped'>): boolean {
  const { key } = step;
  const { args, mode, receiver } = step.reference;
  const type = receiver && reach.code.typeAt(receiver);
  // `import.meta.env` is what a bundler puts there.
  if (receiver && is.isMetaProperty(receiver)) return args !== undefined;
  if (receiver && type && !isAny(type))
    return step.keyNode === undefined ? isOfPlatform(type) : mayBeOfPage(type);
  if (args)
    return (
      (key === undefined || !DATA_METHODS.has(key)) && !(receiver && reach.code.names.isOfToolkit(receiver))
    );
  return receiver !== undefined && mode !== 'read' && mode !== 'test' && isFromPage(reach, receiver, phase);
}

/** Whether a value, or where it comes from, is flagged already. */
export function isFlagged({ findings, origins }: Reach, value: Node, phase: Phase): boolean {
  return [value, ...origins[phase].of(value)].some((each) => findings.isFlaggedIn(each));
}

// Whether a value of type `any` comes from the platform: `document.createElement(tag)` with an untyped tag.
function isFromPage({ code, origins }: Reach, value: Node, phase: Phase): boolean {
  return origins[phase].of(value).some((origin) => {
    const symbol = symbolOf(code, is.isCallExpression(origin) ? unwrap(origin.expression) : origin);
    return symbol?.name !== 'json' && isFrom(symbol, 'platform');
  });
}

function answerInvoke(reach: Reach, { step: { callee, args }, unit, phase }: StepOf<'invoke'>): void {
  const reference: Reference = { node: callee, mode: 'read', args };
  let isKnown = false;
  for (const origin of reach.origins[phase].of(callee)) {
    if (isFunctionNode(origin) || isClass(origin)) {
      reach.enter(origin, unit, reference, phase);
      isKnown = true;
    } else isKnown = usesLibrary(reach, origin, reference, { unit, phase }) || isKnown;
  }
  if (isKnown) return;
  const inputs = isAccess(callee) ? [callee.expression] : [];
  for (const value of args)
    answerHandOver(reach, { step: { kind: 'handOver', value, inputs, isWhole: false }, unit, phase });
}

// A function of the language or the platform, which is decided where it is named; its arguments may be called.
function usesLibrary(
  reach: Reach,
  origin: Node,
  { node, args = [] }: Reference,
  at: Pick<Taken, 'unit' | 'phase'>,
): boolean {
  if (!isOfLibrary(symbolOf(reach.code, origin))) return false;
  if (origin !== node)
    for (const value of args)
      answerHandOver(reach, { step: { kind: 'handOver', value, inputs: [], isWhole: true }, ...at });
  return true;
}

/** Whether nothing says which function a call runs. */
export function isUnknownCall(reach: Reach, callee: Node, phase: Phase): boolean {
  if (phase === 'load') return isUnknownAtLoad(reach, callee);
  // The member was resolved where it is named.
  if (is.isPropertyAccessExpression(callee) && reach.code.names.symbolAt(callee.name)) return false;
  if (reach.code.declaredAt(callee).some(isFunctionNode)) return false;
  if (isAny(reach.code.typeAt(callee))) return !isAccess(unwrap(callee));
  // A variable of a module that other code assigns, perhaps a function that only runs while modules load.
  const named = unwrap(callee);
  return reach.origins[phase]
    .of(callee)
    .some(
      (origin) =>
        (is.isVariableDeclaration(origin) && isModuleLevel(origin)) ||
        (is.isIdentifier(named) &&
          (is.isParameterDeclaration(origin) || is.isForOfStatement(origin)) &&
          reach.code.declaredAt(named).some((each) => is.isVariableDeclaration(each) && isModuleLevel(each))),
    );
}

function answerHandOver(reach: Reach, { step, unit, phase }: StepOf<'handOver'>): void {
  const { value, inputs, isWhole } = step;
  const origins = reach.origins[phase].of(value);
  // What the platform is given while a module loads runs later, with all that it creates.
  const runs = isWhole ? 'call' : phase;
  for (const held of isWhole ? heldBy(reach, origins, phase) : origins) {
    if (isFunctionNode(held)) reach.addSite(held, { inputs }, value, runs);
    if (isClass(held) ? isWhole : isFunctionNode(held)) reach.run(held, unit, value, runs);
    else if (is.isSourceFile(held)) reach.markUnverifiable(value, unit);
    else if (isWhole) reach.giveAway(held, unit, value);
  }
  // A class that the platform instantiates, such as a custom element.
  if (isWhole && phase === 'call' && !origins.some(isClass) && isConstructor(reach.code, value))
    reach.markUnverifiable(value, unit);
}

/** Values and everything reachable from them: members of the author's objects and elements of arrays, transitively. */
function heldBy(
  reach: Reach,
  origins: readonly Node[],
  phase: Phase,
  found: Set<Node> = new Set(),
): ReadonlySet<Node> {
  for (const origin of origins) {
    if (found.has(origin)) continue;
    found.add(origin);
    const elements = is.isArrayLiteralExpression(origin) ? origin.elements : [];
    const ofObjects = isClass(origin) ? findMembers(reach.code, origin, undefined, false) : [];
    for (const member of [...ownMembers(reach, origin), ...ofObjects, ...elements]) {
      if (!is.isExpression(member)) found.add(member);
      const value = is.isExpression(member) ? member : valueOf(member);
      if (value) heldBy(reach, reach.origins[phase].of(value), phase, found);
    }
  }
  return found;
}

/** The members of an origin, if it is one of the author's objects. */
function ownMembers({ code }: Reach, origin: Node): readonly Node[] {
  const holder = is.isNewExpression(origin) ? classAt(code, origin) : origin;
  const isOwn = holder && (isClass(holder) || is.isObjectLiteralExpression(holder));
  return isOwn ? findMembers(code, holder, undefined, isClass(origin)) : [];
}
