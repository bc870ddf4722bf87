import { propertyKey, stringLiteral } from './source-text.ts';

export type TypeText =
  | { readonly kind: 'text'; readonly text: string }
  /** A string literal type. */
  | { readonly kind: 'string'; readonly value: string }
  | { readonly kind: 'union'; readonly parts: readonly TypeText[] }
  | { readonly kind: 'intersection'; readonly parts: readonly TypeText[] }
  | { readonly kind: 'array'; readonly element: TypeText }
  | { readonly kind: 'tuple'; readonly elements: readonly TupleElement[] }
  | ObjectText;

export interface TupleElement {
  readonly type: TypeText;
  readonly suffix?: '?' | '...';
}

export interface ObjectText {
  readonly kind: 'object';
  readonly properties: readonly PropertyText[];
  readonly index?: TypeText | undefined;
}

export interface PropertyText {
  readonly name: string;
  readonly isOptional: boolean;
  readonly type: TypeText;
  readonly doc: readonly string[];
}

/** Returns a key that only equal types share. */
export function typeKey(type: TypeText): string {
  return type.kind === 'text' ? type.text : JSON.stringify(type);
}

export function block(members: readonly string[]): string {
  return members.length === 0 ? '{}' : `{\n${members.join('\n')}\n}`;
}

/** Prints `export interface Name { … }`, or `export type Name = …;` for a type that is not an object. */
export function printDeclaration(name: string, type: TypeText): string {
  return type.kind === 'object'
    ? `export interface ${name} ${printMembers(type)}`
    : `export type ${name} = ${printTypeText(type)};`;
}

/** Prints a method of an interface: `name(input: Input, options?: Options): Result;`. */
export function printMethod(name: string, parameters: readonly string[], result: string): string {
  // Unquoted, `new(…)` would be a construct signature.
  const key = name === 'new' ? stringLiteral(name) : propertyKey(name);
  return `${key}(${parameters.join(', ')}): ${result};`;
}

export function printTypeText(type: TypeText): string {
  switch (type.kind) {
    case 'text':
      return type.text;
    case 'string':
      return stringLiteral(type.value);
    case 'union':
      return type.parts.map(printOperand).join(' | ');
    case 'intersection':
      return type.parts.map(printOperand).join(' & ');
    case 'array':
      return `${printOperand(type.element)}[]`;
    case 'tuple':
      return `[${type.elements.map(printElement).join(', ')}]`;
    default:
      return type.properties.length > 0 || !type.index ? printMembers(type) : `{ ${printIndex(type.index)} }`;
  }
}

/** Prints an operand of a type operator, in parentheses if it binds less tightly. */
function printOperand(type: TypeText): string {
  // Not every parser accepts `-1[]`.
  const isNegative = type.kind === 'text' && type.text.startsWith('-');
  const isLoose = type.kind === 'union' || type.kind === 'intersection' || isNegative;
  return isLoose ? `(${printTypeText(type)})` : printTypeText(type);
}

function printElement({ type, suffix }: TupleElement): string {
  if (suffix === '...') return `...${printOperand(type)}[]`;
  return suffix === '?' ? `${printOperand(type)}?` : printTypeText(type);
}

function printMembers({ properties, index }: ObjectText): string {
  const members = properties.map(({ name, isOptional, type, doc }) =>
    [...doc, `${propertyKey(name)}${isOptional ? '?' : ''}: ${printTypeText(type)};`].join('\n'),
  );
  return block(index ? [...members, `${printIndex(index)};`] : members);
}

const printIndex = (type: TypeText): string => `[key: string]: ${printTypeText(type)}`;
