import { ts } from '../../source/ts.ts';
import type { Run } from './run.ts';
import { isPrimitive } from './symbol-steps.ts';

/**
 * The author's objects that an expression may stand for and whose members are those of its type.
 *
 * @param isKnown - Which of them need not be looked at.
 */
export function fittingObjects(
  run: Run,
  receiver: ts.Node,
  isKnown: (object: ts.Node) => boolean = () => false,
): readonly ts.Node[] {
  const objects = objectsAt(run, receiver).filter((object) => !isKnown(object));
  if (objects.length === 0) return [];
  const type = run.checker.getTypeAtLocation(receiver);
  return isPrimitive(type) ? [] : objects.filter((object) => fits(run, object, type));
}

/** The author's objects that an expression may stand for. */
export function objectsAt(run: Run, receiver: ts.Node): readonly ts.Node[] {
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
