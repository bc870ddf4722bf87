import { ts } from '../../source/ts.ts';
import { enterMember } from './answer-method.ts';
import { findMember } from './find-member.ts';
import type { Run } from './run.ts';
import type { Step } from './step.ts';
import { isPrimitive } from './symbol-steps.ts';

/** Runs what the author's objects do in place of a library's: `class Cookies implements Storage`, `class Cache extends Map`. */
export function useStandIns(
  run: Run,
  { key, reference, library }: Extract<Step, { kind: 'member' }>,
  receiver: ts.Node,
  unit: ts.Node,
): void {
  if (key === undefined || !run.hasOwnMember(key)) return;
  // A container of the language is what it contains: only an object that has all of its members is the container.
  const objects = library === 'language' ? fittingObjects(run, receiver) : objectsAt(run, receiver);
  for (const object of objects)
    for (const member of findMember(run.checker, object, key, false))
      enterMember(run, member, unit, reference);
}

/** The author's objects that an expression may stand for and whose members are those of its type. */
export function fittingObjects(run: Run, receiver: ts.Node): readonly ts.Node[] {
  const type = run.checker.getTypeAtLocation(receiver);
  return isPrimitive(type) ? [] : objectsAt(run, receiver).filter((object) => fits(run, object, type));
}

function objectsAt(run: Run, receiver: ts.Node): readonly ts.Node[] {
  return run.values
    .of(receiver)
    .flatMap((value) => (value.kind === 'literal' || value.kind === 'instance' ? [value.node] : []));
}

/** Whether an object literal, or what a class makes, has the members that a type asks for. */
export function fits({ checker }: Run, object: ts.Node, type: ts.Type): boolean {
  const own = madeType(checker, object);
  const asked = checker.getNonNullableType(type).getProperties();
  return asked.every((property) => isLeftOut(property) || own.getProperty(property.name) !== undefined);
}

// The names of symbols differ from type to type.
function isLeftOut({ name, flags }: ts.Symbol): boolean {
  return (flags & ts.SymbolFlags.Optional) !== 0 || name.startsWith('__@');
}

function madeType(checker: ts.TypeChecker, object: ts.Node): ts.Type {
  const type = checker.getTypeAtLocation(object);
  if (!ts.isClassLike(object)) return type;
  const symbol = checker.getSymbolAtLocation(object.name ?? object) ?? type.getSymbol();
  return symbol ? checker.getDeclaredTypeOfSymbol(symbol) : type;
}
