import type { ToolCode } from '@btcp/codegen';
import type { Located } from './documents.ts';

export interface Operation {
  /** In capitals. */
  readonly method: string;
  readonly path: string;
  readonly id: string | undefined;
  readonly name: string;
  /** The name of its file, without `.ts`. */
  readonly fileName: string;
  readonly tags: readonly string[];
  /** The Operation Object. */
  readonly located: Located;
  /** The Path Item Object. */
  readonly item: Located;
}

/** Alternatives of schemes that are all needed, with their scopes: as in the document. */
export type Security = readonly Readonly<Record<string, readonly string[]>>[];

/** What the document says of each security scheme, for `authorize`. */
export type SchemeTable = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Collects what an import changed or could not keep: a sentence that may be true of several tools. */
export type Note = (sentence: string) => void;

/** An expression: what a tool's code reads of its input. */
export class Expression {
  readonly text: string;

  /** @param property - Of the input. */
  constructor(property: string) {
    this.text = `input${IDENTIFIER.test(property) ? `.${property}` : `[${print(property)}]`}`;
  }
}

/** The code of a tool: one call of the generated module `http.ts`, without what is empty or undefined. */
export function printCall(call: Readonly<Record<string, unknown>>): ToolCode {
  const members = Object.entries(call).filter(([, value]) => Object.keys(Object(value) as object).length > 0);
  const printed = print(Object.fromEntries(members));
  const input = members.some(([name]) => name === 'parameters' || name === 'body') ? 'input' : '_input';
  return {
    imports: `import { callApi } from './http.ts';`,
    execute: `execute(${input}, { openapi, signal }) {\n return callApi(${printed}, { openapi, signal });\n}`,
  };
}

const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;

/** A property's name; computed where it would set the prototype. */
const key = (name: string): string =>
  name === '__proto__' ? '["__proto__"]' : IDENTIFIER.test(name) ? name : print(name);

/** A value as source text, which prettier lays out. */
export function print(value: unknown): string {
  if (value instanceof Expression) return value.text;
  if (Array.isArray(value)) return `[${value.map(print).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value).replace(UNSEEN, escaped);
  const members: Iterable<readonly [string, unknown]> = value instanceof Map ? value : Object.entries(value);
  return `{ ${Array.from(members, ([name, each]) => `${key(name)}: ${print(each)}`).join(', ')} }`;
}

/** What an editor does not show, or what ends or reverses a line; JSON escapes other controls. */
const UNSEEN = /[\u007f-\u009f\p{Cf}\p{Zl}\p{Zp}]/gu;

const escaped = (char: string): string => `\\u{${char.codePointAt(0)?.toString(16)}}`;
