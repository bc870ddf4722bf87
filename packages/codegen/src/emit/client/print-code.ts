import { builders, printer } from 'prettier/doc';
import type { CodeLayout } from './code-layout.ts';
import { propertyKey, stringLiteral } from './source-text.ts';
import type { ObjectText, PropertyText, TupleElement, TypeText } from './type-text.ts';

/** A piece of code whose line breaks are still open. */
export type Code = builders.Doc;

const { align, group, hardline, ifBreak, indent, join, line, softline } = builders;

/** Decides the line breaks. */
export function printCode(code: Code, { printWidth, tabWidth, useTabs }: CodeLayout): string {
  return printer.printDocToString(code, { printWidth, tabWidth, useTabs }).formatted;
}

/** Pieces of code on lines of their own. */
export function lines(pieces: readonly Code[]): Code {
  return join(hardline, [...pieces]);
}

/** Pieces of code with an empty line between them. */
export function paragraphs(pieces: readonly Code[]): Code {
  return join([hardline, hardline], [...pieces]);
}

/** `{`, the members on lines of their own, `}`. */
export function block(members: readonly Code[]): Code {
  if (members.length === 0) return '{}';
  return ['{', indent(members.map((member) => [hardline, member])), hardline, '}'];
}

/** `key: callee(argument),` */
export function callMember(key: string, callee: string, argument: string): Code {
  return group([key, ': ', callee, '(', indent([softline, argument]), ifBreak(','), softline, '),']);
}

/** A chain of arrow functions, each on a line of its own. */
export function arrowChain(start: string, heads: readonly string[], body: string): Code {
  return [start, indent([hardline, lines(heads), indent([hardline, body])])];
}

/** `… extends … ? Yes : No` whose condition takes several lines. */
export function conditionalType(condition: Code, yes: string, no: string): Code {
  return [condition, indent([hardline, '? ', yes, hardline, ': ', no])];
}

/** Lays types out as prettier does, so that formatting changes nothing. */
export class TypePrinter {
  readonly #singleQuote: boolean;

  constructor(layout: CodeLayout) {
    this.#singleQuote = layout.singleQuote;
  }

  /** `export interface Name { … }`, or `export type Name = …;` for a type that is not an object. */
  declaration(name: string, type: TypeText): Code {
    return type.kind === 'object'
      ? ['export interface ', name, ' ', this.#members(type)]
      : ['export type ', name, ' =', this.#aliased(type), ';'];
  }

  /** A type as it stands in an expression. */
  inline(type: TypeText): Code {
    return this.#type(type);
  }

  /** A method of an interface: `name(input: Input, options?: Options): Result;`. */
  method(name: string, parameters: readonly string[], result: string): Code {
    // `new(…)` would say how to construct the object.
    const key = name === 'new' ? stringLiteral(name, this.#singleQuote) : this.key(name);
    const list = [indent([softline, join([',', line], [...parameters])]), ifBreak(','), softline];
    return group([key, '(', ...list, `): ${result};`]);
  }

  /** The name of a property. */
  key(name: string): string {
    return propertyKey(name, this.#singleQuote);
  }

  /** A string literal. */
  string(text: string): string {
    return stringLiteral(text, this.#singleQuote);
  }

  #aliased(type: TypeText): Code {
    const isShort = isAtom(type) || (type.kind === 'array' && isAtom(type.element));
    return isShort ? group(indent([line, this.#type(type)])) : [' ', this.#type(type)];
  }

  #type(type: TypeText): Code {
    if (type.kind === 'text') return type.text;
    if (type.kind === 'string') return this.string(type.value);
    if (type.kind === 'union') return this.#union(type.parts);
    if (type.kind === 'intersection') return this.#intersection(type.parts);
    if (type.kind === 'array') return [this.#operand(type.element), '[]'];
    if (type.kind === 'tuple') return this.#tuple(type.elements);
    return type.properties.length > 0 ? this.#members(type) : this.#record(type);
  }

  /** A type where only one of a tighter kind may stand: in parentheses if it is a union or an intersection. */
  #operand(type: TypeText): Code {
    if (type.kind === 'intersection') return ['(', this.#type(type), ')'];
    if (type.kind !== 'union') return this.#type(type);
    if (isHugged(type.parts)) return ['(', this.#hugged(type.parts), ')'];
    return ['(', group([indent([softline, this.#alternatives(type.parts)]), softline]), ')'];
  }

  // On this line, else on the next, else one alternative to a line.
  #union(parts: readonly TypeText[]): Code {
    return isHugged(parts) ? this.#hugged(parts) : group(indent([softline, this.#alternatives(parts)]));
  }

  #alternatives(parts: readonly TypeText[]): Code {
    const printed = parts.map((part) => align(2, this.#operand(part)));
    return group([ifBreak('| '), join([line, '| '], printed)]);
  }

  #hugged(parts: readonly TypeText[]): Code {
    return join(
      ' | ',
      parts.map((part) => this.#operand(part)),
    );
  }

  #intersection(parts: readonly TypeText[]): Code {
    let wasIndented = false;
    const printed = parts.map((part, i): Code => {
      const operand = this.#operand(part);
      const previous = parts[i - 1];
      if (!previous) return operand;
      const objects = [previous, part].filter(({ kind }) => kind === 'object').length;
      if (objects === 0) return indent([' &', line, operand]);
      if (objects === 1 && i > 1) wasIndented = true;
      return [' & ', wasIndented ? indent(operand) : operand];
    });
    return group(printed);
  }

  #tuple(elements: readonly TupleElement[]): Code {
    if (elements.length === 0) return '[]';
    const printed = elements.map((element) => this.#tupleElement(element, elements.length === 1));
    return group(['[', indent([softline, join([',', line], printed)]), ifBreak(','), softline, ']']);
  }

  #tupleElement({ type, suffix }: TupleElement, isOnly: boolean): Code {
    if (suffix === '...') return ['...', this.#operand(type), '[]'];
    if (suffix === '?') return [this.#operand(type), '?'];
    if (type.kind !== 'union' || isHugged(type.parts)) return this.#type(type);
    const alternatives = this.#alternatives(type.parts);
    if (isOnly) return alternatives;
    return group([indent([ifBreak(['(', softline]), alternatives]), softline, ifBreak(')')]);
  }

  #members(type: ObjectText): Code {
    const properties = type.properties.map((property) => this.#property(property));
    return block(type.index ? [...properties, [this.#indexSignature(type.index), ';']] : properties);
  }

  #record(type: ObjectText): Code {
    if (!type.index) return '{}';
    return group(['{', indent([line, this.#indexSignature(type.index), ifBreak(';')]), line, '}']);
  }

  #indexSignature(type: TypeText): Code {
    return ['[key: string]: ', this.#type(type)];
  }

  #property({ name, isOptional, type, doc }: PropertyText): Code {
    return lines([...doc, [this.key(name), isOptional ? '?: ' : ': ', this.#type(type), ';']]);
  }
}

const isAtom = (type: TypeText): boolean => type.kind === 'text' || type.kind === 'string';

// `{ … } | null` is not set apart by lines of its own.
function isHugged(parts: readonly TypeText[]): boolean {
  const others = parts.filter((part) => part.kind !== 'object');
  return (
    others.length === parts.length - 1 && others.every((part) => part.kind === 'text' && part.text === 'null')
  );
}
