export const JSON_TYPES: readonly string[] = [
  'array',
  'boolean',
  'integer',
  'null',
  'number',
  'object',
  'string',
];

/** The type of a JSON value; whole numbers are numbers. */
export function jsonTypeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

export function isOfJsonType(value: unknown, type: string): boolean {
  return type === 'integer' ? Number.isInteger(value) : jsonTypeOf(value) === type;
}

/** Explains a `type` that JSON does not have, and says what to write instead. */
export interface TypeAdvice {
  readonly message: string;
  readonly help: string;
}

const OMIT = 'Leave the property out instead: Type.Optional(…).';

/** JavaScript types that TypeBox can describe but JSON cannot carry: how they are written, and their replacement. */
const JAVASCRIPT_TYPES: ReadonlyMap<string, readonly [written: string, help: string]> = new Map([
  ['Date', ['Type.Date()', "Use Type.String({ format: 'date-time' })."]],
  ['Uint8Array', ['Type.Uint8Array()', "Use Type.String({ contentEncoding: 'base64' })."]],
  ['RegExp', ['Type.RegExp()', "Use Type.String({ pattern: '…' })."]],
  ['bigint', ['Type.BigInt()', "Use Type.Integer(), or Type.String({ pattern: '^-?[0-9]+$' }) beyond 2^53."]],
  ['undefined', ['Type.Undefined()', OMIT]],
  ['void', ['Type.Void()', 'Use Type.Null() for a tool that returns nothing.']],
  ['symbol', ['Type.Symbol()', 'Use Type.String().']],
  ['Function', ['Type.Function()', 'Leave it out: a function cannot travel in a call.']],
  ['Constructor', ['Type.Constructor()', 'Leave it out: a class cannot travel in a call.']],
  ['Promise', ['Type.Promise()', 'Use the schema of what the promise resolves to.']],
  ['Iterator', ['Type.Iterator()', 'Use Type.Array(…).']],
  ['AsyncIterator', ['Type.AsyncIterator()', 'Use Type.Array(…).']],
]);

/** Names of JSON's types in other languages. */
const OTHER_NAMES: ReadonlyMap<string, string> = new Map([
  ['any', 'leave `type` out'],
  ['bool', 'write "boolean"'],
  ['date', 'write "string" with `format: "date"`'],
  ['dict', 'write "object"'],
  ['double', 'write "number"'],
  ['file', 'write "string" with `contentEncoding: "base64"`'],
  ['float', 'write "number"'],
  ['int', 'write "integer"'],
  ['list', 'write "array"'],
  ['map', 'write "object"'],
  ['str', 'write "string"'],
]);

/** Advice on a `type` that JSON does not have; `undefined` where it is one. */
export function adviseOnType(type: unknown): TypeAdvice | undefined {
  if (typeof type === 'string' && JSON_TYPES.includes(type)) return undefined;
  const script = typeof type === 'string' ? JAVASCRIPT_TYPES.get(type) : undefined;
  if (script !== undefined) return { message: `${script[0]} is not JSON.`, help: script[1] };
  const other = typeof type === 'string' ? OTHER_NAMES.get(type.toLowerCase()) : undefined;
  const list = `one of ${JSON_TYPES.join(', ')}`;
  return {
    message: `\`type\` must be ${list}; got ${JSON.stringify(type)}.`,
    help: other === undefined ? `Write ${list}, or leave \`type\` out.` : `For this type, ${other}.`,
  };
}
