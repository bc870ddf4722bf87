import { escapeUnseen } from '../text/quote.ts';

/** Code that fits on a line, or is broken between its parts. */
export type Code = string | CodeList;

/** Parts between brackets. */
export interface CodeList {
  readonly open: string;
  readonly parts: readonly Code[];
  readonly close: string;
  /** Whether the brackets have a space inside, as those of objects do. */
  readonly isSpaced: boolean;
}

const WIDTH = 90;

/** The text of some code, broken where it is too long. */
export function printCode(code: Code, indent = '', used = 0): string {
  const flat = flatten(code);
  if (typeof code === 'string' || indent.length + used + flat.length <= WIDTH) return flat;
  // A call whose last argument is a list keeps its brackets together.
  const inner = `${indent}  `;
  const lines = code.parts.map((part) => `${inner}${printCode(part, inner)},`);
  return `${code.open}\n${lines.join('\n')}\n${indent}${code.close}`;
}

function flatten(code: Code): string {
  if (typeof code === 'string') return code;
  const { open, parts, close, isSpaced } = code;
  const space = isSpaced && parts.length > 0 ? ' ' : '';
  return `${open}${space}${parts.map(flatten).join(', ')}${space}${close}`;
}

/** `name(a, b)`. */
export function callCode(name: string, args: readonly Code[]): Code {
  const [only] = args;
  // `f([…])` and `f({…})` break inside.
  if (args.length === 1 && only !== undefined && typeof only !== 'string')
    return { ...only, open: `${name}(${only.open}`, close: `${only.close})` };
  return { open: `${name}(`, parts: args, close: ')', isSpaced: false };
}

/** `name: value`. */
export function memberCode(name: string, value: Code): Code {
  const key = /^[A-Za-z_$][\w$]*$/.test(name) ? name : literal(name);
  return typeof value === 'string' ? `${key}: ${value}` : { ...value, open: `${key}: ${value.open}` };
}

/** `{ … }`. */
export function objectCode(members: readonly Code[]): Code {
  return { open: '{', parts: members, close: '}', isSpaced: true };
}

/** A JSON value as TypeScript. */
export function valueCode(value: unknown): Code {
  if (typeof value === 'string') return literal(value);
  if (Array.isArray(value)) return { open: '[', parts: value.map(valueCode), close: ']', isSpaced: false };
  if (typeof value === 'object' && value !== null)
    return objectCode(Object.entries(value).map(([name, each]) => memberCode(name, valueCode(each))));
  return JSON.stringify(value) ?? 'undefined';
}

function literal(text: string): string {
  const json = escapeUnseen(JSON.stringify(text));
  // Double quotes where single ones would have to be escaped.
  if (text.includes("'")) return json;
  return `'${json.slice(1, -1).replaceAll('\\"', '"')}'`;
}
