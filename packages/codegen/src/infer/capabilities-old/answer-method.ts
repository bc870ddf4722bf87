import { ts } from '../../source/ts.ts';
import { hasBody } from './declarations.ts';
import { findMember, isStaticMember, nameOf, withBases } from './find-member.ts';
import { fittingObjects } from './fitting-objects.ts';
import type { Run } from './run.ts';
import type { Reference, Step } from './step.ts';
import type { Value } from './value.ts';

export function answerMethod(
  run: Run,
  { declaration, reference }: Extract<Step, { kind: 'method' }>,
  unit: ts.Node,
): void {
  const { receiver } = reference;
  const holder = declaration.parent;
  const isFixed = !receiver || receiver.kind === ts.SyntaxKind.SuperKeyword;
  if (isFixed || !ts.isClassLike(holder)) return enterMember(run, declaration, unit, reference);
  const key = nameOf(declaration.name);
  const found = run.values.of(receiver);
  if (isStaticMember(declaration)) return enterStatic(run, found, declaration, unit, reference);
  const isPrecise =
    receiver.kind !== ts.SyntaxKind.ThisKeyword &&
    found.length > 0 &&
    found.every(({ kind }) => kind === 'instance');
  const living = isPrecise
    ? found.flatMap((value) => (value.kind === 'instance' ? [value.node] : []))
    : [...run.alive];
  const heirs = living.filter(
    (each) => ts.isClassLike(each) && withBases(run.checker, each).includes(holder),
  );
  const members = [...new Set([...heirs, ...strangersAt(run, receiver, holder)])].flatMap((each) =>
    findMember(run.checker, each, key, false),
  );
  for (const member of members.length > 0 ? members : [declaration])
    enterMember(run, member, unit, reference);
}

// The class that is asked may have a member of its own in place of its base's.
function enterStatic(
  run: Run,
  found: readonly Value[],
  declaration: ts.ClassElement,
  unit: ts.Node,
  reference: Reference,
): void {
  const key = nameOf(declaration.name);
  const members = found.flatMap((value) =>
    value.kind === 'class' ? findMember(run.checker, value.node, key, true) : [],
  );
  for (const member of members.length > 0 ? members : [declaration])
    enterMember(run, member, unit, reference);
}

// Types are compared by their members: an object of another class, or of none, can stand where a class is named.
function strangersAt(run: Run, receiver: ts.Node, holder: ts.ClassLikeDeclaration): readonly ts.Node[] {
  if (receiver.kind === ts.SyntaxKind.ThisKeyword) return [];
  // An object of a base is one whose own class is not known better: `new this()`.
  const bases: readonly ts.Node[] = withBases(run.checker, holder);
  return fittingObjects(
    run,
    receiver,
    (object) => bases.includes(object) || withBases(run.checker, object).includes(holder),
  );
}

/** Runs a member of a class or literal, as far as it is code. */
export function enterMember(run: Run, member: ts.Node, unit: ts.Node, reference: Reference): void {
  if (ts.isGetAccessor(member) && reference.mode === 'write') return;
  if (ts.isSetAccessor(member) && reference.mode !== 'write' && reference.mode !== 'both') return;
  if (hasBody(member)) return run.enter(member, unit, reference);
  const isValue =
    ts.isPropertyAssignment(member) ||
    ts.isJsxAttribute(member) ||
    ts.isPropertyDeclaration(member) ||
    ts.isParameter(member) ||
    ts.isShorthandPropertyAssignment(member);
  if (!isValue || reference.mode === 'write') return;
  const held = [...heldBy(run, member), ...run.values.ofWrites(member)];
  for (const value of held) runValue(run, value, unit, reference);
  if (held.length === 0 && reference.args && run.phase !== 'follow')
    runNamesake(run, member, unit, reference);
}

// A property that nothing gives a value is called: what lives and has such a member may have been put there.
function runNamesake(run: Run, member: ts.Node, unit: ts.Node, reference: Reference): void {
  const key = ts.isPropertyDeclaration(member) ? nameOf(member.name) : undefined;
  for (const each of key === undefined ? [] : run.alive)
    for (const other of findMember(run.checker, each, key, false))
      if (other !== member && hasBody(other)) run.enter(other, unit, reference);
}

/** The expression that a member of a literal holds. */
export function valueNodeOf(member: ts.Node): ts.Node | undefined {
  if (ts.isPropertyAssignment(member) || ts.isJsxAttribute(member)) return member.initializer;
  return ts.isShorthandPropertyAssignment(member) ? member.name : undefined;
}

export function heldBy(run: Run, member: ts.Node): readonly Value[] {
  if (ts.isPropertyAssignment(member)) return run.values.of(member.initializer);
  if (ts.isJsxAttribute(member)) return member.initializer ? run.values.of(member.initializer) : [];
  if (ts.isShorthandPropertyAssignment(member)) {
    const symbol = run.checker.getShorthandAssignmentValueSymbol(member);
    return symbol ? run.values.ofSymbol(symbol) : [];
  }
  if (ts.isPropertyDeclaration(member) && member.initializer) return run.values.of(member.initializer);
  return ts.isParameter(member) ? run.values.of(member) : [];
}

function runValue(run: Run, value: Value, unit: ts.Node, reference: Reference): void {
  if (value.kind === 'function' || value.kind === 'class') run.enter(value.node, unit, reference);
}
