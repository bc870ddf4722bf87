import { ast, is } from '../../../source/types/typescript.ts';
import { classAt, findMembers, isOwnObject, valueOf, withBases } from '../values/members.ts';
import { isOfPlatform } from '../read/platform-member.ts';
import { type Code, isPrimitive } from '../read/code.ts';
import { declaredName, isClass, isFunctionNode, isLazy, isStatic, unwrap } from '../read/syntax.ts';
import type { Nature } from '../values/natures.ts';
import { isSignature } from '../read/provided.ts';
import { valueSteps } from './name-steps.ts';
import type { Reference, Step } from './step.ts';
import type { Run } from './run.ts';

type Node = ast.Node;
type MemberStep = Extract<Step, { kind: 'member' }>;

/**
 * Dispatches the use of a member that the author or a library declares, to the objects that the receiver originates from
 * and to all objects in the code that fit its type.
 *
 * @param isOpen - Whether the declaration has no code, so that only objects in the code can implement it.
 */
export function dispatch(
  run: Run,
  { key, declared, reference }: Pick<MemberStep, 'key' | 'declared' | 'reference'>,
  unit: Node,
  isOpen: boolean = declared !== undefined && hasNoCode(declared),
): void {
  const { receiver, args, node } = reference;
  const isExact =
    declared !== undefined &&
    !isSignature(declared) &&
    (!isClass(declared.parent) || receiver?.kind === ast.SyntaxKind.SuperKeyword);
  if (isExact) return enterMember(run, declared, unit, reference);
  if (key === undefined) return;
  const found = [
    ...(receiver ? membersAt(run, receiver, key) : []),
    ...fittingMembers(run, key, declared, receiver),
  ];
  for (const member of found) enterMember(run, member, unit, reference);
  if (found.length > 0) return;
  // The object was created by code that is not analysed.
  if (!isOpen) return declared && enterMember(run, declared, unit, reference);
  if (!args || run.phase === 'follow' || isGiven(run, receiver, key)) return;
  // No known object has the function, so code that is not analysed must set it.
  run.flag('unverifiable', node, unit);
}

// A signature, an abstract method, or `run!: () => void`, which code sets on the prototype.
function hasNoCode(declared: Node): boolean {
  return (
    isSignature(declared) ||
    (is.isMethodDeclaration(declared) && !declared.body) ||
    (is.isPropertyDeclaration(declared) && !declared.initializer)
  );
}

function membersAt(run: Run, receiver: Node, key: string): readonly Node[] {
  return run.origins.of(receiver).flatMap((origin) => {
    const holder = is.isNewExpression(origin) ? classAt(run.code, origin) : origin;
    return holder && isOwnObject(run.code, origin) ? findMembers(run.code, holder, key, false) : [];
  });
}

function fittingMembers(
  run: Run,
  key: string,
  declared: Node | undefined,
  receiver: Node | undefined,
): readonly Node[] {
  const isOfClass = declared !== undefined && isStatic(declared);
  const base =
    declared && !is.isParameterDeclaration(declared) && isClass(declared.parent)
      ? declared.parent
      : undefined;
  return [...run.made].flatMap((each) => {
    const members = findMembers(run.code, each, key, isOfClass);
    const isSubclass = base && isClass(each) && withBases(run.code, each).includes(base);
    const isFitting =
      isSubclass || (members.length > 0 && !isOfClass && (!receiver || fits(run, each, receiver)));
    return isFitting ? members : [];
  });
}

// Data whose type declares functions, or an object that is partly known.
function isGiven(run: Run, receiver: Node | undefined, key: string): boolean {
  if (!receiver) return false;
  const members = run.origins.membersOf(receiver, key);
  if (members !== undefined && members.length > 0) return true;
  return run.origins
    .of(receiver)
    .every((origin) => is.isObjectLiteralExpression(origin) || isForeign(run.natures.ofOrigin(origin)));
}

// Globals of the page were flagged where they are named, and members of platform objects where they are used.
function isForeign(nature: Nature): boolean {
  return nature === 'page' || nature === 'data' || (typeof nature === 'object' && isOfPlatform(nature));
}

/** Whether the objects of a literal or class have the members that the type of an expression requires. */
function fits({ code }: Run, holder: Node, receiver: Node): boolean {
  const type = code.typeAt(receiver);
  if (!type || isPrimitive(type)) return false;
  const names = new Set(findMembers(code, holder, undefined, false).map(declaredName));
  return hasOtherMembers(code, holder) || code.requiredNames(type).every((name) => names.has(name));
}

// Members of a spread, or of an unknown base class.
function hasOtherMembers(code: Code, holder: Node): boolean {
  if (!isClass(holder))
    return 'properties' in holder && (holder.properties as readonly Node[]).some(isSpread); // of a literal
  const base = withBases(code, holder).at(-1);
  return base?.heritageClauses?.some(({ token }) => token === ast.SyntaxKind.ExtendsKeyword) ?? false;
}

function isSpread(node: Node): boolean {
  return is.isSpreadAssignment(node) || is.isJsxSpreadAttribute(node);
}

/** Runs a member of an object: a method, an accessor, or the function that a property holds. */
export function enterMember(run: Run, member: Node, unit: Node, reference: Reference): void {
  const { mode } = reference;
  const isWritten = mode === 'write' || mode === 'both';
  if (is.isSetAccessorDeclaration(member)) return isWritten ? enter(run, member, unit, reference) : undefined;
  if (is.isGetAccessorDeclaration(member))
    return mode === 'write' ? undefined : enter(run, member, unit, { ...reference, args: undefined });
  if (mode === 'test' || mode === 'write') return;
  if (isFunctionNode(member)) return enter(run, member, unit, reference);
  const value = valueOf(member);
  if (!value) return;
  if (isLazy(unwrap(value))) return enter(run, unwrap(value), unit, reference);
  for (const step of valueSteps(run.code, value, reference)) run.take(step, unit);
}

function enter(run: Run, target: Node, unit: Node, reference: Reference): void {
  run.enter(target, unit, reference);
}
