import { type ast, is, SymbolFlags, type Type, TypeFlags } from '../../../source/types/typescript.ts';
import {
  enclosingFunction,
  isAccess,
  isClass,
  isFunctionNode,
  isLazy,
  keyOf,
  unwrap,
} from '../../../source/types/syntax.ts';
import { membersOf } from '../../output/type-facts.ts';
import { isAny } from '../read/code.ts';
import { isFrom, isOfLibrary, isSignature, symbolOf } from '../read/symbols.ts';
import { PAGE_MEMBERS } from '../table/member-rules.ts';
import { membersOfMade, valueOf } from '../values/members.ts';
import { assignedTo } from '../values/assignments.ts';
import { fitsBuiltIn, mayLack } from '../values/shapes.ts';
import { isUnknown } from './called-values.ts';
import { ANY, hasCode, isExact, isOptional } from './known-calls.ts';
import { isOlderVariable, type Owner, Owners, ownersOf } from './owners.ts';
import { isContext, isOfPage } from './page-values.ts';
import type { Change, Reach } from './reach.ts';
import { found, type Lane, type MemberUse, type Taken, unverifiable } from './step.ts';

type Node = ast.Node;

/** Notes a change of what may be older than the call, and flags one of what may be the page's by a type that hides it. */
export function judgeChange(
  reach: Reach,
  { step, unit, lane }: Taken<Change>,
  inCalls: ReadonlySet<Node>,
): void {
  const { changed, node } = step;
  const isVariable = changed === node;
  if (!isVariable && isOwnMethod(reach, step, lane)) return;
  const owners = isVariable ? undefined : ownersOf(reach, changed, lane);
  // Writing a member of what is not known to be the author's own object may write to the page.
  if (owners && mayWriteToPage(reach, step, owners)) reach.markUnverifiable(node, unit);
  const isOlder = owners ? [...owners].some((each) => each !== 'new') : isOlderVariable(reach, changed);
  // What runs while modules load does not outlive anything.
  if (isOlder && lane === 'call' && isFunctionNode(unit) && inCalls.has(unit))
    reach.findings.change ??= { ...unverifiable(node), unit };
}

// `random.next()`, where all that `random` may be are objects of the author's, whose code is read.
function isOwnMethod({ code, origins }: Reach, { changed, node }: Change, lane: Lane): boolean {
  const isOwn = isAccess(node) && code.declaredAt(node).some(isSignature);
  if (!isOwn || !is.isCallExpression(node.parent) || node.parent.expression !== node) return false;
  if (!fitsBuiltIn(code, code.typeAt(changed))) return true;
  const from = origins[lane];
  const runs = (member: Node): boolean => {
    const value = valueOf(member);
    const functions = value ? from.of(value) : [member];
    return functions.length > 0 && functions.every(isFunctionNode);
  };
  const all = from.of(changed);
  return all.length > 0 && all.every((each) => membersOfMade(code, each, keyOf(node)).some(runs));
}

/** Flags what reads the page by a type that hides it: `const shapes: { cookie: string }[] = [document]`. */
export function judgeRead(reach: Reach, { step, unit, lane }: Taken<MemberUse>): void {
  const { key, reference } = step;
  const { node, receiver } = reference;
  if (!receiver) return;
  const element = is.isBindingPattern(receiver) ? node.parent : undefined;
  if (isOfLibrary(symbolOf(reach.code, element ?? node))) return;
  const isCalled = reference.args !== undefined;
  const isHidden =
    key === undefined
      ? reach.origins[lane].of(receiver).some(isModuleOfCode) || mayReadPage(reach, element ?? receiver, lane)
      : (isCalled || PAGE_MEMBERS.test(key)) && mayBePage(reach, element ?? receiver, lane, key, isCalled);
  if (isHidden) reach.markUnverifiable(node, unit);
}

// Not one of JSON.
const isModuleOfCode = (origin: Node): boolean =>
  is.isSourceFile(origin) && !origin.fileName.endsWith('.json');

// `source[key]`, if the type of `source` says nothing.
function mayReadPage(reach: Reach, source: Node, lane: Lane): boolean {
  return isOpenType(reach.code.typeAt(source)) && mayBePage(reach, source, lane, ANY, false);
}

// The platform's own members are in the table, what is in a container has its type, and pages have no member of any name.
function mayWriteToPage({ code }: Reach, { changed, node }: Change, owners: ReadonlySet<Owner>): boolean {
  if (!owners.has('foreign') && !(owners.has('unread') && isOpenType(code.typeAt(changed)))) return false;
  const isMethod = is.isCallExpression(node.parent) && node.parent.expression === node;
  if (isMethod && unwrap((node as ast.PropertyAccessExpression).expression) === unwrap(changed)) return false;
  const key = isAccess(node) && !isMethod ? keyOf(node) : undefined;
  // A member of the platform, also of own elements, or one that they declare.
  if (isFrom(symbolOf(code, node), 'platform')) return false;
  if (code.declaredAt(node).some(({ parent }) => isClass(parent))) return false;
  if (key !== undefined && !/^on\w/.test(key) && !PAGE_MEMBERS.test(key)) return false;
  const type = code.typeAt(changed);
  return !type || !membersOf(type).every((each) => isOfLibrary(each.getSymbol()));
}

// A page object becomes one of another type where it is passed on, which is flagged there, but not as one of `any` or a `T`.
function isOpenType(type: Type | undefined): boolean {
  return !type || isAny(type) || (type.flags & TypeFlags.Instantiable) !== 0;
}

/**
 * Whether an object may be the page's, whatever its type. An event carries data, too.
 *
 * @param key - The member of it that is used: what the author makes with one is none of the page's.
 */
function mayBePage(reach: Reach, value: Node, lane: Lane, key: string, isCalled: boolean): boolean {
  const owners = sharedOwners(reach, lane, key, isCalled);
  const { size } = owners.others;
  owners.visit(value, 0);
  const { checker } = reach.code;
  // No page object has all that an instance of a class has, unless it is one of the page's. In a pattern, the value is a member.
  const wanted = is.isBindingElement(value) ? undefined : reach.code.typeAt(value);
  const isOfClass = ((wanted?.getSymbol()?.flags ?? 0) & SymbolFlags.Class) !== 0;
  const required = isOfClass ? checker.getPropertiesOfType(wanted as Type) : [];
  const isAsWanted = (type: Type): boolean =>
    required.every(
      ({ name, flags }) => (flags & SymbolFlags.Optional) !== 0 || reach.code.property(type, name),
    );
  // The elements of a list have other members than it has.
  const isPage = (type: Type): boolean =>
    (isOfPage(type) || isContext(type)) && !type.getSymbol()?.name.endsWith('Event') && isAsWanted(type)
      ? !isCalled || [key, 'length'].some((name) => reach.code.property(type, name)) || isOfPages(type)
      : isOfPages(type);
  const isOfPages = (type: Type): boolean =>
    type.isTypeReference() && checker.getTypeArguments(type).some(isPage);
  return [...owners.others].slice(size).some((each) => {
    const type = reach.code.typeAt(each);
    return type !== undefined && isPage(type);
  });
}

const shared = new WeakMap<Reach, Map<string, Owners>>();

// One for all uses of a member: each value is visited, and judged, once.
function sharedOwners(reach: Reach, lane: Lane, key: string, isCalled: boolean): Owners {
  const all = shared.get(reach) ?? new Map<string, Owners>();
  shared.set(reach, all);
  const name = `${lane} ${isCalled} ${key}`;
  const owners = all.get(name) ?? new Owners(reach, lane, key);
  all.set(name, owners);
  return owners;
}

/** Flags what a tool may run that nothing says, once all that it reaches is known. */
export function flagUnknown(reach: Reach): void {
  flagComputed(reach);
  flagAssigned(reach);
  flagUnresolved(reach);
  const { code, origins } = reach;
  for (const { step, unit, lane } of reach.hidden)
    if (origins[lane].of(step.value).some((each) => mayLack(code, each, step.type)))
      reach.markUnverifiable(step.value, unit);
  for (const { step, unit, lane } of reach.called)
    if (isUnknown(origins[lane], step, lane)) reach.markUnverifiable(step.value, unit);
}

// `table[name]()`, of which nothing says what the table has.
function flagComputed(reach: Reach): void {
  const { code } = reach;
  for (const { step, unit, lane } of reach.computed) {
    const { node, args, receiver } = step.reference;
    // Only its class fills a private table, whose functions are followed where they are called.
    if (args && lane === 'call' && isPrivateTable(receiver)) continue;
    const values = reach.origins[lane].of(node);
    // What the platform gives counts where the table names it.
    const isKnown = (each: Node): boolean =>
      isFunctionNode(each) ||
      isClass(each) ||
      isOfLibrary(symbolOf(code, each)) ||
      (!(args && each === node) && code.isData(code.typeAt(each)));
    if (values.length === 0 || !values.every(isKnown)) reach.markUnverifiable(node, unit);
  }
}

const isPrivateTable = (receiver: Node | undefined): boolean =>
  receiver !== undefined &&
  is.isPropertyAccessExpression(unwrap(receiver)) &&
  is.isPrivateIdentifier((unwrap(receiver) as ast.PropertyAccessExpression).name);

// What is called of a variable or field that code assigns which this tool does not reach: `setSource(new Remote())`.
function flagAssigned(reach: Reach): void {
  for (const { step, unit, lane } of reach.called)
    if (lane === 'call' && step.args) flagIfAssigned(reach, step.value, undefined, unit);
  for (const { step, unit } of reach.named.call.uses) {
    const { declared, reference } = step;
    const { args, receiver } = reference;
    if (args && receiver && declared && !isExact(reach.code, declared, reference))
      flagIfAssigned(reach, receiver, declared.parent, unit);
  }
}

// An instance of the class that declares the member has no other code for it.
function flagIfAssigned(reach: Reach, node: Node, holder: Node | undefined, unit: Node): void {
  const { call, load } = reach.entered;
  const isKnown = ({ right }: ast.BinaryExpression): boolean => {
    const value = unwrap(right);
    const made = is.isNewExpression(value) ? reach.code.declaredAt(value.expression) : [value];
    const fn = enclosingFunction(right);
    const isReached = !fn || call.has(fn) || load.has(fn);
    return isReached || made.some((each) => each === holder || isFollowed(reach, each));
  };
  const assignment = assignedTo(reach.code, node).find((each) => !isKnown(each));
  if (assignment) reach.findings.add({ ...found('unverifiable', node), unit, assignment });
}

function isFollowed(reach: Reach, node: Node): boolean {
  const { call } = reach.entered;
  return (
    reach.isMade(node) ||
    call.has(node) ||
    reach.code.declaredAt(node).some((each) => isFunctionNode(each) && call.has(each))
  );
}

// Members that no object has, but for optional ones; what is assigned to a member says not to which object's.
function flagUnresolved(reach: Reach): void {
  const { call } = reach.named;
  for (const { step, unit } of call.uses) {
    const { key = ANY, declared, reference } = step;
    const hasNone = declared && !hasCode(declared) && !isOptional(declared);
    if (!reference.args || !hasNone || isNeverSet(reach, reference.receiver)) continue;
    const members = call
      .membersOf(key)
      .filter((each) => reach.mayBeOf(each, reference.receiver) && mayBeCalled(reach, each));
    const { node } = reference;
    // What only a type describes, the page or the host has made.
    if (members.length === 0) reach.findings.add({ ...found('opaque', node), unit });
    else if (members.every(isLazy)) reach.markUnverifiable(node, unit);
  }
}

// `command.when?.holds()`, where nothing has a member `when`.
function isNeverSet({ code, calls, named }: Reach, receiver: Node | undefined): boolean {
  const value = receiver && unwrap(receiver);
  if (!value || !is.isPropertyAccessExpression(value)) return false;
  const declared = code.declaredAt(value);
  const key = value.name.text;
  return (
    declared.length > 0 &&
    declared.every((each) => isOptional(each) && calls.writesTo(each).length === 0) &&
    [named.call, named.load].every((each) => each.membersOf(key).length === 0)
  );
}

// `{ area: 4 }` is no implementation of `area()`.
function mayBeCalled({ code }: Reach, member: Node): boolean {
  const value = valueOf(member);
  return !value || isLazy(unwrap(value)) || !code.isData(code.typeAt(value));
}
