import { type ast, is } from '../../../source/types/typescript.ts';
import {
  declaredName,
  isClass,
  isFunctionNode,
  isModuleLevel,
  isParameterProperty,
  isStatic,
} from '../../../source/types/syntax.ts';
import { basesOf } from '../call-graph/known-calls.ts';
import { NOWHERE, type Place } from './place.ts';

type Node = ast.Node;

/** Reads expressions and notes moves. */
interface Reader {
  move(one: Place, other: Place): void;
  placeOf(declared: Node): Place;
  /** What a class or literal makes. */
  madeBy(holder: Node): Place;
  valueOf(value: Node): Place;
  readName(name: Node): Place;
  visit(node: Node): void;
  visitChildren(node: Node): void;
}

/** So many parameters take what is spread. */
export const SPREAD = 8;

/** A member of what is at a place; a list's elements are one place, and so are all members for a computed name. */
export function member(place: Place, key: string | undefined): Place {
  if (key === undefined) return place.whole;
  return /^\d+$/.test(key) ? place.element : place.field(key);
}

/** What the class extends that code is part of: `super(…)`. */
export function basesAround(node: Node): readonly Node[] {
  for (let at = node.parent; at; at = at.parent) if (isClass(at)) return basesOf(at);
  return [];
}

/** Reads a class, whose instances are one place: also those of subclasses. */
export function readClass(reader: Reader, node: ast.ClassLikeDeclaration): Place {
  const place = reader.placeOf(node);
  const instance = reader.madeBy(node);
  reader.move(place.result, instance);
  for (const base of basesOf(node).map((each) => reader.valueOf(each))) {
    reader.move(instance, base.result);
    if (node.members.some(is.isConstructorDeclaration)) continue;
    for (let at = 0; at < SPREAD; at++) reader.move(place.parameter(at), base.parameter(at));
  }
  giveToDecorators(reader, node, place);
  for (const each of node.members)
    if (is.isConstructorDeclaration(each)) readConstructor(reader, each, place, instance);
    else readMember(reader, each, isStatic(each) ? place : instance);
  return place;
}

function readConstructor(
  reader: Reader,
  node: ast.ConstructorDeclaration,
  made: Place,
  instance: Place,
): void {
  const own = reader.valueOf(node);
  for (const [index, each] of node.parameters.entries()) {
    reader.move(made.parameter(index), own.parameter(index));
    if (isParameterProperty(each)) reader.move(member(instance, declaredName(each)), own.parameter(index));
  }
}

/** Reads an object literal. */
export function readLiteral(reader: Reader, node: ast.ObjectLiteralExpression): Place {
  const place = reader.madeBy(node);
  for (const each of node.properties) readMember(reader, each, place);
  return place;
}

function readMember(reader: Reader, node: Node, holder: Place): void {
  const name = 'name' in node ? (node.name as Node | undefined) : undefined; // of a member
  if (name && is.isComputedPropertyName(name)) reader.visit(name.expression);
  if (is.isSpreadAssignment(node)) return reader.move(holder, reader.valueOf(node.expression));
  const value = heldBy(reader, node);
  giveToDecorators(reader, node, value);
  // Whoever gets the object may run it.
  if (is.isGetAccessorDeclaration(node)) reader.move(holder.field('get'), reader.valueOf(node));
  if (value) reader.move(member(holder, declaredName(node)), value);
  else reader.visitChildren(node);
}

// `@register class Job {}`
function giveToDecorators(reader: Reader, node: Node, place: Place = NOWHERE): void {
  const modifiers = 'modifiers' in node ? (node.modifiers as readonly Node[] | undefined) : undefined; // of any kind
  for (const each of modifiers ?? [])
    if (is.isDecorator(each)) reader.move(reader.valueOf(each.expression).parameter(0), place);
}

function heldBy(reader: Reader, node: Node): Place | undefined {
  if (is.isGetAccessorDeclaration(node)) return reader.valueOf(node).result;
  if (is.isSetAccessorDeclaration(node)) return reader.valueOf(node).parameter(0);
  if (isFunctionNode(node)) return reader.valueOf(node);
  if (is.isShorthandPropertyAssignment(node)) return reader.readName(node.name);
  if (!is.isPropertyDeclaration(node) && !is.isPropertyAssignment(node)) return undefined;
  return node.initializer && reader.valueOf(node.initializer);
}

/** The variable of a module whose initializer code is part of, or the statement of a module. */
export function loadedWith(node: Node): Node {
  let at = node;
  while (!is.isSourceFile(at.parent) && !(is.isVariableDeclaration(at) && isModuleLevel(at))) at = at.parent;
  return at;
}
