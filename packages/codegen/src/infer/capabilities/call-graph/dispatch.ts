import { compareText } from '../../../source/match-files.ts';
import { ast, is } from '../../../source/types/typescript.ts';
import { isOwnObject } from '../decide/decide-special.ts';
import { classAt, findMembers, withBases } from '../decide/members.ts';
import { type Code, isPrimitive } from '../read/code.ts';
import {
  declaredName,
  hasModifier,
  isClass,
  isFunctionNode,
  isLazy,
  isStatic,
  unwrap,
} from '../read/syntax.ts';
import type { Nature } from '../decide/natures.ts';
import { isOfPlatform } from './is-of-platform.ts';
import { isSignature, valueSteps } from './name-steps.ts';
import type { Reference, Step } from './step.ts';
import type { Run } from './known-run.ts';
import { isLazyValue } from './unit-reader.ts';

type Node = ast.Node;
type MemberStep = Extract<Step, { kind: 'member' }>;

/** Runs what a member is that the author declares: that one, or the ones of objects that the code makes. */
export function dispatch(run: Run, step: MemberStep, declared: Node, unit: Node): void {
  const { reference } = step;
  if (isSignature(declared) || isAbstract(declared)) return dispatchByName(run, step, unit);
  if (!isClass(declared.parent) || reference.receiver?.kind === ast.SyntaxKind.SuperKeyword)
    return enterMember(run, declared, unit, reference);
  const overriding = [
    ...overridesOf(run, declared, declared.parent),
    ...inPlaceOf(run, step, declared.parent),
  ];
  // `run!: () => void`, which code puts onto the prototype.
  if (is.isPropertyDeclaration(declared) && !declared.initializer && reference.args)
    enterNamed(run, step, unit);
  for (const member of overriding) enterMember(run, member, unit, reference);
  // Whoever made the object, it was not the code that was read.
  if (overriding.length === 0) enterMember(run, declared, unit, reference);
}

function isAbstract(declared: Node): boolean {
  return is.isMethodDeclaration(declared) && !declared.body;
}

/** What a member of a class is in the classes whose objects the code makes. */
function overridesOf(run: Run, declared: Node, holder: ast.ClassLikeDeclaration): readonly Node[] {
  const key = declaredName(declared);
  if (key === undefined || is.isParameterDeclaration(declared)) return [declared];
  const found = new Set<Node>();
  for (const each of run.made)
    if (isClass(each) && withBases(run.code, each).includes(holder))
      for (const member of findMembers(run.code, each, key, isStatic(declared))) found.add(member);
  return [...found];
}

// `const all: Shape[] = [new Circle(), { area: () => 1 }]`: objects that only look like those of the class.
function inPlaceOf(
  run: Run,
  { key, reference }: MemberStep,
  holder: ast.ClassLikeDeclaration,
): readonly Node[] {
  const { receiver } = reference;
  if (!receiver || key === undefined || receiver.kind === ast.SyntaxKind.ThisKeyword) return [];
  const others = [...run.made].filter(
    (each) => !isClass(each) || !withBases(run.code, each).includes(holder),
  );
  const named = others.filter((each) => findMembers(run.code, each, key, false).some(mayBeCode));
  if (named.length === 0) return [];
  // To the checker, classes of one shape are one class.
  const alike = named.filter((each) => isClass(each) && isAlike(run, each, holder));
  return [
    ...alike.flatMap((each) => findMembers(run.code, each, key, false)),
    ...run.origins.of(receiver).flatMap((origin) => membersAt(run, origin, key)),
  ];
}

function isAlike(run: Run, a: ast.ClassLikeDeclaration, b: ast.ClassLikeDeclaration): boolean {
  const [own, other] = [a, b].map((each) => findMembers(run.code, each, undefined, false));
  return !own?.some(isPrivate) && !other?.some(isPrivate) && namesOf(own) === namesOf(other);
}

function namesOf(members: readonly Node[] = []): string {
  return members
    .map((each) => declaredName(each) ?? '')
    .sort(compareText)
    .join('\0');
}

function isPrivate(member: Node): boolean {
  return (
    hasModifier(member, ast.SyntaxKind.PrivateKeyword) ||
    hasModifier(member, ast.SyntaxKind.ProtectedKeyword) ||
    ('name' in member && is.isPrivateIdentifier(member.name as Node)) // of a member
  );
}

// Runs the functions of a name that literals have, whatever they are put onto.
export function enterNamed(
  run: Run,
  { key, reference }: Pick<MemberStep, 'key' | 'reference'>,
  unit: Node,
): void {
  for (const each of run.made)
    if (is.isObjectLiteralExpression(each))
      for (const member of findMembers(run.code, each, key, false)) enterMember(run, member, unit, reference);
}

/** Runs the members of a name of all objects that the code makes and that fit the type of the receiver. */
export function dispatchByName(run: Run, { key, reference }: MemberStep, unit: Node): void {
  const { receiver, args, node } = reference;
  if (key === undefined || (!args && !run.names.has(key))) return;
  const holders = [...run.made].filter((each) => findMembers(run.code, each, key, false).some(mayBeCode));
  const exact = receiver ? holders.filter((each) => fits(run, each, receiver)) : holders;
  const isOpen =
    exact.length === 0 && args !== undefined && run.phase !== 'follow' && !isGiven(run, receiver, key);
  const fitting = isOpen ? holders : exact;
  for (const holder of fitting)
    for (const member of findMembers(run.code, holder, key, false)) enterMember(run, member, unit, reference);
  // A function that nobody's object has: code that was not read puts it there.
  if (isOpen && fitting.length === 0) run.flag('unverifiable', node, unit);
}

// Data of a type that names functions, or an object of which some part is known.
function isGiven(run: Run, receiver: Node | undefined, key: string): boolean {
  if (!receiver) return false;
  const members = run.origins.membersOf(receiver, key);
  if (members !== undefined && members.length > 0) return true;
  return run.origins
    .of(receiver)
    .every((origin) => is.isObjectLiteralExpression(origin) || isForeign(run.natures.ofOrigin(origin)));
}

// What the page provides was flagged where it is named; of the platform's objects, the members were used.
function isForeign(nature: Nature): boolean {
  return nature === 'page' || nature === 'data' || (typeof nature === 'object' && isOfPlatform(nature));
}

/** Whether using a member of an object runs code. */
export function holdsCode(code: Code, member: Node): boolean {
  if (isFunctionNode(member)) return true;
  const value = held(member);
  return value !== undefined && isLazyValue(code, value);
}

/** Whether a member of an object is not just a string or number. */
function mayBeCode(member: Node): boolean {
  const value = is.isPropertyAssignment(member) ? unwrap(member.initializer) : undefined;
  return !value || !(is.isLiteralExpression(value) || is.isTemplateExpression(value));
}

/** Runs what the author's objects do in place of a library's: `class Cookies implements Storage`, `class Cache extends Map`. */
export function answerStandIn(
  run: Run,
  { key, reference }: { readonly key: string; readonly reference: Reference },
  unit: Node,
): void {
  const { receiver } = reference;
  if (!receiver) return;
  const own = run.origins.of(receiver).flatMap((origin) => membersAt(run, origin, key));
  const fitting = [...run.made].filter(
    (each) => findMembers(run.code, each, key, false).length > 0 && fits(run, each, receiver),
  );
  for (const member of [...own, ...fitting.flatMap((each) => findMembers(run.code, each, key, false))])
    enterMember(run, member, unit, reference);
}

function membersAt(run: Run, origin: Node, key: string): readonly Node[] {
  const holder = is.isNewExpression(origin) ? classAt(run.code, origin) : origin;
  return holder && isOwnObject(run.code, origin) ? findMembers(run.code, holder, key, false) : [];
}

/** Whether what an object literal or class makes has the members that the type of an expression asks for. */
function fits(run: Run, holder: Node, receiver: Node): boolean {
  const type = run.code.typeAt(receiver);
  if (!type || isPrimitive(type)) return false;
  const base = isClass(holder) ? withBases(run.code, holder).at(-1) : undefined;
  if (
    base &&
    isClass(holder) &&
    base.heritageClauses?.some(({ token }) => token === ast.SyntaxKind.ExtendsKeyword)
  )
    return run.code.isInstanceOf(holder, receiver);
  const names = new Set(findMembers(run.code, holder, undefined, false).map(declaredName));
  const isOpen =
    !isClass(holder) && 'properties' in holder && (holder.properties as readonly Node[]).some(isSpread); // of a literal
  return isOpen || run.code.requiredNames(type).every((name) => names.has(name));
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
  const value = held(member);
  if (!value) return;
  if (isLazy(unwrap(value))) return enter(run, unwrap(value), unit, reference);
  for (const step of valueSteps(run.code, value, reference)) run.take(step, unit);
}

function enter(run: Run, target: Node, unit: Node, reference: Reference): void {
  run.enter(target, unit, reference);
}

function held(member: Node): Node | undefined {
  if (is.isPropertyAssignment(member) || is.isPropertyDeclaration(member) || is.isJsxAttribute(member))
    return member.initializer;
  if (is.isVariableDeclaration(member)) return member.initializer;
  return is.isShorthandPropertyAssignment(member) ? member.name : undefined;
}
