import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { normalizeSchema } from '@btcp/schema';
import { afterAll, describe, expect, test } from 'vitest';
import { Types } from '../../source/types/types.ts';
import { ast } from '../../source/types/typescript.ts';
import { signaturesOfExecute } from '../code-reader.ts';
import { inferOutput, type OutputDiagnostic, type InferredOutput } from './infer-output.ts';
import { makeFolderBeside } from '../../../../../test/support/make-folder-beside.ts';

// Beside the real sources, so that `@btcp/core` and TypeBox resolve as they do for authors.
const FOLDER = makeFolderBeside(import.meta.dirname);

const TSCONFIG = {
  compilerOptions: {
    target: 'ES2022',
    module: 'NodeNext',
    customConditions: ['@btcp/source'],
    allowImportingTsExtensions: true,
    noEmit: true,
    strict: true,
    skipLibCheck: true,
    lib: ['ES2023', 'DOM', 'DOM.Iterable'],
    types: ['node'],
  },
};

const HEAD = `import { defineTool } from '@btcp/core'; import { Type } from '@sinclair/typebox';`;

/** What `execute` returns, what comes before the tool, and the schema. */
interface Case {
  readonly name: string;
  readonly before?: string;
  /** The tool's member `execute`; `input` is `{ x: boolean }`. */
  readonly execute: string;
  readonly schema: unknown;
}

const object = (properties: Record<string, unknown>, required = Object.keys(properties)): unknown => ({
  type: 'object',
  properties,
  ...(required.length > 0 && { required }),
  additionalProperties: false,
});
const string = { type: 'string' };
const number = { type: 'number' };
const boolean = { type: 'boolean' };
const nothing = { type: 'null' };
const is = (value: unknown): unknown => ({ type: typeof value, const: value });
const JSONS = [
  boolean,
  number,
  string,
  { type: 'array', items: { $ref: '#/$defs/Json' } },
  { type: 'object', additionalProperties: { $ref: '#/$defs/Json' } },
  nothing,
];
/** A tool whose `execute` is annotated with a type. */
const returns = (type: string): string => `execute(): ${type} { throw new Error(); }`;

const CASES: readonly Case[] = [
  // What authors write without annotations.
  { name: 'nothing', execute: 'execute() {}', schema: undefined },
  { name: 'nothing, later', execute: 'async execute() {}', schema: undefined },
  { name: 'throws always', execute: 'execute() { throw new Error(); }', schema: undefined },
  { name: 'undefined', execute: 'execute() { return undefined; }', schema: undefined },
  {
    name: 'literals stay literal',
    execute: 'execute() { return { success: true, n: 1, s: "a" }; }',
    schema: object({ success: is(true), n: is(1), s: is('a') }),
  },
  {
    name: 'a choice between literals',
    execute: `execute({ x }) { return { state: x ? 'paid' : 'open' }; }`,
    schema: object({ state: { type: 'string', enum: ['open', 'paid'] } }),
  },
  {
    name: 'variables widen',
    execute: `execute() { let count = 0; count++; return { count, at: new Date() }; }`,
    schema: object({ count: number, at: { type: 'string', format: 'date-time' } }),
  },
  {
    name: 'matches, of which a group may have none',
    execute: `execute() { return { all: 'a'.match(/a(b)?/), each: [...'a'.matchAll(/a(b)?/g)] }; }`,
    schema: object({
      all: { anyOf: [{ type: 'array', items: { anyOf: [string, nothing] } }, nothing] },
      each: { type: 'array', items: { type: 'array', items: { anyOf: [string, nothing] } } },
    }),
  },
  {
    name: 'a union of results is tagged',
    execute: `async execute({ x }) { if (x) return { ok: true, value: 3 }; return { ok: false, error: 'late' }; }`,
    schema: {
      anyOf: [object({ ok: is(true), value: is(3) }), object({ ok: is(false), error: is('late') })],
    },
  },
  {
    name: 'mapped arrays',
    execute: `execute: async () => [1, 2].map((n) => ({ n, even: n % 2 === 0 }))`,
    schema: { type: 'array', items: object({ n: number, even: boolean }) },
  },
  {
    name: 'an empty list',
    execute: 'execute() { return { rows: [] }; }',
    schema: object({ rows: { type: 'array', maxItems: 0 } }),
  },
  {
    name: 'an array literal is a tuple',
    execute: `execute() { return { pair: [1, 'a'] }; }`,
    schema: object({ pair: { type: 'array', prefixItems: [is(1), is('a')], items: false, minItems: 2 } }),
  },
  {
    name: 'null or an object',
    execute: 'execute({ x }) { return x ? null : { a: 1 }; }',
    schema: { anyOf: [object({ a: is(1) }), nothing] },
  },
  {
    name: 'a function declared elsewhere',
    before: 'async function load(): Promise<{ id: number }> { throw new Error(); }',
    execute: 'execute: load',
    schema: object({ id: number }),
  },
  {
    name: 'a shorthand function',
    before: 'const execute = (): PromiseLike<string> => { throw new Error(); };',
    execute: 'execute',
    schema: string,
  },
  {
    name: 'a generic function',
    before: 'async function wrap<T>(value: T): Promise<{ value: T }> { return { value }; }',
    execute: 'execute({ x }) { return wrap(x); }',
    schema: object({ value: boolean }),
  },

  // Promises, primitives, literals.
  { name: 'nested promises', execute: returns('Promise<PromiseLike<Promise<string>>>'), schema: string },
  {
    name: 'sometimes a promise',
    execute: returns('number | Promise<string>'),
    schema: { anyOf: [number, string] },
  },
  { name: 'boolean', execute: returns('boolean'), schema: boolean },
  { name: 'null', execute: returns('null'), schema: nothing },
  { name: 'boolean or null', execute: returns('boolean | null'), schema: { anyOf: [boolean, nothing] } },
  { name: 'only true', execute: returns('{ done: true }'), schema: object({ done: is(true) }) },
  {
    name: 'literals as written',
    execute: returns(`'b' | 'c' | 'a'`),
    schema: { type: 'string', enum: ['b', 'c', 'a'] },
  },
  {
    name: 'nullable literals',
    execute: returns(`'b' | null | 'a'`),
    schema: { anyOf: [{ type: 'string', enum: ['b', 'a'] }, nothing] },
  },
  { name: 'numbers', execute: returns('10 | 9 | -1'), schema: { type: 'number', enum: [10, 9, -1] } },
  { name: 'mixed literals', execute: returns(`'auto' | 0`), schema: { enum: ['auto', 0] } },
  {
    name: 'literals and boolean',
    execute: returns(`'auto' | boolean`),
    schema: { anyOf: [is('auto'), boolean] },
  },
  {
    name: 'a literal and a type',
    execute: returns(`'auto' | number`),
    schema: { anyOf: [is('auto'), number] },
  },
  {
    name: 'wrappers',
    execute: returns('{ a: String; b: Number; c: Boolean }'),
    schema: object({ a: string, b: number, c: boolean }),
  },

  // The order of literals.
  {
    name: 'through aliases',
    before: `type A = 'z' | 'y'; type B = A | 'x';`,
    execute: returns('{ s: B; t?: B; u: B[] }'),
    schema: object(
      {
        s: { type: 'string', enum: ['z', 'y', 'x'] },
        t: { type: 'string', enum: ['z', 'y', 'x'] },
        u: { type: 'array', items: { type: 'string', enum: ['z', 'y', 'x'] } },
      },
      ['s', 'u'],
    ),
  },
  {
    name: 'of a constant array',
    before: `const STATES = ['on', 'off', 'auto'] as const; type State = (typeof STATES)[number];`,
    execute: returns('{ s: State }'),
    schema: object({ s: { type: 'string', enum: ['on', 'off', 'auto'] } }),
  },
  {
    name: 'unwritten: by value',
    execute: `execute() { const n = Math.random(); return n > 0.5 ? 10 : n > 0.3 ? 9 : n > 0.2 ? 'b' : 'a'; }`,
    schema: { enum: [9, 10, 'a', 'b'] },
  },

  // Enums and template literals.
  {
    name: 'a string enum',
    before: `enum State { Open = 'open', Closed = 'closed', Archived = 'archived' }`,
    execute: returns('{ s: State }'),
    schema: object({ s: { type: 'string', enum: ['open', 'closed', 'archived'] } }),
  },
  {
    name: 'a string enum, unwritten',
    before: `enum State { Open = 'open', Closed = 'closed' } declare const s: State;`,
    execute: 'execute() { return { s }; }',
    schema: object({ s: { type: 'string', enum: ['open', 'closed'] } }),
  },
  {
    name: 'a number enum',
    before: 'enum Level { High = 3, Low = 1 }',
    execute: returns('Level'),
    schema: { type: 'number', enum: [3, 1] },
  },
  {
    name: 'a const enum member',
    before: `const enum Only { One = 'one', Two = 'two' }`,
    execute: returns('{ one: Only.One }'),
    schema: object({ one: is('one') }),
  },
  {
    name: 'a computed enum',
    before: 'enum Flags { A = "ab".length, B = "abc".length }',
    execute: returns('Flags'),
    schema: number,
  },
  {
    name: 'a template is any string',
    execute: returns('`item-${string}`'),
    schema: string,
  },
  {
    name: 'template: literals',
    execute: returns('{ s: `${"a" | "b"}-${1 | 2}` }'),
    schema: object({ s: { type: 'string', enum: ['a-1', 'a-2', 'b-1', 'b-2'] } }),
  },
  {
    name: 'empty types',
    before: 'interface Meta {} class Nothing {}',
    execute: returns('{ e: {}; f: Meta; g: Nothing }'),
    schema: object({ e: {}, f: {}, g: object({}) }),
  },
  { name: 'string mapping', execute: returns('Uppercase<string>'), schema: string },

  // Objects.
  {
    name: 'optional and undefined',
    execute: returns('{ a?: string; b: string | undefined; c: string; d?: number | null }'),
    schema: object({ a: string, b: string, c: string, d: { anyOf: [number, nothing] } }, ['c']),
  },
  {
    name: 'impossible properties',
    execute: returns('{ a: 1; b?: never; c?: undefined }'),
    schema: object({ a: is(1) }),
  },
  {
    name: 'readonly',
    execute: returns('Readonly<{ a: readonly string[] }>'),
    schema: object({ a: { type: 'array', items: string } }),
  },
  { name: 'an empty object', execute: 'execute() { return {}; }', schema: object({}) },
  { name: 'object', execute: returns('{ any: object }'), schema: object({ any: { type: 'object' } }) },
  {
    name: 'names of the prototype',
    execute: returns(`{ __proto__: string; constructor: number; toString: boolean; 'a-b': null }`),
    schema: JSON.parse(
      '{"type":"object","properties":{"__proto__":{"type":"string"},"constructor":{"type":"number"},"toString":{"type":"boolean"},"a-b":{"type":"null"}},"required":["__proto__","constructor","toString","a-b"],"additionalProperties":false}',
    ),
  },
  {
    name: 'symbol keys',
    before: 'declare const key: unique symbol;',
    execute: returns('{ [key]: bigint; a: string }'),
    schema: object({ a: string }),
  },
  {
    name: 'inherited',
    before: 'interface A { a: string } interface B extends A { b: number }',
    execute: returns('B'),
    schema: object({ b: number, a: string }),
  },
  {
    name: 'intersection',
    execute: returns('{ a: string; b: string | number } & { b: string; c?: number }'),
    schema: object({ a: string, b: string, c: number }, ['a', 'b']),
  },
  {
    name: 'brands',
    before: `type Id = string & { readonly __brand: 'id' }; type Count = number & { readonly __tag: 'count' };`,
    execute: returns('{ id: Id; count: Count; kind: "a" & { x?: 1 } }'),
    schema: object({ id: string, count: number, kind: is('a') }),
  },
  {
    name: 'pick, omit, partial',
    before: 'interface Row { id: number; name: string; secret: bigint }',
    execute: returns(`Partial<Omit<Row, 'secret'>> & Pick<Row, 'id'>`),
    schema: object({ id: number, name: string }, ['id']),
  },
  {
    name: 'conditional',
    before:
      'type Unwrap<T> = T extends (infer U)[] ? U : T; type Clean<T> = { [K in keyof T]: Unwrap<T[K]> };',
    execute: returns('Clean<{ a: string[]; b: number }>'),
    schema: object({ a: string, b: number }),
  },
  {
    name: 'a record by names',
    execute: returns(`Record<'b' | 'a', number>`),
    schema: object({ a: number, b: number }),
  },
  {
    name: 'a record',
    execute: returns('Record<string, number | undefined>'),
    schema: { type: 'object', additionalProperties: number },
  },
  {
    name: 'a record by number',
    execute: returns('Record<number, string>'),
    schema: { type: 'object', additionalProperties: string },
  },
  {
    name: 'an index beside properties',
    execute: returns('{ [key: string]: number; total: number }'),
    schema: {
      type: 'object',
      properties: { total: number },
      required: ['total'],
      additionalProperties: number,
    },
  },
  { name: 'no properties at all', execute: 'execute() { return {}; }', schema: object({}) },
  {
    name: 'an intersection, closed as a whole',
    execute: returns('{ id: number } & { due: string }'),
    schema: object({ id: number, due: string }),
  },
  {
    name: 'a record by template may have any name',
    execute: returns('{ [key: `data-${string}`]: string }'),
    schema: { type: 'object', additionalProperties: string },
  },
  {
    name: 'a generic interface',
    before: 'interface Page<T> { items: T[]; next: string | null }',
    execute: returns('Page<{ id: number }>'),
    schema: object({
      items: { type: 'array', items: object({ id: number }) },
      next: { anyOf: [string, nothing] },
    }),
  },
  {
    name: 'a constrained parameter',
    execute: 'execute<T extends { id: number }>(): T { throw new Error(); }',
    schema: object({ id: number }),
  },

  // Tuples.
  {
    name: 'a tuple',
    execute: returns('[string, number]'),
    schema: { type: 'array', prefixItems: [string, number], items: false, minItems: 2 },
  },
  {
    name: 'optional elements',
    execute: returns('readonly [string, number?]'),
    schema: { type: 'array', prefixItems: [string, number], items: false, minItems: 1 },
  },
  {
    name: 'a rest',
    execute: returns('[string, ...number[]]'),
    schema: { type: 'array', prefixItems: [string], items: number, minItems: 1 },
  },
  {
    name: 'a rest in the middle',
    execute: returns('[string, ...number[], boolean]'),
    schema: { type: 'array', prefixItems: [string], items: { anyOf: [number, boolean] }, minItems: 2 },
  },
  { name: 'an empty tuple', execute: returns('[]'), schema: { type: 'array', maxItems: 0 } },
  {
    name: 'an interface that extends Array',
    before: 'interface Rows extends Array<{ id: number }> { total: number }',
    execute: returns('Rows'),
    schema: { type: 'array', items: object({ id: number }) },
  },

  // Classes and toJSON.
  {
    name: 'a class',
    before: `class Cell { readonly address = 'A1' as string; private formula: string | null = null; #cache = new Map(); static count = 0; note?: string;
      constructor(public value: number, protected row: number) {} get upper() { return ''; } set upper(v) {} accessor auto = 1; format() { return this.#cache.size + this.formula!; } [Symbol.iterator]() {} }`,
    execute: 'execute() { return new Cell(1, 2); }',
    schema: object(
      { address: string, formula: { anyOf: [string, nothing] }, note: string, value: number, row: number },
      ['address', 'formula', 'value', 'row'],
    ),
  },
  {
    name: 'a getter of a literal',
    execute: 'execute() { return { get now(): number { return 1; } }; }',
    schema: object({ now: number }),
  },
  {
    name: 'picked from a class',
    before: 'class Cell { value = 1; format() { return ""; } }',
    execute: returns(`Pick<Cell, 'value' | 'format'>`),
    schema: object({ value: number }),
  },
  {
    name: 'toJSON',
    before:
      'class Money { constructor(readonly cents: bigint) {} toJSON(): { amount: string } { return { amount: String(this.cents) }; } }',
    execute: 'execute() { return { price: new Money(1n) }; }',
    schema: object({ price: object({ amount: string }) }),
  },
  {
    name: 'mapped over Date, URL',
    before: 'type Deep<T> = T extends object ? { [K in keyof T]?: Deep<T[K]> } : T;',
    execute: returns('{ deep: Deep<{ at: Date; link: URL }>; on: Readonly<Date> }'),
    schema: object({
      deep: object({ at: { type: 'string', format: 'date-time' }, link: string }, []),
      on: { type: 'string', format: 'date-time' },
    }),
  },
  {
    name: 'Date, URL',
    execute: returns('{ at: Date | null; link: URL; readonly on?: Date }'),
    schema: object(
      {
        at: { anyOf: [{ type: 'string', format: 'date-time' }, nothing] },
        link: string,
        on: { type: 'string', format: 'date-time' },
      },
      ['at', 'link'],
    ),
  },
  {
    name: 'data types of the platform',
    execute: returns('ScrollToOptions'),
    schema: object(
      { left: number, top: number, behavior: { type: 'string', enum: ['auto', 'instant', 'smooth'] } },
      [],
    ),
  },

  {
    name: 'an error with toJSON',
    before: `import { BTCPError } from '@btcp/core'; class Late extends BTCPError { override toJSON(): { code: 'LATE' } { return { code: 'LATE' }; } }`,
    execute: returns('Late'),
    schema: object({ code: is('LATE') }),
  },
  {
    name: 'a class that extends a class of the platform',
    before: 'class Bus extends EventTarget { size = 1 }',
    execute: returns('Bus'),
    schema: object({ size: number }),
  },

  // Recursion.
  {
    name: 'a recursive interface',
    before: 'interface Tree { name: string; children: Tree[]; parent?: Tree | null }',
    execute: returns('Tree'),
    schema: object(
      {
        name: string,
        children: { type: 'array', items: { $ref: '#' } },
        parent: { anyOf: [{ $ref: '#' }, nothing] },
      },
      ['name', 'children'],
    ),
  },
  {
    name: 'a recursive interface below the root',
    before: 'interface Tree { children: Tree[] }',
    execute: returns('Tree | null'),
    schema: {
      anyOf: [{ $ref: '#/$defs/Tree' }, nothing],
      $defs: { Tree: object({ children: { type: 'array', items: { $ref: '#/$defs/Tree' } } }) },
    },
  },
  {
    name: 'mutual recursion, below the root',
    before: 'interface Folder { files: File_[] } interface File_ { in: Folder }',
    execute: returns('{ folder: Folder; file: File_ }'),
    schema: {
      ...(object({
        folder: { $ref: '#/$defs/Folder' },
        file: object({ in: { $ref: '#/$defs/Folder' } }),
      }) as object),
      $defs: {
        Folder: object({ files: { type: 'array', items: object({ in: { $ref: '#/$defs/Folder' } }) } }),
      },
    },
  },
  {
    name: 'any JSON',
    before: 'type Json = null | boolean | number | string | Json[] | { [key: string]: Json };',
    execute: returns('{ a: Json; b?: Json }'),
    schema: {
      // To TypeScript, `Json | undefined` is another union.
      ...(object({ a: { $ref: '#/$defs/Json' }, b: { anyOf: JSONS } }, ['a']) as object),
      $defs: { Json: { anyOf: JSONS } },
    },
  },
  {
    name: 'two of one name',
    before: 'interface List<T> { value: T; next: List<T> | null }',
    execute: returns('{ a: List<string>; b: List<number> }'),
    schema: {
      ...(object({ a: { $ref: '#/$defs/List' }, b: { $ref: '#/$defs/List2' } }) as object),
      $defs: {
        List: object({ value: string, next: { anyOf: [{ $ref: '#/$defs/List' }, nothing] } }),
        List2: object({ value: number, next: { anyOf: [{ $ref: '#/$defs/List2' }, nothing] } }),
      },
    },
  },
  {
    name: 'a recursive array',
    before: 'type Nested = (number | Nested)[];',
    execute: returns('Nested'),
    schema: { type: 'array', items: { anyOf: [number, { $ref: '#' }] } },
  },

  // JSDoc.
  {
    name: 'descriptions',
    before: `interface Row {
      /**
       * The row's number,
       * from {@link FIRST | one}.
       *
       * Never {@link Zero}.
       * @minimum 1
       */
      id: number;
      /** @deprecated Use id. */
      key?: string;
    }`,
    execute: 'execute() { return {\n/** All rows. */\nrows: [] as Row[] }; }',
    schema: object({
      rows: {
        type: 'array',
        items: object(
          {
            id: { type: 'number', description: "The row's number, from one.\n\nNever Zero." },
            key: { type: 'string', deprecated: true },
          },
          ['id'],
        ),
        description: 'All rows.',
      },
    }),
  },
];

/** A type without a JSON form: what is said, and the text that it is said of. */
interface Mistake {
  readonly name: string;
  readonly before?: string;
  readonly execute: string;
  /** `path | line:column text | message | help` */
  readonly diagnostics: readonly string[];
}

const MISTAKES: readonly Mistake[] = [
  {
    name: 'any',
    execute: 'execute() { return JSON.parse(""); }',
    diagnostics: [
      ' | 4:13 return JSON.parse(""); | What `execute` returns is `any`, so nothing is known of its JSON. | Give it a more exact type, or declare `outputSchema`; types that a package generates, such as those of Prisma, have to be generated first.',
    ],
  },
  {
    name: 'any in a property',
    execute: 'execute() {\n return { a: 1,\n data: JSON.parse("") }; }',
    diagnostics: [
      'data | 6:2 data: JSON.parse("") | `data` is `any`, so nothing is known of its JSON. | Give it a more exact type, or declare `outputSchema`; types that a package generates, such as those of Prisma, have to be generated first.',
    ],
  },
  {
    name: 'unknown',
    execute: returns('{ data: unknown }'),
    diagnostics: [
      'data | 4:14 data: unknown | `data` is `unknown`, so nothing is known of its JSON. | Give it a more exact type, or declare `outputSchema`.',
    ],
  },
  {
    name: 'a parameter that nothing fixes',
    execute: 'execute<T>(): { data: T } { throw new Error(); }',
    diagnostics: [
      'data | 4:17 data: T | `data` has a type parameter that nothing fixes, so nothing is known of its JSON. | Give it a more exact type, or declare `outputSchema`.',
    ],
  },
  {
    name: 'not a function',
    before: 'declare const anything: any;',
    execute: 'execute: anything',
    diagnostics: [
      ' | 4:1 execute | What `execute` returns is `unknown`, so nothing is known of its JSON. | Give it a more exact type, or declare `outputSchema`.',
    ],
  },
  {
    name: 'several at once',
    execute: 'execute() { return {\n count: 1n,\n run() {},\n key: Symbol(),\n ok: true }; }',
    diagnostics: [
      'count | 5:2 count: 1n | `count` is a bigint, which JSON cannot write. | Return a string (`String(value)`), or a number where it is small enough (`Number(value)`).',
      'run | 6:2 run() {} | `run` is a function, which JSON leaves out. | Leave it out of the result.',
      'key | 7:2 key: Symbol() | `key` is a symbol, which JSON leaves out. | Leave it out of the result.',
    ],
  },
  {
    name: 'a callback in an interface',
    before: 'interface Row { onChange?: () => void;\n go(): void }',
    execute: returns('Row[]'),
    diagnostics: [
      '[].onChange | 2:17 onChange?: () => void; | `[].onChange` is a function, which JSON leaves out. | Leave it out of the result.',
      '[].go | 3:2 go(): void | `[].go` is a function, which JSON leaves out. | Leave it out of the result.',
    ],
  },
  {
    name: 'a Map in a row',
    execute: 'execute() {\n const rows = [{ id: new Map<string, number>() }];\n return { rows }; }',
    diagnostics: [
      'rows[].id | 5:18 id: new Map<string, number>() | `rows[].id` is a Map, which JSON writes as {}. | Return `Object.fromEntries(map)`, or an array of its entries.',
    ],
  },
  {
    name: 'a Map itself',
    execute:
      'execute({ x }) {\n const map = new Map<string, string>();\n if (x) return null;\n return map; }',
    diagnostics: [
      ' | 7:2 return map; | What `execute` returns is a Map, which JSON writes as {}. | Return `Object.fromEntries(map)`, or an array of its entries.',
    ],
  },
  {
    name: 'an arrow function',
    execute: 'execute: async () => new Set([1])',
    diagnostics: [
      ' | 4:22 new Set([1]) | What `execute` returns is a Set, which JSON writes as {}. | Return an array: `[...set]`.',
    ],
  },
  {
    name: 'sometimes nothing',
    execute: 'execute({ x }) {\n if (x) return;\n return 5; }',
    diagnostics: [
      ' | 5:9 return; | What `execute` returns is sometimes undefined, which JSON cannot write. | Return a value on every path (null where there is none), or on no path.',
    ],
  },
  {
    name: 'nothing at the end',
    execute: 'execute({ x }) { if (x) return 5; }',
    diagnostics: [
      ' | 4:1 execute | What `execute` returns is sometimes undefined, which JSON cannot write. | Return a value on every path (null where there is none), or on no path.',
    ],
  },
  {
    name: 'maybe undefined',
    execute: 'execute() {\n return [1, 2, 3].find((n) => n > 2); }',
    diagnostics: [
      ' | 5:2 return [1, 2, 3].find((n) => n > 2); | What `execute` returns is sometimes undefined, which JSON cannot write. | Return a value on every path (null where there is none), or on no path.',
    ],
  },
  {
    name: 'undefined in an array',
    execute: returns('{ list: (string | undefined)[] }'),
    diagnostics: [
      'list[] | 4:14 list: (string | undefined)[] | `list[]` may be undefined, which JSON writes as null inside an array. | Filter it out, or write null where null is meant.',
    ],
  },
  {
    name: "a class of Node's",
    execute: returns("{ stats: import('node:fs').Stats }"),
    diagnostics: [
      "stats | 4:14 stats: import('node:fs').Stats | `stats` is a Stats, an object of the platform that JSON does not write in full. | Return a plain object with the data you need from it.",
    ],
  },
  {
    name: 'a declaration of another package',
    execute: `execute() {\n return {} as import('esbuild').Plugin; }`,
    diagnostics: [
      "setup | 5:2 return {} as import('esbuild').Plugin; | `setup` is a function, which JSON leaves out. | Leave it out of the result.",
    ],
  },
  {
    name: 'toJSON without a type',
    before: 'class Row { constructor(public id: bigint) {} toJSON(): any {} }',
    execute: returns('Row'),
    diagnostics: [
      ' | 4:1 execute | What `execute` returns is `any`, so nothing is known of its JSON. | Give it a more exact type, or declare `outputSchema`; types that a package generates, such as those of Prisma, have to be generated first.',
    ],
  },
  {
    name: 'bytes',
    execute: returns('{ a: Buffer;\n b: Uint8Array; c: ArrayBuffer; d: Blob }'),
    diagnostics: [
      'a | 4:14 a: Buffer; | `a` is binary data, which JSON does not write as bytes. | Declare it in `outputSchema`: `media()` of @btcp/core/content. Or return a string, for example its base64 form.',
      'b | 5:2 b: Uint8Array; | `b` is binary data, which JSON does not write as bytes. | Declare it in `outputSchema`: `media()` of @btcp/core/content. Or return a string, for example its base64 form.',
      'c | 5:17 c: ArrayBuffer; | `c` is binary data, which JSON does not write as bytes. | Declare it in `outputSchema`: `media()` of @btcp/core/content. Or return a string, for example its base64 form.',
      'd | 5:33 d: Blob | `d` is a Blob, which JSON writes as {}. | Declare it in `outputSchema`: `media()` of @btcp/core/content. Or return its content: `await blob.text()`.',
    ],
  },
  {
    name: 'the page',
    execute: returns(
      '{ a: HTMLElement;\n b: NodeListOf<Element>; c: DOMRect; d: HTMLCollection; e: Document }',
    ),
    diagnostics: [
      'a | 4:14 a: HTMLElement; | `a` is part of the page, which JSON cannot write. | Return the data you need from it, for example its `textContent`.',
      'b | 5:2 b: NodeListOf<Element>; | `b` is a live list of the page, which JSON does not write as an array. | Return an array of the data you need: `Array.from(list, (element) => element.textContent)`.',
      'c | 5:26 c: DOMRect; | `c` is a DOMRect, an object of the platform that JSON does not write in full. | Return a plain object with the data you need from it.',
      'd | 5:38 d: HTMLCollection; | `d` is a live list of the page, which JSON does not write as an array. | Return an array of the data you need: `Array.from(list, (element) => element.textContent)`.',
      'e | 5:57 e: Document | `e` is part of the page, which JSON cannot write. | Return the data you need from it, for example its `textContent`.',
    ],
  },
  {
    name: 'errors and patterns',
    before: 'class Late extends Error { minutes = 5 }',
    execute: returns('{ a: Error; b: Late; c: RegExp }'),
    diagnostics: [
      'a | 4:14 a: Error; | `a` is an Error, which JSON writes as {}. | Return its `message`, or throw a `BTCPError`.',
      'b | 4:24 b: Late; | `b` is an Error, which JSON writes as {}. | Return its `message`, or throw a `BTCPError`.',
      'c | 4:33 c: RegExp | `c` is a RegExp, which JSON writes as {}. | Return its `source`.',
    ],
  },
  {
    name: 'requests',
    execute: returns('{ a: Response; b: Headers; c: FormData; d: URLSearchParams; e: Promise<string> }'),
    diagnostics: [
      'a | 4:14 a: Response; | `a` is a Response, which JSON writes as {}. | Return its content: `await response.json()`.',
      'b | 4:27 b: Headers; | `b` is a Headers object, which JSON writes as {}. | Return `Object.fromEntries(headers)`.',
      'c | 4:39 c: FormData; | `c` is a FormData object, which JSON writes as {}. | Return `Object.fromEntries(formData)`.',
      'd | 4:52 d: URLSearchParams; | `d` is a URLSearchParams object, which JSON writes as {}. | Return `params.toString()`.',
      'e | 4:72 e: Promise<string> | `e` is a promise, which JSON writes as {}. | Await it before returning.',
    ],
  },
  {
    name: 'iterators',
    before: 'function* count() { yield 1; }',
    execute: 'execute() { return {\n a: count(),\n b: [1].values() }; }',
    diagnostics: [
      'a | 5:2 a: count() | `a` is an iterator, which JSON writes as {}. | Return an array: `Array.from(iterator)`.',
      'b | 6:2 b: [1].values() | `b` is an iterator, which JSON writes as {}. | Return an array: `Array.from(iterator)`.',
    ],
  },
  {
    name: 'a private field of a class',
    before: 'class Store { private rows = new Map<string, string>(); size = 1 }',
    execute: 'execute() { return new Store(); }',
    diagnostics: [
      'rows | 2:15 private rows = new Map<string, string>(); | `rows` is a Map, which JSON writes as {}. | Return `Object.fromEntries(map)`, or an array of its entries.',
    ],
  },
  {
    name: 'once for two uses',
    before: 'interface Row { id: bigint }',
    execute: returns('{ a: Row; b: Row[]; c: Record<string, Row> }'),
    diagnostics: [
      'a.id | 2:17 id: bigint | `a.id` is a bigint, which JSON cannot write. | Return a string (`String(value)`), or a number where it is small enough (`Number(value)`).',
    ],
  },
  {
    name: 'one of two at one place',
    execute: returns('{ id: bigint | symbol }'),
    diagnostics: [
      'id | 4:14 id: bigint | symbol | `id` is a bigint, which JSON cannot write. | Return a string (`String(value)`), or a number where it is small enough (`Number(value)`).',
    ],
  },
  {
    name: 'too deep',
    before: 'interface Nest<T> { deeper: Nest<T[]> }',
    execute: returns('Nest<string>'),
    diagnostics: [
      'deeper.deeper.deeper.deeper.deeper.deeper.deeper.deeper.deeper.deeper.deeper.deeper.deeper.deeper.deeper.deeper.deeper.deeper.deeper.deeper.deeper.deeper.deeper.deeper.deeper.deeper.deeper.deeper.deeper.deeper.deeper.deeper.deeper.deeper.deeper.deeper.deeper.deeper.deeper.deeper.deeper | 2:21 deeper: Nest<T[]> | `deeper.deeper.deeper.deeper.deeper.deepe…eeper.deeper.deeper.deeper.deeper.deeper` nests too deeply to be described. | Return a flatter object with the data you need, or declare `outputSchema`.',
    ],
  },
  {
    name: 'values of a record',
    execute: returns('{ [key: string]: bigint }'),
    diagnostics: [
      '* | 4:14 [key: string]: bigint | `*` is a bigint, which JSON cannot write. | Return a string (`String(value)`), or a number where it is small enough (`Number(value)`).',
    ],
  },
];

interface Snippet {
  readonly before?: string;
  readonly execute: string;
}

const snippetPath = (prefix: string, i: number): string => `${FOLDER}/${prefix}${i}.ts`;

function writeSnippets(prefix: string, snippets: readonly Snippet[]): readonly string[] {
  return snippets.map(({ before = '', execute }, i) => {
    const path = snippetPath(prefix, i);
    writeFileSync(
      path,
      `${HEAD}\n${before}\nexport const tool = defineTool({ inputSchema: Type.Object({ x: Type.Boolean() }), capabilities: [],\n${execute}\n});\n`,
    );
    return path;
  });
}

writeFileSync(join(FOLDER, 'tsconfig.json'), JSON.stringify(TSCONFIG));
const types = new Types({
  root: FOLDER,
  tsconfig: join(FOLDER, 'tsconfig.json'),
  files: [...writeSnippets('case', CASES), ...writeSnippets('mistake', MISTAKES)],
});

afterAll(() => {
  types.close();
  rmSync(FOLDER, { recursive: true });
});

function infer(path: string): InferredOutput {
  const definition = definitionIn(types.file(path));
  const last = definition.properties.at(-1);
  const location = last && !ast.isSpreadAssignment(last) ? last.name : undefined;
  const signatures = signaturesOfExecute(types, definition);
  if (!signatures || !location) throw new Error('No execute');
  return inferOutput({ types, signatures, location });
}

function definitionIn(node: ast.Node | undefined): ast.ObjectLiteralExpression {
  const found = node?.forEachChild(function visit(child): ast.ObjectLiteralExpression | undefined {
    const isCall = ast.isCallExpression(child) && child.expression.getText() === 'defineTool';
    const [definition] = isCall ? child.arguments : [];
    return definition && ast.isObjectLiteralExpression(definition) ? definition : child.forEachChild(visit);
  });
  if (!found) throw new Error('No definition');
  return found;
}

describe('inferOutput', () => {
  test.each(CASES.map((each, i) => ({ ...each, path: snippetPath('case', i) })))(
    '$name',
    ({ path, schema }) => {
      const { schema: inferred, diagnostics } = infer(path);
      expect(diagnostics).toEqual([]);
      expect(normalizeSchema(inferred ?? true).schema).toEqual(inferred ?? true);
      // As text, since the order of properties is part of what a build writes.
      expect(JSON.stringify(inferred, null, 2)).toBe(JSON.stringify(schema, null, 2));
    },
  );
});

describe('what has no JSON form', () => {
  test.each(MISTAKES.map((each, i) => ({ ...each, path: snippetPath('mistake', i) })))(
    '$name',
    ({ path, diagnostics }) => {
      expect(infer(path).diagnostics.map(format)).toEqual(diagnostics);
    },
  );
});

function format({ file, line, column, length, path, message, help }: OutputDiagnostic): string {
  const text = readFileSync(join(FOLDER, file), 'utf8').split('\n')[line - 1] ?? '';
  const marked = text.slice(column - 1, column - 1 + (length ?? 0));
  return `${path} | ${line}:${column} ${marked} | ${message} | ${help}`;
}
