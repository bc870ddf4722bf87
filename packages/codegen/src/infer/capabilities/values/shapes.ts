import { type ast, is, SymbolFlags, type Type, TypeFlags } from '../../../source/types/typescript.ts';
import { declaredName, isClass, isFunctionNode, isStatic } from '../../../source/types/syntax.ts';
import { membersOf } from '../../output/type-facts.ts';
import type { Code } from '../read/code.ts';
import { extendsAny } from '../call-graph/known-calls.ts';
import { findMembers } from './members.ts';

type Node = ast.Node;

/**
 * Whether a receiver may be the object with a member of that name. An instance of a class fits its receiver's type; what
 * an object literal has may be copied into another object.
 *
 * @param holder - The class that is instantiated: the member's, or a subclass.
 */
export function mayBeOf(
  code: Code,
  member: Node,
  receiver: Node | undefined,
  holder: Node = member.parent,
): boolean {
  if (!receiver || !isFunctionNode(member) || !isClass(holder) || isStatic(member)) return true;
  const type = code.typeAt(receiver);
  return !type || membersOf(type).some((each) => fits(code, holder, each));
}

/** Whether an instance, whose type is cast or unknown from now on, may lack what that type has. */
export function mayLack(code: Code, origin: Node, type: Type | undefined): boolean {
  const made = is.isNewExpression(origin) ? code.declaredAt(origin.expression).find(isClass) : undefined;
  return made !== undefined && !(type && membersOf(type).every((each) => fits(code, made, each)));
}

function fits(code: Code, holder: ast.ClassLikeDeclaration, type: Type): boolean {
  const names = namesOf(code, holder);
  if (names === undefined) return true;
  return requiredOf(code, type).every((each) => names.has(each)) && mayBeAssigned(code, holder, type);
}

// Of what has type parameters, or of `this`, only the names of members say something.
function mayBeAssigned(code: Code, holder: ast.ClassLikeDeclaration, type: Type): boolean {
  const declared = (type.flags & TypeFlags.Instantiable) === 0 ? type.getSymbol() : undefined;
  const symbol = holder.name && code.names.symbolAt(holder.name);
  if (!declared || !symbol || !isPlain(holder)) return true;
  const types = code.declarationsOf(declared);
  if (types.length === 0 || !types.every(isPlain)) return true;
  return code.checker.isTypeAssignableTo(code.checker.getDeclaredTypeOfSymbol(symbol), type);
}

const isPlain = (node: Node): boolean =>
  (isClass(node) || is.isInterfaceDeclaration(node)) && !node.typeParameters && is.isSourceFile(node.parent);

const isMerged = (code: Code, { name }: ast.ClassLikeDeclaration): boolean =>
  name !== undefined && (code.names.symbolAt(name)?.declarations.length ?? 0) > 1;

const known = new WeakMap<Node, ReadonlySet<string>>();

// Undefined if it extends a class whose code is not the author's, or an interface says what else it has.
function namesOf(code: Code, holder: ast.ClassLikeDeclaration): ReadonlySet<string> | undefined {
  if (extendsAny(code, holder) || isMerged(code, holder)) return undefined;
  let names = known.get(holder);
  if (!names) {
    names = new Set(findMembers(code, holder, undefined, false).map((each) => declaredName(each) ?? ''));
    known.set(holder, names);
  }
  return names.has('') ? undefined : names;
}

/** Whether an object of the language or the platform, such as a set, may have a type of the author's, by its members. */
export function fitsBuiltIn(code: Code, type: Type | undefined): boolean {
  return !type || membersOf(type).some((each) => requiredOf(code, each).every((name) => BUILT_IN.has(name)));
}

/** Members of what holds elements, and of iterators, also those that Node 20 lacks. */
const BUILT_IN: ReadonlySet<string> = new Set([
  ...[Array, Date, EventTarget, FormData, Headers, Map, Set, Uint8Array, URLSearchParams].flatMap((each) =>
    namesIn(each.prototype),
  ),
  ...namesIn(Object.getPrototypeOf(function* () {}.prototype) as object),
  ...`drop every filter find flatMap forEach getOrInsert getOrInsertComputed map reduce some take toArray union
  intersection difference symmetricDifference isSubsetOf isSupersetOf isDisjointFrom buffer byteLength byteOffset`.split(
    /\s+/,
  ),
]);

function namesIn(prototype: object): readonly string[] {
  return Object.getOwnPropertyNames(prototype);
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
