import { type ast, is, SymbolFlags, type Type } from '../../../source/types/typescript.ts';
import { declaredName, isClass, isFunctionNode, isStatic } from '../../../source/types/syntax.ts';
import { membersOf } from '../../output/type-facts.ts';
import type { Code } from '../read/code.ts';
import { extendsAny } from '../call-graph/known-calls.ts';
import { findMembers } from './members.ts';

type Node = ast.Node;

/**
 * Whether a receiver may be the object with a member of that name. An instance of a class has all members of its receiver's
 * type; what an object literal has may be copied into another object.
 */
export function mayBeOf(code: Code, member: Node, receiver: Node | undefined): boolean {
  const holder = member.parent;
  if (!receiver || !isFunctionNode(member) || !isClass(holder) || isStatic(member)) return true;
  const type = code.typeAt(receiver);
  return !type || membersOf(type).some((each) => hasAll(code, holder, each));
}

/** Whether an instance, whose type is cast or unknown from now on, may lack what that type has. */
export function mayLack(code: Code, origin: Node, type: Type | undefined): boolean {
  const made = is.isNewExpression(origin) ? code.declaredAt(origin.expression).find(isClass) : undefined;
  return made !== undefined && !(type && membersOf(type).every((each) => hasAll(code, made, each)));
}

function hasAll(code: Code, holder: ast.ClassLikeDeclaration, type: Type): boolean {
  const names = namesOf(code, holder);
  return names === undefined || requiredOf(code, type).every((each) => names.has(each));
}

const known = new WeakMap<Node, ReadonlySet<string>>();

// Undefined if it extends a class whose code is not the author's.
function namesOf(code: Code, holder: ast.ClassLikeDeclaration): ReadonlySet<string> | undefined {
  if (extendsAny(code, holder)) return undefined;
  let names = known.get(holder);
  if (!names) {
    names = new Set(findMembers(code, holder, undefined, false).map((each) => declaredName(each) ?? ''));
    known.set(holder, names);
  }
  return names.has('') ? undefined : names;
}

const required = new WeakMap<Type, readonly string[]>();

function requiredOf({ checker }: Code, type: Type): readonly string[] {
  let names = required.get(type);
  if (!names) {
    names = checker
      .getPropertiesOfType(type)
      .filter(({ flags, name }) => (flags & SymbolFlags.Optional) === 0 && /^(?!__)\w+$/.test(name))
      .map(({ name }) => name);
    required.set(type, names);
  }
  return names;
}
