import { type ast, is } from '../../../source/types/typescript.ts';
import { enclosingFunction, isClass, isFunctionNode, isLazy, unwrap } from '../../../source/types/syntax.ts';
import { assignedTo } from '../values/assignments.ts';
import { valueOf } from '../values/members.ts';
import { mayLack } from '../values/shapes.ts';
import { isOfLibrary, symbolOf } from '../read/symbols.ts';
import { isUnknown } from './called-values.ts';
import { ANY, hasCode, isExact, isOptional } from './known-calls.ts';
import type { Reach } from './reach.ts';
import { found } from './step.ts';

type Node = ast.Node;

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
    if (isUnknown(origins[lane], step, lane, (node) => isCalled(reach, node)))
      reach.markUnverifiable(step.value, unit);
}

// `table[name]()`, of which nothing says what the table has.
function flagComputed(reach: Reach): void {
  const { code } = reach;
  for (const { step, unit, lane } of reach.computed) {
    const { node, args } = step.reference;
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

function isCalled({ entered }: Reach, node: Node): boolean {
  for (let at = node; at; at = at.parent) if (entered.call.has(at)) return true;
  return false;
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
