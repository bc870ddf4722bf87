import { ast, is, type Type } from '../../../source/types/typescript.ts';
import { findMembers, withBases } from '../decide/members.ts';
import { isPrimitive } from '../read/code.ts';
import { declaredName, isClass, isFunctionNode, isLazy, isStatic, unwrap } from '../read/syntax.ts';
import { isSignature, valueSteps } from './name-steps.ts';
import type { Reference, Step } from './step.ts';
import type { ToolRun } from './tool-run.ts';

type Node = ast.Node;

/** A use of a member: the declaration that the types tell, or a library's or nobody's. */
export type MemberUse = Pick<Extract<Step, { kind: 'member' }>, 'key' | 'declared' | 'reference'>;

/** Runs what a member is: what is declared, and that of every object that the code makes and that may be the receiver. */
export function dispatch(run: ToolRun, use: MemberUse, unit: Node): void {
  const { declared, reference } = use;
  const isDirect =
    declared && (!isClass(declared.parent) || reference.receiver?.kind === ast.SyntaxKind.SuperKeyword);
  if (isDirect && !isSignature(declared)) return enterMember(run, declared, unit, reference);
  const members = candidates(run, use);
  for (const member of members) enterMember(run, member, unit, reference);
  if (members.length > 0 || !declared) return;
  if (hasCode(declared)) return enterMember(run, declared, unit, reference);
  if (!reference.args || run.phase === 'follow' || isKnown(run, use)) return;
  // Whatever has a member of that name may have been put in its place; if nothing has, code that was not read does.
  const named = [...run.made].flatMap((each) => membersOf(run, each, use));
  for (const member of named) enterMember(run, member, unit, reference);
  if (named.length === 0) run.flag('unverifiable', reference.node, unit);
}

function hasCode(declared: Node): boolean {
  if (is.isMethodDeclaration(declared)) return declared.body !== undefined;
  return !isSignature(declared) && !(is.isPropertyDeclaration(declared) && !declared.initializer);
}

// The members of a name of the objects that the code makes and that the receiver may be.
function candidates(run: ToolRun, use: MemberUse): readonly Node[] {
  const { key, declared, reference } = use;
  if (key === undefined || (!reference.args && !run.names.has(key))) return [];
  const holders = [...run.made].filter((each) => mayBe(run, each, use));
  const members = holders.flatMap((each) => membersOf(run, each, use));
  return [...new Set(declared && isStatic(declared) ? [declared, ...members] : members)];
}

function membersOf({ code }: ToolRun, holder: Node, { key, declared }: MemberUse): readonly Node[] {
  return findMembers(code, holder, key, declared !== undefined && isStatic(declared));
}

/** Whether what a literal or class makes may be the receiver: an object of its class, or one that has what its type asks for. */
function mayBe(run: ToolRun, holder: Node, use: MemberUse): boolean {
  const { declared, reference } = use;
  const family = declared?.parent;
  if (membersOf(run, holder, use).length === 0) return false;
  // In place of a library's object stands whatever is said to be one.
  if (!declared && reference.receiver && run.origins.of(reference.receiver).includes(holder)) return true;
  if (family && isClass(family) && isClass(holder) && withBases(run.code, holder).includes(family))
    return true;
  const { receiver } = reference;
  const type = receiver && run.code.typeAt(receiver);
  if (!type || isPrimitive(type) || (declared && isStatic(declared))) return false;
  const base = isClass(holder) ? withBases(run.code, holder).at(-1) : undefined;
  const hasForeignBase = base?.heritageClauses?.some(({ token }) => token === ast.SyntaxKind.ExtendsKeyword);
  if (isClass(holder) && hasForeignBase)
    return isNamedBase(run, base, type) || run.code.isInstanceOf(holder, receiver);
  const names = new Set(findMembers(run.code, holder, undefined, false).map(declaredName));
  const isLiteral = is.isObjectLiteralExpression(holder) || is.isJsxAttributes(holder);
  return (
    (isLiteral && [...holder.properties].some(isSpread)) ||
    run.code.requiredNames(type).every((name) => names.has(name))
  );
}

// `class Cache<V> extends Map<string, V>`: types with parameters cannot be compared.
function isNamedBase({ code }: ToolRun, base: ast.ClassLikeDeclaration | undefined, type: Type): boolean {
  return base?.heritageClauses?.[0]?.types[0]?.expression.getText() === code.nameOf(type);
}

function isSpread(node: Node): boolean {
  return is.isSpreadAssignment(node) || is.isJsxSpreadAttribute(node);
}

// Every object is known that the receiver can be, or is not the author's.
function isKnown(run: ToolRun, { key, reference }: MemberUse): boolean {
  const { receiver } = reference;
  if (!receiver || run.origins.membersOf(receiver, key)) return receiver !== undefined;
  return run.origins
    .of(receiver)
    .every(
      (origin) =>
        is.isObjectLiteralExpression(origin) ||
        run.natures.platformTypeOf(origin) ||
        run.natures.isForeign(origin),
    );
}

/** Whether using a member of an object runs code. */
export function holdsCode(run: ToolRun, member: Node): boolean {
  const value = held(member);
  return isFunctionNode(member) || (value !== undefined && run.code.isLazyValue(value));
}

/** Runs a member of an object: a method, an accessor, or the function that a property holds. */
export function enterMember(run: ToolRun, member: Node, unit: Node, reference: Reference): void {
  const { mode } = reference;
  const isWritten = mode === 'write' || mode === 'both';
  if (is.isSetAccessorDeclaration(member)) return isWritten ? run.enter(member, unit, reference) : undefined;
  if (is.isGetAccessorDeclaration(member))
    return mode === 'write' ? undefined : run.enter(member, unit, { ...reference, args: undefined });
  if (mode === 'test' || mode === 'write') return;
  if (isFunctionNode(member)) return run.enter(member, unit, reference);
  const value = held(member);
  if (!value) return;
  if (isLazy(unwrap(value))) return run.enter(unwrap(value), unit, reference);
  for (const step of valueSteps(run.code, value, reference)) run.take(step, unit);
}

function held(member: Node): Node | undefined {
  const hasInitializer =
    is.isPropertyAssignment(member) ||
    is.isPropertyDeclaration(member) ||
    is.isJsxAttribute(member) ||
    is.isVariableDeclaration(member);
  if (hasInitializer) return member.initializer;
  return is.isShorthandPropertyAssignment(member) ? member.name : undefined;
}
