import {
  ast,
  is,
  SignatureKind,
  SymbolFlags,
  type Type,
  TypeFlags,
} from '../../../source/types/typescript.ts';
import {
  isAccess,
  isClass,
  isCode,
  isFunctionNode,
  isLazy,
  isModuleLevel,
  keyOf,
  mayBeObject,
  unwrap,
} from '../../../source/types/syntax.ts';
import { hasFlag, membersOf, partsOf } from '../../output/type-facts.ts';
import { type Code, isNamespace } from '../read/code.ts';
import { holdsValue, isFrom, symbolOf } from '../read/symbols.ts';
import { findMembers, heldIn, isOwnObject, valueOf } from '../values/members.ts';
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

/**
 * Whether nothing says what a step runs, so that it may be code which is not read.
 *
 * @param isRun - Whether a call runs the code with a node.
 */
export function isUnknown(
  origins: Origins,
  step: Called,
  lane: Lane,
  isRun: (node: Node) => boolean,
): boolean {
  const { code } = origins;
  const { value, args, exposedTo } = step;
  const found = origins.of(value);
  // What leaves the code, from further away than values are followed.
  if (exposedTo === 'platform' && found.some((each) => origins.isCut(each))) return true;
  if (exposedTo && hidesFunctions(code, value, found)) return true;
  if (lane === 'load' || exposedTo) {
    // A class that the platform instantiates, such as a custom element.
    const isConstructor = hasSignature(code, value, SignatureKind.Construct);
    if (!isConstructor && lane !== 'load') return false;
    if (
      found.length > 0 &&
      found.every(
        (each) =>
          isFunctionNode(each) || isClass(each) || isByOthers(code, each) || origins.lists.isEmpty(each),
      )
    )
      return false;
    // What a record keeps while a module loads is not followed, nor are objects that only an interface types.
    return (
      isConstructor || !!args || !is.isExpression(value) || hasSignature(code, value, SignatureKind.Call)
    );
  }
  // What a module takes out of a list while it loads is not followed, nor what other code assigns to its variable.
  const isKeptBefore = (each: Node): boolean =>
    (mayBeObject(each) && !isRun(each)) ||
    isGeneric(code, each) ||
    (is.isVariableDeclaration(each) && isModuleLevel(each));
  return !!args && !isAccess(value) && found.some(isKeptBefore);
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

// `table[key]` of type `T`.
function isGeneric(code: Code, origin: Node): boolean {
  if (!is.isElementAccessExpression(origin) || keyOf(origin) !== undefined) return false;
  const type = code.typeAt(origin);
  return type !== undefined && membersOf(type).some((each) => hasFlag(each, TypeFlags.Instantiable));
}

// Functions that no literal shows, in what is read as a whole: `for (const jobs of all) Object.values(jobs)`.
function hidesFunctions(code: Code, value: Node, found: readonly Node[]): boolean {
  const isThis = unwrap(value).kind === ast.SyntaxKind.ThisKeyword;
  return found.some(
    (each) =>
      (isThis || !isFollowed(code, each)) && (holdsFunctions(code, each) || holdsFunctions(code, value)),
  );
}

// Whose members are known.
function isFollowed(code: Code, origin: Node): boolean {
  return (
    isCode(origin) ||
    isOwnObject(code, origin) ||
    is.isArrayLiteralExpression(origin) ||
    isByOthers(code, origin)
  );
}

const holders = new WeakMap<Type, boolean>();

// `Record<string, () => void>`, `{ pull(): void }`; what has a class of the language or the platform is its own.
function holdsFunctions(code: Code, value: Node): boolean {
  return typesOf(code, value).some((each) => {
    let known = holders.get(each);
    if (known === undefined) holders.set(each, (known = hasFunctions(code, each)));
    return known;
  });
}

function hasFunctions(code: Code, type: Type): boolean {
  if (hasFlag(type, TypeFlags.Intersection)) return partsOf(type).some((each) => hasFunctions(code, each));
  // The type of `this` is a parameter.
  const bound = hasFlag(type, TypeFlags.Instantiable)
    ? code.checker.getBaseConstraintOfType(type)
    : undefined;
  if (bound && bound !== type) return hasFunctions(code, bound);
  if (!hasFlag(type, TypeFlags.Object)) return false;
  const symbol = type.getSymbol();
  const isClassOfLibrary =
    isFrom(symbol, 'language', 'platform') && ((symbol?.flags ?? 0) & SymbolFlags.Variable) !== 0;
  if (isClassOfLibrary || isFrom(symbol, 'node', 'dependency', 'toolkit')) return false;
  const { checker } = code;
  const isFunction = (each: Type | undefined): boolean =>
    each !== undefined && membersOf(each).some((part) => code.isCallable(part));
  return (
    checker.getIndexInfosOfType(type).some(({ valueType }) => isFunction(valueType)) ||
    checker.getPropertiesOfType(type).some((each) => isFunction(checker.getTypeOfSymbol(each)))
  );
}

function hasSignature(code: Code, value: Node, kind: SignatureKind): boolean {
  return typesOf(code, value).some((each) => code.checker.getSignaturesOfType(each, kind).length > 0);
}

function typesOf(code: Code, value: Node): readonly Type[] {
  const type = mayBeObject(unwrap(value)) ? code.typeAt(unwrap(value)) : undefined;
  return type ? membersOf(type) : [];
}
