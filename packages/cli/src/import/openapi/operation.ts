import type { ToolCode } from '@btcp/codegen';
import type { Located } from '../files/documents.ts';

/** An operation of a document. */
export interface Operation {
  /** In capitals. */
  readonly method: string;
  readonly path: string;
  /** `operationId`, if there is one. */
  readonly id: string | undefined;
  /** The name of its tool. */
  readonly name: string;
  /** The name of its file, without `.ts`. */
  readonly fileName: string;
  readonly tags: readonly string[];
  /** The Operation Object. */
  readonly located: Located;
  /** The Path Item Object. */
  readonly item: Located;
}

/** A parameter of a request. */
export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  /** The name of the property of the input that has its value. */
  readonly property: string;
  /** What differs from the location's default. */
  readonly style?: string;
  readonly explode?: boolean;
  readonly allowReserved?: true;
  /** Whether it is sent as JSON. */
  readonly json?: true;
}

/** How a property of a form is sent. */
export interface PartEncoding {
  readonly style?: string;
  readonly explode?: boolean;
  /** The media type of a part. */
  readonly type?: string;
  /** Whether its value is base64 of the bytes to send. */
  readonly binary?: true;
}

/** The body of a request. */
export interface Body {
  readonly type: string;
  /** Names in the body → properties of the input; or the one property that is the body. */
  readonly value: ReadonlyMap<string, string> | string;
  readonly isRequired: boolean;
  readonly binary?: true;
  readonly encoding: Readonly<Record<string, PartEncoding>>;
}

/** Alternatives of schemes that are all needed, with their scopes: as in the document. */
export type Security = readonly Readonly<Record<string, readonly string[]>>[];

/** What the document says of each security scheme, for `authorize`. */
export type SchemeTable = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** What a tool needs to call an operation. */
interface Call {
  readonly parameters: readonly Parameter[];
  readonly body: Body | undefined;
  readonly security: Security;
  /** Schemes of this operation alone: parameters that hold secrets. */
  readonly schemes: SchemeTable;
  /** Media types of its results, if not JSON. */
  readonly accept: string | undefined;
  /** A server of its own. */
  readonly server: string | undefined;
}

/** Collects what an import changed or could not keep: a sentence that may be true of several tools. */
export type Note = (sentence: string) => void;

/** The code of a tool: one call of the generated module `http.ts`. */
export function printCall({ method, path }: Operation, call: Call): ToolCode {
  const { parameters, body, security, schemes, accept, server } = call;
  const members = [
    `method: ${print(method)}`,
    `path: ${print(path)}`,
    ...(parameters.length > 0 ? [`parameters: [${parameters.map(printParameter).join(', ')}]`] : []),
    ...(body === undefined ? [] : [`body: ${printBody(body)}`]),
    ...(security.length > 0 ? [`security: ${print(security)}`] : []),
    ...(Object.keys(schemes).length > 0 ? [`schemes: ${print(schemes)}`] : []),
    ...(accept === undefined ? [] : [`accept: ${print(accept)}`]),
    ...(server === undefined ? [] : [`server: ${print(server)}`]),
  ];
  const input = parameters.length > 0 || body !== undefined ? 'input' : '_input';
  return {
    imports: `import { callApi } from './http.ts';`,
    execute: `execute(${input}, { openapi, signal }) {\n return callApi({ ${members.join(', ')} }, { openapi, signal });\n}`,
  };
}

function printParameter({ property, name, in: place, ...style }: Parameter): string {
  const rest = Object.entries(style).map(([key, value]) => `, ${key}: ${print(value)}`);
  return `{ name: ${print(name)}, in: ${print(place)}, value: ${read(property)}${rest.join('')} }`;
}

function printBody({ type, value, isRequired, binary, encoding }: Body): string {
  const members =
    typeof value === 'string' ? [] : [...value].map(([name, property]) => `${key(name)}: ${read(property)}`);
  const printed = typeof value === 'string' ? read(value) : `{ ${members.join(', ')} }`;
  return (
    [
      `{ type: ${print(type)}`,
      `value: ${printed}`,
      ...(isRequired && typeof value !== 'string' ? ['isRequired: true'] : []),
      ...(binary ? ['binary: true'] : []),
      ...(Object.keys(encoding).length > 0 ? [`encoding: ${print(encoding)}`] : []),
    ].join(', ') + ' }'
  );
}

const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;
const read = (name: string): string => `input${IDENTIFIER.test(name) ? `.${name}` : `[${print(name)}]`}`;

/** A property's name; computed where it would set the prototype. */
const key = (name: string): string =>
  name === '__proto__' ? '["__proto__"]' : IDENTIFIER.test(name) ? name : print(name);

/** A value as source text, which prettier lays out. */
export function print(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(print).join(', ')}]`;
  if (typeof value !== 'object' || value === null)
    return JSON.stringify(value).replace(/[\u2028\u2029\u202A-\u202E\u2066-\u2069]/g, escaped);
  return `{ ${Object.entries(value)
    .map(([name, each]) => `${key(name)}: ${print(each)}`)
    .join(', ')} }`;
}

const escaped = (char: string): string => `\\u${char.charCodeAt(0).toString(16)}`;
