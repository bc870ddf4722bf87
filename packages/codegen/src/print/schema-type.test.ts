import { format } from 'prettier';
import { expect, test } from 'vitest';
import { printDeclaration } from './print-code.ts';
import { schemaType } from './schema-type.ts';

const string = { type: 'string' };
const number = { type: 'number' };
const nothing = { type: 'null' };

/** What it is about, a schema, and its type. */
const CASES: readonly (readonly [string, unknown, string])[] = [
  ['anything', {}, 'type T = unknown;'],
  ['true', true, 'type T = unknown;'],
  ['false', false, 'type T = never;'],
  ['never', { not: {} }, 'type T = never;'],
  ['not something', { not: string }, 'type T = unknown;'],
  ['a string', string, 'type T = string;'],
  ['an integer', { type: 'integer' }, 'type T = number;'],
  ['several types', { type: ['string', 'null'] }, 'type T = string | null;'],
  ['a type of another dialect', { type: 'file' }, 'type T = unknown;'],
  ['const', { const: 'it\'s "so"' }, `type T = 'it\\'s "so"';`],
  ['const of an object', { const: { a: [1, null] } }, 'interface T {\n  a: [1, null];\n}'],
  ['enum', { type: 'string', enum: ['b', 'a', 'b'] }, 'type T = "b" | "a";'],
  ['enum of numbers', { enum: [-1, 1e21, 0.5, -0] }, 'type T = -1 | 1e21 | 0.5 | 0;'],
  ['enum of both booleans', { enum: ['x', true, false, null] }, 'type T = "x" | boolean | null;'],
  ['nullable', { anyOf: [string, nothing] }, 'type T = string | null;'],
  ['unions in unions', { oneOf: [{ anyOf: [string, number] }, string] }, 'type T = string | number;'],
  ['a union with anything', { anyOf: [string, {}] }, 'type T = unknown;'],
  ['a union with nothing', { anyOf: [string, false] }, 'type T = string;'],

  ['an array', { type: 'array', items: string }, 'type T = string[];'],
  ['an array of anything', { type: 'array' }, 'type T = unknown[];'],
  [
    'an array of a union',
    { type: 'array', items: { anyOf: [string, number] } },
    'type T = (string | number)[];',
  ],
  ['an empty array', { type: 'array', maxItems: 0 }, 'type T = [];'],
  [
    'a tuple',
    { type: 'array', prefixItems: [string, number], items: false, minItems: 2 },
    'type T = [string, number];',
  ],
  [
    'a tuple with optional elements',
    { type: 'array', prefixItems: [string, number], items: false, minItems: 1 },
    'type T = [string, number?];',
  ],
  [
    'a tuple with a rest',
    { type: 'array', prefixItems: [string], items: number, minItems: 1 },
    'type T = [string, ...number[]];',
  ],
  ['an open tuple', { type: 'array', prefixItems: [string] }, 'type T = [string?, ...unknown[]];'],
  [
    'a tuple cut short',
    { type: 'array', prefixItems: [string, number], maxItems: 1, minItems: 1 },
    'type T = [string];',
  ],

  [
    'an object',
    { type: 'object', properties: { a: string, b: number }, required: ['a'] },
    'interface T {\n  a: string;\n  b?: number;\n}',
  ],
  [
    'a closed object',
    { type: 'object', properties: { a: string }, additionalProperties: false },
    'interface T {\n  a?: string;\n}',
  ],
  ['an object of anything', { type: 'object' }, 'interface T {\n  [key: string]: unknown;\n}'],
  [
    'an object of nothing',
    { type: 'object', properties: {}, additionalProperties: false },
    'interface T {\n  [key: string]: never;\n}',
  ],
  [
    'a record',
    { type: 'object', additionalProperties: number },
    'interface T {\n  [key: string]: number;\n}',
  ],
  [
    'a record in a property',
    { type: 'object', properties: { a: { type: 'object', additionalProperties: number } } },
    'interface T {\n  a?: { [key: string]: number };\n}',
  ],
  [
    'an open object',
    { type: 'object', properties: { a: string }, additionalProperties: true },
    'interface T {\n  a?: string;\n  [key: string]: unknown;\n}',
  ],
  [
    'properties beside a record',
    { type: 'object', properties: { a: string }, additionalProperties: number },
    'interface T {\n  a?: string;\n  [key: string]: number | string | undefined;\n}',
  ],
  [
    'patterns',
    { type: 'object', patternProperties: { '^a': string, '^b': number }, additionalProperties: false },
    'interface T {\n  [key: string]: string | number;\n}',
  ],
  ['required, but not described', { type: 'object', required: ['a'] }, 'interface T {\n  a: unknown;\n}'],
  [
    'names',
    JSON.parse(
      '{"type":"object","properties":{"__proto__":{"type":"string"},"constructor":{},"a-b":{},"new":{},"é":{}}}',
    ),
    'interface T {\n  __proto__?: string;\n  constructor?: unknown;\n  "a-b"?: unknown;\n  new?: unknown;\n  é?: unknown;\n}',
  ],
  [
    'default',
    { type: 'object', properties: { a: { type: 'string', default: 'x' } }, required: ['a'] },
    'interface T {\n  /** @default "x" */\n  a: string;\n}',
  ],

  ['allOf', { allOf: [{ $ref: '#/$defs/A' }, { $ref: '#/$defs/B' }] }, 'type T = A & B;'],
  ['allOf of nothing', { allOf: [string, false] }, 'type T = never;'],
  [
    'a reference and more',
    { $ref: '#/$defs/A', type: 'object', properties: { b: string }, required: ['b'] },
    'type T = {\n  b: string;\n} & A;',
  ],
  [
    'one of two properties required',
    {
      type: 'object',
      properties: { a: string, b: string },
      anyOf: [{ required: ['a'] }, { required: ['b'] }],
    },
    'type T = {\n  a?: string;\n  b?: string;\n} & (\n  | {\n      a: unknown;\n    }\n  | {\n      b: unknown;\n    }\n);',
  ],
  [
    'if, then, else',
    { type: 'object', properties: { a: string }, if: {}, else: false },
    'interface T {\n  a?: string;\n}',
  ],
];

test.each(CASES)('%s', async (_, schema, expected) => {
  const type = schemaType(schema, (ref) => ({ kind: 'text', text: ref.slice('#/$defs/'.length) }));
  expect(await format(printDeclaration('T', type), { parser: 'typescript' })).toBe(`export ${expected}\n`);
});
