import { builders, printer } from 'prettier/doc';
import { propertyKey } from './source-text.ts';
import type { ObjectText, PropertyText, TupleElement, TypeText } from './type-text.ts';

type Doc = builders.Doc;

const { align, group, hardline, ifBreak, indent, join, line, softline } = builders;

/**
 * Prints `export interface Name { … }`, or `export type Name = …;` for a type that is not an object, laid out as
 * prettier does by default, so that formatting changes nothing.
 */
export function printDeclaration(name: string, type: TypeText): string {
  return type.kind === 'object'
    ? print(['export interface ', name, ' ', block(type)])
    : print(['export type ', name, ' =', aliased(type), ';']);
}

/** Prints a method of an interface: `name(input: Input, options?: Options): Result;`. */
export function printMethod(name: string, parameters: readonly string[], result: string): string {
  const list = [indent([softline, join([',', line], [...parameters])]), ifBreak(','), softline];
  return print(indent([hardline, group([methodKey(name), '(', ...list, `): ${result};`])])).slice(1);
}

// `new(…)` would say how to construct the object.
const methodKey = (name: string): string => (name === 'new' ? '"new"' : propertyKey(name));

function print(doc: Doc): string {
  return printer.printDocToString(doc, { printWidth: 80, tabWidth: 2 }).formatted;
}

function aliased(type: TypeText): Doc {
  const isName = type.kind === 'text' || (type.kind === 'array' && type.element.kind === 'text');
  return isName ? group(indent([line, printType(type)])) : [' ', printType(type)];
}

function printType(type: TypeText): Doc {
  if (type.kind === 'text') return type.text;
  if (type.kind === 'union') return printUnion(type.parts);
  if (type.kind === 'intersection') return intersection(type.parts);
  if (type.kind === 'array') return [operand(type.element), '[]'];
  if (type.kind === 'tuple') return tuple(type.elements);
  return type.properties.length > 0 ? block(type) : record(type);
}

/** A type where only one of a tighter kind may stand: in parentheses if it is a union or an intersection. */
function operand(type: TypeText): Doc {
  if (type.kind === 'intersection') return ['(', printType(type), ')'];
  if (type.kind !== 'union') return printType(type);
  if (isHugged(type.parts)) return ['(', hugged(type.parts), ')'];
  return ['(', group([indent([softline, alternatives(type.parts)]), softline]), ')'];
}

// On this line, else on the next, else one alternative to a line.
function printUnion(parts: readonly TypeText[]): Doc {
  return isHugged(parts) ? hugged(parts) : group(indent([softline, alternatives(parts)]));
}

function alternatives(parts: readonly TypeText[]): Doc {
  const printed = parts.map((part) => align(2, operand(part)));
  return group([ifBreak('| '), join([line, '| '], printed)]);
}

// `{ … } | null` is not set apart by lines of its own.
function isHugged(parts: readonly TypeText[]): boolean {
  const others = parts.filter((part) => part.kind !== 'object');
  return (
    others.length === parts.length - 1 && others.every((part) => part.kind === 'text' && part.text === 'null')
  );
}

function hugged(parts: readonly TypeText[]): Doc {
  return join(' | ', parts.map(operand));
}

function intersection(parts: readonly TypeText[]): Doc {
  let wasIndented = false;
  const printed = parts.map((part, i): Doc => {
    const previous = parts[i - 1];
    if (!previous) return operand(part);
    const objects = [previous, part].filter(({ kind }) => kind === 'object').length;
    if (objects === 0) return indent([' &', line, operand(part)]);
    if (objects === 1 && i > 1) wasIndented = true;
    return [' & ', wasIndented ? indent(operand(part)) : operand(part)];
  });
  return group(printed);
}

function tuple(elements: readonly TupleElement[]): Doc {
  if (elements.length === 0) return '[]';
  const printed = elements.map((element) => tupleElement(element, elements.length === 1));
  // What follows a rest element would need no comma, but prettier puts one everywhere.
  return group(['[', indent([softline, join([',', line], printed)]), ifBreak(','), softline, ']']);
}

function tupleElement({ type, suffix }: TupleElement, isOnly: boolean): Doc {
  if (suffix === '...') return ['...', operand(type), '[]'];
  if (suffix === '?') return [operand(type), '?'];
  if (type.kind !== 'union' || isHugged(type.parts)) return printType(type);
  if (isOnly) return alternatives(type.parts);
  return group([indent([ifBreak(['(', softline]), alternatives(type.parts)]), softline, ifBreak(')')]);
}

function block(type: ObjectText): Doc {
  const members = [
    ...type.properties.map(property),
    ...(type.index ? [[indexSignature(type.index), ';']] : []),
  ];
  if (members.length === 0) return '{}';
  return ['{', indent(members.map((member) => [hardline, member])), hardline, '}'];
}

function record(type: ObjectText): Doc {
  if (!type.index) return '{}';
  return group(['{', indent([line, indexSignature(type.index), ifBreak(';')]), line, '}']);
}

function indexSignature(type: TypeText): Doc {
  return ['[key: string]: ', printType(type)];
}

function property({ name, isOptional, type, doc }: PropertyText): Doc {
  const lines = doc.flatMap((text) => [text, hardline]);
  return [...lines, propertyKey(name), isOptional ? '?: ' : ': ', printType(type), ';'];
}
