/** A tool, and what is wrong with its handler. */
export interface HandlerCase {
  readonly name: string;
  readonly before?: string;
  /** Properties; without them, `cell`, `format` (by default "raw"), `rows` and `range` with `start` and `end`. */
  readonly input?: string;
  /** Whether the input may have others. Default: not. */
  readonly others?: string;
  readonly output?: string;
  /** The member. */
  readonly execute: string;
  /** Each the rule and the text it points at; for `input-unread` the properties. */
  readonly finds?: readonly string[];
}

/** What the cases import. */
export const LIBRARY = `import { BTCPError } from '@btcp/core';
export interface Row { id: string; note?: string; at: Date }
export function readCell(cell: string): string { return cell; }
export function readAll(input: { cell: string; format?: string; rows?: number; range?: object }): string {
  return [input.cell, input.format, input.rows, input.range].join();
}
export function failBadly(): never { throw 'no'; }
export function failQuietly(): never { throw new BTCPError('not_there'); }
export async function save(): Promise<void> { later(); }
export async function later(): Promise<void> {}
export async function load(): Promise<string> { const answer = await fetch('/cells'); return answer.text(); }
export async function loadWith(signal: AbortSignal): Promise<string> { const answer = await fetch('/cells', { signal }); return answer.text(); }
export const handler = ({ cell, format = 'shown' }: { cell: string; format?: string }): string => cell + format;
`;

const ALL = 'input-unread cell,format,rows,range';
const cellOnly = `cell: Type.String()`;
const wants = (schema: string): string => `Type.Object({ ${schema} }, { additionalProperties: false })`;
const raw = (schema: string): string => `Type.Unsafe<any>(${schema})`;
const empty = { input: '' };

const INPUTS: readonly HandlerCase[] = [
  {
    name: 'takes all apart',
    execute: 'execute({ cell, format, rows, range }) { return { cell, format, rows, range }.cell; }',
  },
  { name: 'takes nothing', execute: `execute() { return 'x'; }`, finds: [ALL] },
  { name: 'names it and leaves it', execute: `execute(_input, { dom }) { return dom.title; }`, finds: [ALL] },
  {
    name: 'leaves one out',
    execute: 'execute({ cell, format, range }) { return [cell, format, range].join(); }',
    finds: ['input-unread rows'],
  },
  {
    name: 'names one and does not use it',
    execute: 'execute({ cell, format, rows, range }) { return [cell, rows, range].join(); }',
    finds: ['input-unread format'],
  },
  {
    name: 'a parameter of another name',
    execute: 'execute: (given) => [given.cell, given.format, given.range].join()',
    finds: ['input-unread rows'],
  },
  {
    name: 'a property of the same name elsewhere',
    execute:
      'execute({ cell, format, range, rows }, { dom }) { return [cell, format, range, dom.forms.length].join() + ({} as { rows: 1 }).rows; }',
    finds: ['input-unread rows'],
  },
  {
    name: 'nested, in part',
    execute:
      'execute({ cell, format, rows, range: { start } = { start: "A" } }) { return [cell, format, rows, start].join(); }',
    finds: ['input-unread range.end', `default-hidden { start: "A" }`],
  },
  {
    name: 'nested, by members',
    execute: 'execute({ cell, format, rows, range }) { return [cell, format, rows, range?.start].join(); }',
    finds: ['input-unread range.end'],
  },
  {
    name: 'nested, as a whole',
    execute:
      'execute(input) { const { cell, format, rows } = input; return [cell, format, rows, JSON.stringify(input.range)].join(); }',
  },
  {
    name: 'nested guard',
    execute:
      'execute({ cell, format, rows, range: { start, end } = {} as any }) { return [cell, format, rows, start, end].join(); }',
  },
  {
    name: 'rest that is used',
    execute: 'execute({ cell, ...rest }) { return cell + JSON.stringify(rest); }',
  },
  {
    name: 'rest that is taken apart',
    execute:
      'execute({ cell, ...rest }) { const { format, rows } = rest; return [cell, format, rows].join(); }',
    finds: ['input-unread range'],
  },
  { name: 'rest that drops one', execute: 'execute({ format, ...rest }) { return JSON.stringify(rest); }' },
  { name: 'spread', execute: 'execute(input) { return JSON.stringify({ ...input }); }' },
  { name: 'as text', execute: 'execute(input) { return JSON.stringify(input); }' },
  {
    name: 'computed access',
    execute:
      'execute(input) { let s = ""; for (const key of Object.keys(input)) s += input[key as "cell"]; return s; }',
  },
  {
    name: 'computed pattern',
    execute:
      'execute({ ["cell"]: cell, format, rows, range }) { return [cell, format, rows, range].join(); }',
  },
  { name: 'arguments', execute: 'execute() { return JSON.stringify(arguments[0]); }' },
  { name: 'rest parameter', execute: 'execute(...[input]) { return JSON.stringify(input); }' },
  {
    name: 'another variable',
    execute:
      'execute(input) { const given = input; const { cell, format, rows } = given; return [cell, format, rows].join(); }',
    finds: ['input-unread range'],
  },
  {
    name: 'a variable that changes',
    execute: 'execute(input) { let given = input; given = { cell: "" }; return given.cell; }',
  },
  {
    name: 'shadowed',
    execute:
      'execute(input) { const read = (input: { rows: number }) => input.rows; return [input.cell, input.format, input.range, read({ rows: 1 })].join(); }',
    finds: ['input-unread rows'],
  },
  { name: 'a helper that reads all', execute: 'execute(input) { return readAll(input); }' },
  { name: 'a helper in a module', execute: 'execute(input) { return library.readAll(input); }' },
  {
    name: 'a helper that reads some',
    before: 'const read = ({ cell, rows }: { cell: string; rows?: number }) => cell + rows;',
    execute: 'execute: (input) => read(input)',
    finds: ['input-unread format', 'input-unread range'],
  },
  {
    name: 'a helper of a helper',
    before:
      'function one(a: number, given: { cell: string }) { return two(given) + a; }\nfunction two({ cell }: { cell: string }): string { return cell; }',
    execute: 'execute: (input) => one(1, input)',
    finds: ['input-unread format', 'input-unread rows', 'input-unread range'],
  },
  {
    name: 'a helper that calls itself',
    before:
      'function again(given: { cell: string }, n: number): string { return n > 0 ? again(given, n - 1) : given.cell; }',
    execute: 'execute: (input) => again(input, 3)',
    finds: ['input-unread format', 'input-unread rows', 'input-unread range'],
  },
  {
    name: 'a helper that is not known',
    before: 'declare function read(input: object): string;',
    execute: 'execute: (input) => read(input)',
  },
  {
    name: 'a method',
    before: 'class Reader { read(input: object) { return String(input); } }',
    execute: 'execute: (input) => new Reader().read(input)',
  },
  {
    name: 'a parameter of a helper that is not there',
    before: 'function nothing() { return "x"; }',
    execute: 'execute: (input) => (nothing as (x: object) => string)(input)',
    finds: [ALL],
  },
  {
    name: 'closures',
    execute:
      'execute: (input) => [1].map(() => input.cell + input.format + input.rows).join() + [2].map(() => input.range)',
  },
  { name: 'a callback takes it', execute: 'execute: (input) => [input].map((each) => each.cell).join()' },
  {
    name: 'a test of keys',
    execute: 'execute(input) { return String("rows" in input) + input.cell + input.format + input.range; }',
  },
  {
    name: 'only written',
    execute: 'execute(input) { input.rows = 3; return [input.cell, input.format, input.range].join(); }',
    finds: ['input-unread rows'],
  },
  {
    name: 'a handler from another file',
    execute: 'execute: library.handler',
    finds: ['input-unread rows', 'input-unread range', `default-differs 'shown'`],
  },
  {
    name: 'a handler that another tool has too',
    before: `import { handler } from './library.ts';`,
    execute: 'execute: handler',
    finds: ['input-unread rows', 'input-unread range'],
  },
  {
    name: 'a handler by its short name',
    before: 'function execute({ cell }: { cell: string }) { return cell; }',
    execute: 'execute',
    finds: ['input-unread format', 'input-unread rows', 'input-unread range'],
  },
  {
    name: 'a handler that is bound',
    before: 'const run = function (this: unknown, input: { cell: string }) { return input.cell; };',
    execute: 'execute: run',
    finds: ['input-unread format', 'input-unread rows', 'input-unread range'],
  },
  {
    name: 'a wrapped handler',
    before: 'const wrap = <F,>(run: F): F => run;',
    execute: 'execute: wrap((input: { cell: string }) => input.cell)',
  },
  {
    name: 'satisfies',
    execute:
      'execute: (({ cell, format, rows, range }) => [cell, format, rows, range].join()) satisfies (input: { cell: string; format?: string; rows?: number; range?: object }) => string',
  },
  { name: 'a stub', execute: `execute() { throw new Error('Not yet.'); }` },
  {
    name: 'a constant',
    input: `kind: Type.Literal('cell'), cell: Type.String()`,
    execute: 'execute: ({ cell }) => cell',
  },
  {
    name: 'intersections',
    input: 'both: Type.Intersect([Type.Object({ a: Type.String() }), Type.Object({ b: Type.String() })])',
    execute: 'execute: ({ both }) => both.a',
    finds: ['input-unread both.b'],
  },
  {
    name: 'unions',
    input:
      'either: Type.Union([Type.Object({ kind: Type.Literal("a"), a: Type.String() }), Type.Object({ kind: Type.Literal("b"), b: Type.String() })])',
    execute: 'execute: ({ either }) => either.kind === "a" ? either.a : either.b',
  },
  {
    name: 'a generator is not followed',
    before: 'function* each(input: object) { yield String(input); }',
    execute: 'execute: (input) => [...each(input)].join()',
  },
  {
    name: 'a tagged template',
    before: 'declare function tag(parts: TemplateStringsArray, ...values: unknown[]): string;',
    execute: 'execute: (input) => tag`${input}`',
  },
  { name: 'awaited', execute: 'async execute(input) { const given = await input; return given.cell; }' },
  { name: 'assigned to a pattern', execute: 'execute(input) { let cell; ({ cell } = input); return cell; }' },
];

const UNDECLARED: readonly HandlerCase[] = [
  {
    name: 'any',
    input: cellOnly,
    execute: 'execute: (input: any) => input.cell + input.sheet',
    finds: ['input-undeclared sheet'],
  },
  {
    name: 'as any',
    input: cellOnly,
    execute: 'execute: (input) => input.cell + (input as any).sheet',
    finds: ['input-undeclared sheet'],
  },
  {
    name: 'as a type',
    input: cellOnly,
    execute: 'execute: (input) => input.cell + (input as { sheet?: string }).sheet',
    finds: ['input-undeclared sheet'],
  },
  {
    name: 'an annotation with more',
    input: cellOnly,
    execute: 'execute: ({ cell, sheet }: { cell: string; sheet?: string }) => cell + sheet',
    finds: ['input-undeclared sheet'],
  },
  {
    name: 'brackets',
    input: cellOnly,
    execute: 'execute: (input: any) => input.cell + input["sheet"]',
    finds: [`input-undeclared "sheet"`],
  },
  {
    name: 'what TypeScript reports',
    input: cellOnly,
    execute: 'execute: (input) => input.cell + input.sheet',
  },
  {
    name: 'in a helper',
    input: cellOnly,
    before: 'const read = (given: { cell: string; sheet?: string }) => given.cell + given.sheet;',
    execute: 'execute: (input) => read(input)',
    finds: ['input-undeclared sheet'],
  },
  {
    name: 'what every object has',
    input: cellOnly,
    execute: 'execute: (input: any) => input.hasOwnProperty("cell") + input.cell',
  },
  {
    name: 'a test of another key',
    input: cellOnly,
    execute: 'execute: (input) => String("sheet" in input) + input.cell',
  },
  {
    name: 'an open schema',
    input: cellOnly,
    others: 'Type.String()',
    execute: 'execute: (input: any) => input.cell + input.sheet',
  },
];

const DEFAULTS: readonly HandlerCase[] = [
  {
    name: 'the same',
    input: `format: Type.Optional(Type.String({ default: 'raw' }))`,
    execute: `execute: ({ format = 'raw' }) => format`,
  },
  {
    name: 'another',
    input: `format: Type.Optional(Type.String({ default: 'raw' }))`,
    execute: `execute: ({ format = 'shown' }) => format`,
    finds: [`default-differs 'shown'`],
  },
  {
    name: 'renamed',
    input: `format: Type.Optional(Type.String({ default: 'raw' }))`,
    execute: `execute: ({ format: how = 'shown' }) => how`,
    finds: [`default-differs 'shown'`],
  },
  {
    name: 'taken apart later',
    input: `format: Type.Optional(Type.String({ default: 'raw' }))`,
    execute: `execute(input) { const { format = 'shown' } = input; return format; }`,
    finds: [`default-differs 'shown'`],
  },
  {
    name: 'by a constant',
    before: `const FORMAT = 'shown';`,
    input: `format: Type.Optional(Type.String({ default: 'raw' }))`,
    execute: `execute: ({ format = FORMAT }) => format`,
    finds: ['default-differs FORMAT'],
  },
  {
    name: 'computed',
    input: `format: Type.Optional(Type.String({ default: 'raw' }))`,
    execute: `execute: ({ format = readCell('x') }) => format`,
  },
  {
    name: 'a fallback',
    input: `rows: Type.Optional(Type.Integer())`,
    execute: `execute: (input) => String(input.rows ?? 20)`,
    finds: ['default-hidden 20'],
  },
  {
    name: 'a fallback of a variable',
    input: `rows: Type.Optional(Type.Integer({ default: 10 }))`,
    execute: `execute: ({ rows }) => String(rows ?? 20)`,
    finds: ['default-differs 20'],
  },
  {
    name: 'a fallback for null',
    input: `rows: Type.Optional(Type.Union([Type.Integer(), Type.Null()]))`,
    execute: `execute: (input) => String(input.rows ?? 20)`,
  },
  {
    name: 'lists and objects',
    input: `rows: Type.Optional(Type.Array(Type.Integer(), { default: [1, 2] }))`,
    execute: `execute: ({ rows = [1, 2] }) => rows.join()`,
  },
  {
    name: 'negative',
    input: `rows: Type.Optional(Type.Integer({ default: -1 }))`,
    execute: `execute: ({ rows = -1 }) => String(rows)`,
  },
  {
    name: 'nothing in particular',
    input: `rows: Type.Optional(Type.Array(Type.Integer())), all: Type.Optional(Type.String())`,
    execute: `execute: ({ rows = [], all = '' }) => rows.join() + all`,
  },
  {
    name: 'nested',
    input: `range: Type.Object({ start: Type.Optional(Type.Integer({ default: 1 })) })`,
    execute: `execute: ({ range: { start = 2 } }) => String(start)`,
    finds: ['default-differs 2'],
  },
  { name: 'required', input: `rows: Type.Integer()`, execute: `execute: ({ rows = 3 }) => String(rows)` },
  {
    name: 'of a helper',
    input: `rows: Type.Optional(Type.Integer({ default: 1 }))`,
    before: 'const read = ({ rows = 2 }: { rows?: number }) => String(rows);',
    execute: `execute: (input) => read(input)`,
  },
  {
    name: 'said in prose',
    input: `rows: Type.Optional(Type.Integer({ description: 'How many rows (default: 20).' }))`,
    execute: `execute: ({ rows = 20 }) => String(rows)`,
  },
];

const ROWS = `Type.Object({ rows: Type.Array(Type.Object({ id: Type.String(), at: Type.Optional(Type.String()) }, { additionalProperties: false })), total: Type.Integer() }, { additionalProperties: false })`;

const RETURNS: readonly HandlerCase[] = [
  {
    ...empty,
    name: 'as declared',
    output: ROWS,
    execute: `execute: () => ({ rows: [{ id: 'a' }], total: 1 })`,
  },
  {
    ...empty,
    name: 'integers are not told from numbers',
    output: ROWS,
    execute: `execute: () => ({ rows: [], total: Math.random() })`,
  },
  {
    ...empty,
    name: 'a fraction',
    output: ROWS,
    execute: `execute: () => ({ rows: [], total: 1.5 })`,
    finds: ['return-invalid 1.5'],
  },
  {
    ...empty,
    name: 'one too many',
    output: ROWS,
    execute: `execute: () => ({ rows: [], total: 1, page: 1 })`,
    finds: ['return-invalid page'],
  },
  {
    ...empty,
    name: 'one too many inside',
    output: ROWS,
    execute: `execute: () => ({ rows: [{ id: 'a', name: 'b' }], total: 1 })`,
    finds: ['return-invalid name'],
  },
  {
    ...empty,
    name: 'one too many that may be left out',
    output: ROWS,
    execute: `execute: (_: unknown, { dom }) => ({ rows: [], total: 1, page: dom.title ? 'a' : undefined })`,
  },
  {
    ...empty,
    name: 'one too many, by type',
    output: ROWS,
    before: `declare function load(): { rows: { id: string }[]; total: number; page: number };`,
    execute: `execute: () => load()`,
    finds: ['return-invalid load()'],
  },
  {
    ...empty,
    name: 'one too many in a list, by type',
    output: ROWS,
    execute: `execute: () => ({ rows: ['a'].map((id) => ({ id, name: id })), total: 1 })`,
    finds: [`return-may-be-invalid ['a'].map((id) => ({ id, name: id }))`],
  },
  {
    ...empty,
    name: 'a Date is written as text',
    output: ROWS,
    before: 'declare const rows: any;',
    execute: `execute: () => ({ rows: [{ id: 'a', at: new Date() as any as string }], total: 1 })`,
  },
  {
    ...empty,
    name: 'a Date is text',
    output: raw(`{ type: 'string' }`),
    execute: `execute: () => new Date()`,
  },
  {
    ...empty,
    name: 'a Date is no number',
    output: raw(`{ type: 'number' }`),
    execute: `execute: () => new Date()`,
    finds: ['return-invalid new Date()'],
  },
  {
    ...empty,
    name: 'missing',
    output: raw(`{ type: 'object', required: ['id'] }`),
    execute: `execute: () => ({ name: 'a' })`,
    finds: [`return-invalid { name: 'a' }`],
  },
  {
    ...empty,
    name: 'missing, of a variable',
    output: raw(`{ type: 'object', required: ['id'] }`),
    execute: `execute() { const row = { name: 'a' }; return row; }`,
    finds: ['return-invalid row'],
  },
  {
    ...empty,
    name: 'missing, of an interface',
    output: raw(`{ type: 'object', required: ['name'] }`),
    before: 'declare const row: Row;',
    execute: `execute: () => row`,
    finds: ['return-may-be-invalid row'],
  },
  {
    ...empty,
    name: 'optional, of an interface',
    output: raw(`{ type: 'object', required: ['note'] }`),
    before: 'declare const row: Row;',
    execute: `execute: () => row`,
    finds: ['return-may-be-invalid row'],
  },
  {
    ...empty,
    name: 'spread',
    output: raw(`{ type: 'object', required: ['id', 'note'] }`),
    before: 'declare const row: Row;',
    execute: `execute: () => ({ ...row, x: 1 })`,
  },
  {
    ...empty,
    name: 'overwritten by a spread',
    output: wants('kind: Type.Number()'),
    before: 'declare const row: { kind: number };',
    execute: `execute: () => ({ kind: 'a', ...row } as const)`,
  },
  {
    ...empty,
    name: 'a wrong literal',
    output: raw(`{ enum: ['a', 'b'] }`),
    execute: `execute: () => 'c'`,
    finds: [`return-invalid 'c'`],
  },
  {
    ...empty,
    name: 'a wrong literal in a choice',
    output: raw(`{ enum: ['a', 'b'] }`),
    execute: `execute: (_: unknown, { dom }) => dom.title ? 'a' : 'c'`,
    finds: [`return-invalid 'c'`],
  },
  {
    ...empty,
    name: 'some literals of a type',
    output: raw(`{ enum: ['a', 'b'] }`),
    before: `declare const kind: 'a' | 'c';`,
    execute: `execute: () => kind`,
    finds: ['return-may-be-invalid kind'],
  },
  {
    ...empty,
    name: 'a string may be a choice',
    output: raw(`{ enum: ['a', 'b'] }`),
    before: `declare const kind: string;`,
    execute: `execute: () => kind`,
  },
  {
    ...empty,
    name: 'a pattern',
    output: wants(`id: Type.String({ pattern: '^[A-Z]+$' })`),
    execute: `execute: () => ({ id: 'a1' })`,
    finds: [`return-invalid 'a1'`],
  },
  {
    ...empty,
    name: 'a limit',
    output: wants(`n: Type.Integer({ maximum: 5 })`),
    execute: `execute: () => ({ n: 9 })`,
    finds: ['return-invalid 9'],
  },
  {
    ...empty,
    name: 'null',
    output: raw(`{ type: 'object', properties: { n: { type: 'number' } } }`),
    before: 'declare const n: number | null;',
    execute: `execute: () => ({ n })`,
    finds: ['return-may-be-invalid n'],
  },
  {
    ...empty,
    name: 'null is allowed',
    output: raw(`{ type: 'object', properties: { n: { type: ['number', 'null'] } } }`),
    before: 'declare const n: number | null;',
    execute: `execute: () => ({ n })`,
  },
  {
    ...empty,
    name: 'null is narrowed away',
    output: raw(`{ type: 'object', properties: { n: { type: 'number' } } }`),
    before: 'declare const n: number | null;',
    execute: `execute() { if (n === null) throw new Error('x'); return { n }; }`,
  },
  {
    ...empty,
    name: 'undefined is left out',
    output: raw(`{ type: 'object', properties: { n: { type: 'number' } } }`),
    before: 'declare const n: number | undefined;',
    execute: `execute: () => ({ n })`,
  },
  {
    ...empty,
    name: 'undefined is required',
    output: raw(`{ type: 'object', properties: { n: { type: 'number' } }, required: ['n'] }`),
    before: 'declare const n: number | undefined;',
    execute: `execute: () => ({ n })`,
    finds: ['return-may-be-invalid n'],
  },
  {
    ...empty,
    name: 'undefined by an index',
    output: raw(`{ type: 'object', properties: { n: { type: 'number' } }, required: ['n'] }`),
    before: 'declare const list: number[]; const first = (all: number[]) => all[0];',
    execute: `execute() { const n = list[0]; const m = { n: list[1] }; const [o] = list; return n ? { n: first(list) } : o ? { n: o } : list.length > 3 ? m : { n }; }`,
  },
  {
    ...empty,
    name: 'undefined by a search',
    output: raw(`{ type: 'object', properties: { n: { type: 'number' } }, required: ['n'] }`),
    before: 'declare const list: number[];',
    execute: `execute: () => ({ n: list.find((n) => n > 1) })`,
    finds: ['return-may-be-invalid list.find((n) => n > 1)'],
  },
  { ...empty, name: 'any', output: ROWS, execute: `execute: () => JSON.parse('1')` },
  { ...empty, name: 'never', output: ROWS, execute: `execute: () => 1 as never` },
  {
    ...empty,
    name: 'a promise inside',
    output: raw(`{ type: 'object', properties: { text: { type: 'string' } } }`),
    execute: `execute: () => ({ text: library.later() })`,
    finds: ['return-invalid library.later()'],
  },
  {
    ...empty,
    name: 'a promise of it',
    output: raw(`{ type: 'string' }`),
    execute: `execute: () => Promise.resolve('a')`,
  },
  {
    ...empty,
    name: 'a promise of something else',
    output: raw(`{ type: 'number' }`),
    execute: `execute: () => Promise.resolve('a')`,
    finds: [`return-invalid Promise.resolve('a')`],
  },
  {
    ...empty,
    name: 'awaited',
    output: raw(`{ type: 'number' }`),
    execute: `async execute() { return await Promise.resolve('a'); }`,
    finds: [`return-invalid await Promise.resolve('a')`],
  },
  {
    ...empty,
    name: 'nothing',
    output: raw(`{ type: 'object' }`),
    execute: `execute(_: unknown, { dom }) { dom.title = 'x'; }`,
    finds: ['return-invalid execute'],
  },
  {
    ...empty,
    name: 'nothing, early',
    output: raw(`{ type: 'object' }`),
    execute: `execute(_: unknown, { dom }) { if (dom.title) return; return {}; }`,
    finds: ['return-invalid return;'],
  },
  {
    ...empty,
    name: 'nothing is null',
    output: raw(`{ type: 'null' }`),
    execute: `execute(_: unknown, { dom }) { dom.title = 'x'; }`,
  },
  {
    ...empty,
    name: 'throws always',
    output: raw(`{ type: 'object' }`),
    execute: `execute() { throw new Error('x'); }`,
  },
  {
    ...empty,
    name: 'inner functions return for themselves',
    output: raw(`{ type: 'number' }`),
    execute: `execute() { const a = () => { return 'a'; }; return a().length; }`,
  },
  {
    ...empty,
    name: 'unions by their tag',
    output:
      'Type.Union([Type.Object({ ok: Type.Literal(true), n: Type.Number() }), Type.Object({ ok: Type.Literal(false), error: Type.String() })])',
    execute: `execute: (_: unknown, { dom }) => dom.title ? { ok: true as const, n: 1 } : { ok: false as const, error: 'x' }`,
  },
  {
    ...empty,
    name: 'a union, one of which nearly fits',
    output: raw(
      `{ anyOf: [{ type: 'object', properties: { ok: { const: true }, n: { type: 'number' } }, required: ['ok', 'n'] }, { type: 'object', properties: { ok: { const: false }, error: { type: 'string' } }, required: ['ok', 'error'] }] }`,
    ),
    execute: `execute: () => ({ ok: true, n: 'x' })`,
    finds: [`return-invalid 'x'`],
  },
  {
    ...empty,
    name: 'a class with methods',
    output: wants('id: Type.String()'),
    before: `class Cell { id = 'a'; move() {} }`,
    execute: 'execute: () => new Cell()',
  },
  {
    ...empty,
    name: 'something with toJSON',
    output: wants('id: Type.String()'),
    before: `class Cell { name = 'a'; toJSON() { return { id: this.name }; } }`,
    execute: 'execute: () => new Cell() as any as { id: string }',
  },
  {
    ...empty,
    name: 'something with toJSON, by its type',
    output: raw(
      `{ type: 'object', properties: { id: { type: 'string' } }, required: ['id'], additionalProperties: false }`,
    ),
    before: `class Cell { name = 'a'; toJSON() { return { id: this.name }; } }`,
    execute: 'execute: () => new Cell()',
  },
  {
    ...empty,
    name: 'a record',
    output: raw(`{ type: 'object', required: ['id'] }`),
    before: 'declare const map: Record<string, string>;',
    execute: 'execute: () => map',
  },
  {
    ...empty,
    name: 'a recursive type',
    output: raw(`{ type: 'object', properties: { next: { $ref: '#' } } }`),
    before: 'interface Link { next?: Link } declare const link: Link;',
    execute: 'execute: () => link',
  },
  {
    ...empty,
    name: 'a generic',
    output: raw(`{ type: 'object', required: ['id'] }`),
    before: 'function same<T>(value: T): T { return value; }',
    execute: `execute: () => same({ id: 'a' })`,
  },
  {
    ...empty,
    name: 'a generator',
    output: raw(`{ type: 'object' }`),
    execute: `*execute() { yield 1; return 'x'; }`,
  },
  {
    ...empty,
    name: 'a list of another type',
    output: raw(`{ type: 'array', items: { type: 'number' } }`),
    execute: `execute: () => ['a', 1]`,
    finds: [`return-invalid 'a'`],
  },
  {
    ...empty,
    name: 'a list where an object is wanted',
    output: raw(`{ type: 'object' }`),
    execute: `execute: () => [1]`,
    finds: ['return-invalid [1]'],
  },
  {
    ...empty,
    name: 'an enum',
    output: raw(`{ enum: ['a', 'b'] }`),
    before: `enum Kind { A = 'a', B = 'b' } declare const kind: Kind;`,
    execute: 'execute: () => kind',
  },
  {
    ...empty,
    name: 'a branded text',
    output: raw(`{ type: 'string' }`),
    before: `declare const id: string & { readonly brand: 'id' };`,
    execute: 'execute: () => id',
  },
];

const ERRORS: readonly HandlerCase[] = [
  {
    ...empty,
    name: 'a good error',
    execute: `execute() { if (readCell('')) throw new BTCPError('NOT_THERE', { message: 'x', suggestion: 'y' }); return 'x'; }`,
  },
  {
    ...empty,
    name: 'a code of the toolkit',
    execute: `execute() { if (readCell('')) throw new BTCPError('INVALID_ARGUMENT', 'x'); return 'x'; }`,
  },
  {
    ...empty,
    name: 'a bad code',
    execute: `execute() { if (readCell('')) throw new BTCPError('not-there', { suggestion: 'y' }); return 'x'; }`,
    finds: [`error-code-malformed 'not-there'`],
  },
  {
    ...empty,
    name: 'renamed',
    execute: `execute() { if (readCell('')) throw new Failure('nope', { suggestion: 'y' }); return 'x'; }`,
    finds: [`error-code-malformed 'nope'`],
  },
  {
    ...empty,
    name: 'no suggestion',
    execute: `execute() { if (readCell('')) throw new BTCPError('NOT_THERE'); return 'x'; }`,
    finds: [`error-without-suggestion new BTCPError('NOT_THERE')`],
  },
  {
    ...empty,
    name: 'options from elsewhere',
    before: `declare const options: { suggestion: string };`,
    execute: `execute() { if (readCell('')) throw new BTCPError('NOT_THERE', options); return 'x'; }`,
  },
  {
    ...empty,
    name: 'options with a spread',
    before: `declare const options: { suggestion: string };`,
    execute: `execute() { if (readCell('')) throw new BTCPError('NOT_THERE', { ...options, message: 'x' }); return 'x'; }`,
  },
  {
    ...empty,
    name: 'a class of the same name',
    before: `class Other { static BTCPError = class extends Error { constructor(code: string) { super(code); } } }\nconst Mine = Other.BTCPError;`,
    execute: `execute() { if (readCell('')) throw new Mine('nope'); return 'x'; }`,
  },
  {
    ...empty,
    name: 'in a helper',
    before: `function find() { if (readCell('')) throw new BTCPError('nope'); }`,
    execute: `execute() { find(); return 'x'; }`,
    finds: [`error-without-suggestion new BTCPError('nope')`, `error-code-malformed 'nope'`],
  },
  {
    ...empty,
    name: 'not called',
    before: `export function find() { if (readCell('')) throw 'nope'; }`,
    execute: `execute() { return 'x'; }`,
  },
  {
    ...empty,
    name: 'a text',
    execute: `execute() { if (readCell('')) throw 'nope'; return 'x'; }`,
    finds: [`thrown-not-error 'nope'`],
  },
  {
    ...empty,
    name: 'an object',
    execute: `execute() { if (readCell('')) throw { code: 1 }; return 'x'; }`,
    finds: ['thrown-not-error { code: 1 }'],
  },
  {
    ...empty,
    name: 'a variable',
    execute: `execute() { const text = readCell(''); if (text) throw text; return 'x'; }`,
    finds: ['thrown-not-error text'],
  },
  {
    ...empty,
    name: 'what was caught',
    execute: `execute() { try { return readCell(''); } catch (error) { throw error; } }`,
  },
  { ...empty, name: 'caught at once', execute: `execute() { try { throw 'nope'; } catch { return 'x'; } }` },
  {
    ...empty,
    name: 'caught from a helper',
    before: `function find() { if (readCell('')) throw 'nope'; }`,
    execute: `execute() { try { find(); } catch { return 'y'; } return 'x'; }`,
  },
  {
    ...empty,
    name: 'caught once and not again',
    before: `function find() { if (readCell('')) throw 'nope'; }`,
    execute: `execute() { try { find(); } catch { return 'y'; } find(); return 'x'; }`,
    finds: [`thrown-not-error 'nope'`],
  },
  {
    ...empty,
    name: 'a finally catches nothing',
    execute: `execute() { try { throw 'nope'; } finally { readCell(''); } }`,
    finds: [`thrown-not-error 'nope'`],
  },
  {
    ...empty,
    name: 'an error of the platform',
    execute: `execute() { if (readCell('')) throw new DOMException('x'); return 'x'; }`,
  },
  {
    ...empty,
    name: 'the reason of a signal',
    execute: `execute(_: unknown, { signal }) { if (signal.aborted) throw signal.reason; return 'x'; }`,
  },
  {
    ...empty,
    name: 'a subclass',
    before: 'class Mine extends Error {}',
    execute: `execute() { if (readCell('')) throw new Mine('x'); return 'x'; }`,
  },
  {
    ...empty,
    name: 'made by a function',
    before: `const fail = (code: string) => new BTCPError(code, { suggestion: 'x' });`,
    execute: `execute() { if (readCell('')) throw fail('x'); return 'x'; }`,
  },
  {
    ...empty,
    name: 'rejected',
    execute: `execute() { return readCell('') ? Promise.reject('nope') : 'x'; }`,
    finds: [`thrown-not-error 'nope'`],
  },
];

const PROMISES: readonly HandlerCase[] = [
  { ...empty, name: 'awaits', execute: `async execute() { await library.later(); return 'x'; }` },
  {
    ...empty,
    name: 'does not await',
    execute: `async execute() { library.later(); return 'x'; }`,
    finds: ['promise-not-awaited library.later()'],
  },
  { ...empty, name: 'void', execute: `async execute() { void library.later(); return 'x'; }` },
  {
    ...empty,
    name: 'catch',
    execute: `async execute() { library.later().catch(() => {}); library.later().then(() => {}, () => {}); library.later().catch(() => {}).finally(() => {}); return 'x'; }`,
  },
  {
    ...empty,
    name: 'then',
    execute: `async execute() { library.later().then(() => {}); return 'x'; }`,
    finds: ['promise-not-awaited library.later().then(() => {})'],
  },
  {
    ...empty,
    name: 'of a method of the platform',
    execute: `async execute() { navigator.clipboard.writeText('x'); return 'x'; }`,
    finds: [`promise-not-awaited navigator.clipboard.writeText('x')`],
  },
  {
    ...empty,
    name: 'in a condition',
    execute: `async execute(_: unknown, { dom }) { dom.title && library.later(); return 'x'; }`,
    finds: ['promise-not-awaited library.later()'],
  },
  {
    ...empty,
    name: 'in an async callback',
    execute: `async execute() { await Promise.all([1].map(async () => { library.later(); })); return 'x'; }`,
    finds: ['promise-not-awaited library.later()'],
  },
  {
    ...empty,
    name: 'in a listener',
    execute: `execute(_: unknown, { dom }) { dom.addEventListener('click', () => { library.later(); }); return 'x'; }`,
  },
  {
    ...empty,
    name: 'forEach',
    execute: `async execute() { [1].forEach(async () => { await library.later(); }); return 'x'; }`,
    finds: ['promise-not-awaited [1].forEach(async () => { await library.later(); })'],
  },
  {
    ...empty,
    name: 'kept alive',
    execute: `async execute() { fetch('/log', { keepalive: true }); return 'x'; }`,
  },
  {
    ...empty,
    name: 'collected',
    execute: `async execute() { const all: Promise<void>[] = []; all.push(library.later()); await Promise.all(all); return 'x'; }`,
  },
  { ...empty, name: 'returned', execute: `execute: () => library.later().then(() => 'x')` },
  {
    ...empty,
    name: 'maybe a promise',
    before: 'declare function maybe(): void | Promise<void>;',
    execute: `execute() { maybe(); return 'x'; }`,
  },
  {
    ...empty,
    name: 'any',
    before: 'declare const anything: any;',
    execute: `execute() { anything(); return 'x'; }`,
  },
  {
    ...empty,
    name: 'a thenable of its own',
    before: 'declare function query(): { then(run: () => void): void };',
    execute: `execute() { query(); return 'x'; }`,
  },
  {
    ...empty,
    name: 'in a helper',
    before: `async function helper() { library.later(); }`,
    execute: `async execute() { await helper(); return 'x'; }`,
    finds: ['promise-not-awaited library.later()'],
  },
];

const SIGNALS: readonly HandlerCase[] = [
  {
    ...empty,
    name: 'a loop',
    execute: `async execute() { while (readCell('')) await library.later(); return 'x'; }`,
    finds: ['signal-ignored while'],
  },
  {
    ...empty,
    name: 'a loop that looks',
    execute: `async execute(_: unknown, { signal }) { while (!signal.aborted) await library.later(); return 'x'; }`,
  },
  {
    ...empty,
    name: 'by the context',
    execute: `async execute(_: unknown, context) { while (!context.signal.aborted) await library.later(); return 'x'; }`,
  },
  {
    ...empty,
    name: 'a context for something else',
    execute: `async execute(_: unknown, context) { while (context.dom.title) await library.later(); return 'x'; }`,
    finds: ['signal-ignored while'],
  },
  {
    ...empty,
    name: 'a context taken apart',
    execute: `async execute(_: unknown, context) { const { signal } = context; while (readCell('')) await library.later(); return String(signal.aborted); }`,
  },
  {
    ...empty,
    name: 'a context passed on',
    before: 'declare function run(context: object): Promise<void>;',
    execute: `async execute(_: unknown, context) { while (readCell('')) await run(context); return 'x'; }`,
  },
  {
    ...empty,
    name: 'the rest of the context',
    execute: `async execute(_: unknown, { dom, ...rest }) { while (dom.title) await library.later(); return String(rest); }`,
  },
  {
    ...empty,
    name: 'a loop without await',
    execute: `async execute() { for (const each of ['a']) readCell(each); await library.later(); return 'x'; }`,
  },
  {
    ...empty,
    name: 'a loop of promises',
    execute: `async execute() { const all = []; for (const each of ['a']) all.push((async () => { await library.later(); return each; })()); return (await Promise.all(all)).join(); }`,
  },
  {
    ...empty,
    name: 'async iteration',
    before: 'declare const stream: AsyncIterable<string>;',
    execute: `async execute() { let text = ''; for await (const part of stream) text += part; return text; }`,
    finds: ['signal-ignored for'],
  },
  {
    ...empty,
    name: 'a fetch',
    execute: `async execute() { const answer = await fetch('/x'); return answer.text(); }`,
    finds: [`signal-ignored fetch('/x')`],
  },
  {
    ...empty,
    name: 'a fetch with options',
    execute: `async execute() { const answer = await fetch('/x', { method: 'POST' }); return answer.text(); }`,
    finds: [`signal-ignored fetch('/x', { method: 'POST' })`],
  },
  {
    ...empty,
    name: 'a fetch with a signal of its own',
    execute: `async execute() { const answer = await fetch('/x', { signal: AbortSignal.timeout(9) }); return answer.text(); }`,
  },
  {
    ...empty,
    name: 'a fetch with options from elsewhere',
    before: 'declare const options: RequestInit;',
    execute: `async execute() { const answer = await fetch('/x', options); return answer.text(); }`,
  },
  {
    ...empty,
    name: 'a fetch in a helper',
    before: `import { load } from './library.ts';`,
    execute: `async execute() { return load(); }`,
    finds: ['signal-ignored execute'],
  },
  {
    ...empty,
    name: 'a fetch in a helper with the signal',
    execute: `async execute(_: unknown, { signal }) { return library.loadWith(signal); }`,
  },
  {
    ...empty,
    name: 'a fetch of its own',
    before: 'const fetch = (path: string) => path;',
    execute: `execute: () => fetch('/x')`,
  },
];

/** All cases. */
export const HANDLER_CASES: readonly HandlerCase[] = [
  INPUTS,
  UNDECLARED,
  DEFAULTS,
  RETURNS,
  ERRORS,
  PROMISES,
  SIGNALS,
].flat();
