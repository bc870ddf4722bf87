import { type ast, is, SignatureKind, type Type } from '../../../source/types/typescript.ts';
import {
  isAccess,
  isClass,
  isCode,
  isFunctionNode,
  isLazy,
  keyOf,
  mayBeObject,
  unwrap,
} from '../../../source/types/syntax.ts';
import { membersOf } from '../../output/type-facts.ts';
import { type Code, isNamespace } from '../read/code.ts';
import { holdsValue, isFrom, symbolOf } from '../read/symbols.ts';
import { findMembers, heldIn, valueOf } from '../values/members.ts';
import type { Origins } from '../values/origins.ts';
import type { Called, Lane } from './step.ts';

type Node = ast.Node;

/** The functions and classes that a step calls. */
export function calledFunctions(origins: Origins, { value, exposedTo }: Called): readonly Node[] {
  return exposedTo ? [] : origins.of(value).filter((each) => isFunctionNode(each) || isClass(each));
}

/** What a step gives to other code: functions, and members of objects. A library's function uses what it is given. */
export function exposedBy(origins: Origins, { value, args = [], exposedTo }: Called): readonly Node[] {
  const isOfLibrary = (each: Node): boolean => each !== value && isOfOthers(origins.code, each);
  if (!exposedTo && (args.length === 0 || !origins.of(value).some(isOfLibrary))) return [];
  const given = (exposedTo ? [value] : args).flatMap((each) => origins.of(each));
  return [...heldBy(origins, given)].filter((each) => isLazy(each) || !is.isExpression(each));
}

/** Values and everything reachable from them: members of the author's objects, elements of arrays and exports of namespaces, transitively. */
function heldBy(origins: Origins, values: readonly Node[], found: Set<Node> = new Set()): ReadonlySet<Node> {
  for (const value of values) {
    if (found.has(value)) continue;
    found.add(value);
    if (isNamespace(value))
      for (const [, each] of origins.code.exportsOf(value)) heldBy(origins, origins.of(each), found);
    const statics = isClass(value) ? findMembers(origins.code, value, undefined, true) : [];
    for (const member of [...heldIn(origins.code, value), ...statics]) {
      if (!is.isExpression(member)) found.add(member);
      const held = is.isExpression(member) ? member : valueOf(member);
      if (held) heldBy(origins, origins.of(held), found);
    }
  }
  return found;
}

/** Whether nothing says what a step runs, so that it may be code which is not read. */
export function isUnknown(origins: Origins, { value, args, exposedTo }: Called, lane: Lane): boolean {
  const { code } = origins;
  const found = origins.of(value);
  // What leaves the code, from further away than values are followed.
  if (exposedTo === 'platform' && found.some((each) => origins.isCut(each))) return true;
  // What a call runs is followed; that what a module gives away while it loads is not.
  if (lane !== 'load' && !exposedTo) return false;
  // A class that the platform instantiates, such as a custom element.
  const isConstructor = hasSignature(code, value, SignatureKind.Construct);
  if (lane !== 'load' && !isConstructor) return false;
  const isKnown = (each: Node): boolean =>
    isFunctionNode(each) || isClass(each) || isByOthers(code, each) || origins.lists.isEmpty(each);
  if (found.length > 0 && found.every(isKnown)) return false;
  // What a record keeps while a module loads is not followed, nor are objects that only an interface types.
  return isConstructor || !!args || !is.isExpression(value) || hasSignature(code, value, SignatureKind.Call);
}

/**
 * Whether a call may run functions that nothing resolves: what a list holds. Members are found by their names, but for what
 * they are given.
 *
 * @param isKnown - Whether an origin is known to be none of the author's functions.
 * @param membersNamed - The members of created objects.
 */
export function isOpenCall(
  origins: Origins,
  { value }: Called,
  isKnown: (origin: Node) => boolean,
  membersNamed: (key: string) => readonly Node[],
): boolean {
  const { code } = origins;
  const isFound = (each: Node): boolean => {
    const key = isAccess(each) ? keyOf(each) : undefined;
    const members = key === undefined ? [] : membersNamed(key);
    const isNamed =
      members.length > 0 && members.every((member) => isCode(unwrap(valueOf(member) ?? member)));
    return isNamed || isOfOthers(code, each);
  };
  const unknown = origins.of(value).filter((each) => !isCode(each) && !isKnown(each));
  return !unknown.every(isFound) && hasSignature(code, value, SignatureKind.Call);
}

// Code of dependencies is flagged where it is named.
function isOfOthers(code: Code, origin: Node): boolean {
  if (code.names.isOfToolkit(origin)) return true;
  const symbol = symbolOf(code, origin);
  return isFrom(symbol, 'platform', 'language', 'dependency', 'toolkit') && !holdsValue(symbol);
}

// What a package makes, too: `const settings = registerAs('database', () => …)`, whose callback counts as called.
function isByOthers(code: Code, origin: Node): boolean {
  const made = is.isCallExpression(origin) && isFrom(symbolOf(code, origin.expression), 'dependency');
  return made || isOfOthers(code, origin);
}

function hasSignature(code: Code, value: Node, kind: SignatureKind): boolean {
  return typesOf(code, value).some((each) => code.checker.getSignaturesOfType(each, kind).length > 0);
}

function typesOf(code: Code, value: Node): readonly Type[] {
  const type = mayBeObject(unwrap(value)) ? code.typeAt(unwrap(value)) : undefined;
  return type ? membersOf(type) : [];
}
