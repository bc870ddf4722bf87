import { describe, expect, it } from 'vitest';
import { build } from '@btcp/codegen';
import { full } from '../support/runs.ts';
import { definition, IMPORTS } from '../support/tool-source.ts';
import { configText, writeProject } from '../support/write-project.ts';
import { casesBuilder, tool } from './build-cases.ts';

const CONFIG = configText("['src/tools/*.ts']");
const TYPE = `import { Type } from '@sinclair/typebox';\n`;
const A = `const A: any = Type.Object({ x: Type.String() });\n`;
const B = `const B: any = Type.Object({ y: Type.String() });\n`;
const MARK = `function mark(s: any) { s.title = 'm'; }\n`;

/** The diagnostic of a statement that may change a value, but uses what the build does not run. */
const leftOut = (name: string, what: string): string =>
  `schema-statement-left-out: This statement may change \`${name}\`, which the schemas need, and is not run: it uses ${what}.`;

/** The schemas of cases without errors. */
const schemasOf = casesBuilder();
/** What is said of cases that may have errors, after which there are no schemas. */
const reportsOf = casesBuilder();

const STRING = { type: 'string' };
const object = (properties: Readonly<Record<string, unknown>>, more: object = {}): object => ({
  type: 'object',
  properties,
  ...(Object.keys(properties).length > 0 && { required: Object.keys(properties) }),
  ...more,
});

describe('runs statements that change a schema', () => {
  const MARKED = object({ x: STRING }, { title: 'm' });
  const SHARED = `${TYPE}export ${A}`;

  it.concurrent('by calling one of the author’s functions', async () => {
    const cases = [
      ['byName', `${A}${MARK}[A].forEach(mark);\n`],
      ['inFunction', `${A}${MARK}function all() { [A].forEach(mark); }\nall();\n`],
      ['ofList', `${A}function markAll(list: any[]) { for (const s of list) s.title = 'm'; }\nmarkAll([A]);\n`],
      ['ofOptions', `${A}function markIt({ schema }: any) { schema.title = 'm'; }\nmarkIt({ schema: A });\n`],
      ['ofRest', `${A}${B}function markAll(...l: any[]) { for (const s of l) s.title = 'm'; }\nfunction go() { markAll(B, A); }\ngo();\n`],
      ['ofObject', `${A}const helpers = { mark(s: any) { s.title = 'm'; } };\nhelpers.mark(A);\n`],
      ['ofClass', `${A}class H { static mark(s: any) { s.title = 'm'; } }\nfunction go() { H.mark(A); }\ngo();\n`],
      ['ofConstructor', `${A}class Marker { constructor(s: any) { s.title = 'm'; } }\nnew Marker(A);\n`],
      ['ofMethod', `${A}const o = { run() { A.title = 'm'; } };\no.run();\n`],
      ['ofSetter', `${A}const o: any = { set v(n: string) { A.title = n; } };\no.v = 'm';\n`],
      ['curried', `${A}const markAs = (text: string) => (s: any) => { s.title = text; };\nmarkAs('m')(A);\n`],
      ['wrapped', `${A}const once = (fn: any) => fn;\nconst m = once((s: any) => { s.title = 'm'; });\nm(A);\n`],
      ['called', `${A}${MARK}mark.call(undefined, A);\n`],
      ['tagged', `${A}function tag(_: any, s: any) { s.title = 'm'; }\ntag\`\${A}\`;\n`],
      ['byDefault', `${A}function m(s: any = A) { s.title = 'm'; }\nm();\n`],
      ['mutual', `${A}${B}function f(s: any, n: number) { g(s, n - 1); s.title = 'm'; }\nfunction g(s: any, n: number) { if (n > 0) f(s, n); }\nfunction first() { f(B, 1); }\nfunction second() { g(A, 1); }\nfirst();\nsecond();\n`],
      ['bound', `${A}function note(this: any, t: string) { this.title = t; }\nnote.bind(A)('m');\n`],
      ['boundLater', `${A}const as = (t: string) => function (this: any) { this.title = t; };\nconst go = as('m').bind(A);\ngo();\n`],
      ['ofGetter', `${A}const o = { get go() { A.title = 'm'; return 1; } };\nvoid o.go;\n`],
      ['ofDecorator', `${A}function deco(_: any, __: any) { A.title = 'm'; }\n@deco class D {}\nexport { D };\n`],
      ['ofEnvironment', `${A}const isLive = process.env['BTCP_IS_LIVE'] === 'yes';\nif (!isLive && typeof window === 'undefined') A.title = 'm';\n`],
      ['caught', `${A}try { throw A; } catch (e: any) { e.title = 'm'; }\n`],
      ['returned', `${A}const get = (): any => A;\nget().title = 'm';\n`],
      ['inDeclaration', `${A}const tweak = (s: any, more: any) => Object.assign(s, more);\nexport const other = tweak(A, { title: 'm' });\n`],
    ] as const; // prettier-ignore
    const { schemas, reports } = await schemasOf(cases);
    expect(reports.map((report) => report.split('`, which')[0])).toEqual([
      'src/tools/ofEnvironment.ts:4 schema-varies: The schemas are read with `process.env.BTCP_IS_LIVE',
    ]);
    expect(schemas).toEqual(Object.fromEntries(cases.map(([name]) => [name, MARKED])));
  });

  it.concurrent('through another name', async () => {
    const cases = [
      ['constant', `${A}const props: any = A.properties;\nprops.x.title = 'm';\n`],
      ['destructured', `${A}const { x } = A.properties;\nx.title = 'm';\n`],
      ['found', `${A}const all: any[] = [A];\nall.find((s) => s.type).properties.x.title = 'm';\n`],
      ['mapped', `${A}const all = new Map<string, any>([['a', A]]);\nall.get('a').properties.x.title = 'm';\n`],
      ['indexed', `${A}${B}const all: any[] = [A, B];\nall[0].properties.x.title = 'm';\n`],
      ['listed', `${A}${B}const all: any = { A, B };\nfor (const s of Object.values<any>(all)) for (const p of Object.values<any>(s.properties)) p.title = 'm';\n`],
      ['pushed', `${A}const all: any[] = [];\nall.push(A);\nall[0].properties.x.title = 'm';\n`],
      ['chosen', `${A}${B}(A ? A : B).properties.x.title = 'm';\n`],
      ['assigned', `${A}const { assign } = Object;\nassign(A.properties.x, { title: 'm' });\n`],
      ['viaTypeBox', `import { Value } from '@sinclair/typebox/value';\n${A}Value.Mutate(A, { ...A, properties: { x: Type.String({ title: 'm' }) } });\n`],
    ] as const; // prettier-ignore
    const { schemas, reports } = await schemasOf(cases);
    expect(reports).toEqual([]);
    const marked = object({ x: { ...STRING, title: 'm' } });
    expect(schemas).toEqual(Object.fromEntries(cases.map(([name]) => [name, marked])));
  });

  it.concurrent('through one of the author’s builders', async () => {
    const BUILDER = `const b: any = { f: {}, define(k: string) { return (this.f[k] = Type.String()); } };\n`;
    const { schemas, reports } = await schemasOf([
      ['declared', `${BUILDER}export const X = b.define('x');\n`, 'Type.Object(b.f)'],
      [
        'named',
        `class Fields { p: any = {}; has(k: string, s: any) { this.p[k] = s; return this; } get() { return Type.Object(this.p); } }\nconst f = new Fields();\nf.has('x', Type.String());\n`,
        'f.get()',
      ],
    ]);
    expect(reports).toEqual([]);
    expect(schemas).toEqual({ declared: object({ x: STRING }), named: object({ x: STRING }) });
  });

  it.concurrent('in other modules', async () => {
    const patch = (file: string, rest = ''): string =>
      `import { A } from './${file}.ts';\nA.title = 'm';\n${rest}`;
    const cases = [
      ['patched', `import { A } from '../lib/a1.ts';\nimport '../lib/p1.ts';\n`, 'A', { a1: SHARED, p1: patch('a1') }],
      ['twice', `import { A } from '../lib/a2.ts';\nimport '../lib/q2.ts';\n`, 'A', { a2: SHARED, q2: `import './p2.ts';\n`, p2: patch('a2') }],
      ['setUp', `import { A } from '../lib/a3.ts';\nimport { setup } from '../lib/p3.ts';\nsetup();\n`, 'A', { a3: SHARED, p3: `import { A } from './a3.ts';\nexport function setup() { A.title = 'm'; }\n` }],
      ['namespaced', `import * as all from '../lib/a4.ts';\nimport { A } from '../lib/a4.ts';\nall.A.title = 'm';\n`, 'A', { a4: SHARED }],
      ['besides', `import { A } from '../lib/a5.ts';\nimport { label } from '../lib/p5.ts';\nconst { title } = label;\nA.title = title;\n`, 'A', { a5: SHARED, p5: patch('a5', `export const label = { title: A.title };\n`) }],
      ['throughBarrel', `import { A } from '../lib/b6.ts';\nimport '../lib/p6.ts';\n`, 'A', { a6: SHARED, b6: `export * from './a6.ts';\n`, p6: patch('b6') }],
    ] as const; // prettier-ignore
    const { schemas, reports } = await schemasOf(cases);
    expect(reports).toEqual([]);
    expect(schemas).toEqual(Object.fromEntries(cases.map(([name]) => [name, MARKED])));
  });

  it.concurrent('in a registry that modules fill on import', async () => {
    const registry = `${TYPE}const all: any = {};\nexport const register = (k: string, s: any) => { all[k] = s; };\nexport const made = () => Type.Object(all);\n`;
    const x = `${TYPE}import { register } from './registry.ts';\ndocument.title;\nregister('x', Type.String());\n`;
    const source = `import '../lib/x.ts';\nimport { made } from '../lib/registry.ts';\n`;
    const { schemas, reports } = await schemasOf([['gathered', source, 'made()', { registry, x }]]);
    expect(reports).toEqual([]);
    expect(schemas).toEqual({ gathered: object({ x: STRING }) });
  });

  it.concurrent('through the tool', async () => {
    const source = `${A}${tool('getIt', 'Type.Object({})')}function tag(t: any) { t.inputSchema.title = 'm'; }\n[getIt].forEach(tag);\n`;
    const { schemas, reports } = await schemasOf([['other', source]]);
    expect(reports).toEqual([]);
    expect(schemas).toEqual({ getIt: object({}, { title: 'm' }), other: object({ x: STRING }) });
  });

  it.concurrent('but not the tool, which is frozen', async () => {
    const { reports } = await reportsOf([
      ['other', `${tool('getIt', 'Type.Object({})')}getIt.tags = [];\n${A}`],
    ]);
    expect(reports).toEqual([
      'src/tools/other.ts:11 schema-throws: Reading the schemas threw: Cannot add property tags, object is not extensible',
    ]);
  });
});

describe('tells storing a value in an object from changing it through the object', () => {
  const HOST = `document.title`;
  const APP = `import { serve } from 'not-installed';\n`;
  const put = [
    ['member', `${A}const form: any = { schema: A, el: null };\nform.el = document.querySelector('form');\n`],
    ['inFunction', `${A}const state: any = { schema: A };\nfunction main() { state.el = document.body; }\nmain();\n`],
    ['pushed', `${A}const all: any[] = [];\nall.push(A);\nall.push(${HOST});\n`],
    ['pushedDeeper', `${A}const all: any = { list: [] };\nall.list.push(A);\nall.list.push(${HOST});\n`],
    ['rebound', `${A}let last: unknown = A;\nlast = ${HOST};\nexport { last };\n`],
    ['mapped', `${A}const all = new Map<string, any>([['a', A]]);\nall.set('b', ${HOST});\n`],
    ['keyed', `${A}const names = new Map<object, string>();\nnames.set(A, ${HOST});\n`],
    ['packaged', `${APP}${A}const app = serve();\nconst routes: any = { a: A };\nroutes.app = app;\napp.post('/', () => A);\napp.listen(80);\n`],
    ['instance', `${A}class App { on = false; constructor(readonly schema: unknown) {} start() { this.on = true; process.exit(3); } }\nconst app = new App(A);\napp.start();\n`],
    ['instancePackaged', `${APP}${A}class App { on = false; constructor(readonly schema: unknown) {} start() { this.on = true; serve(); } }\nconst app = new App(A);\napp.start();\n`],
    ['used', `${APP}${A}class App { all: any[] = []; use(s: any) { serve(); this.all.push(s); return this; } }\nconst app = new App();\napp.use(A).use(1);\n`],
  ] as const; // prettier-ignore
  const through = [
    ['member', `${A}const form: any = { schema: A };\nform.schema.title = 'm';\n`],
    ['pushed', `${A}const all: any[] = [];\nall.push(A);\nall[0].title = 'm';\n`],
    ['deeper', `${A}const all: any = { list: [] };\nall.list.push(A);\nall.list[0].title = 'm';\n`],
    ['rebound', `${A}let last: any;\nlast = A;\nlast.title = 'm';\n`],
    ['mapped', `${A}const all = new Map<string, any>();\nall.set('b', A);\nall.get('b').title = 'm';\n`],
    ['each', `${A}${MARK}const all = { A };\nconst list = Object.values(all);\nlist.forEach(mark);\n`],
    ['looped', `${A}const all = { A };\nfor (const s of Object.values<any>(all)) s.title = 'm';\n`],
    ['instance', `${A}class App { constructor(readonly schema: any) {} start() { this.schema.title = 'm'; } }\nconst app = new App(A);\napp.start();\n`],
    ['local', `${A}function main() { const all: any[] = []; all.push(A); all[0].title = 'm'; }\nmain();\n`],
    ['proxied', `${A}const p: any = new Proxy(A, {});\np.title = 'm';\n`],
  ] as const; // prettier-ignore

  full.concurrent(
    'where it is put: what is for a page or a package does not run, and is said to',
    async () => {
      const { schemas, reports } = await schemasOf(put);
      const page = leftOut('A', '`document`, which only a page or a process has');
      const end = leftOut('A', '`process`, which only a page or a process has');
      const serve = leftOut('A', 'the package `not-installed`');
      expect(reports).toEqual([
        `src/tools/inFunction.ts:6 ${page}`,
        `src/tools/instance.ts:5 ${end}`,
        `src/tools/instance.ts:6 ${end}`,
        `src/tools/instancePackaged.ts:6 ${serve}`,
        `src/tools/instancePackaged.ts:7 ${serve}`,
        `src/tools/keyed.ts:5 ${page}`,
        `src/tools/mapped.ts:5 ${page}`,
        `src/tools/member.ts:5 ${page}`,
        `src/tools/packaged.ts:7 ${serve}`,
        `src/tools/packaged.ts:8 ${serve}`,
        `src/tools/pushed.ts:6 ${page}`,
        `src/tools/pushedDeeper.ts:6 ${page}`,
        `src/tools/rebound.ts:5 ${page}`,
        `src/tools/used.ts:7 ${serve}`,
      ]);
      expect(schemas).toEqual(Object.fromEntries(put.map(([name]) => [name, object({ x: STRING })])));
    },
  );

  full.concurrent('where it is changed through the holder', async () => {
    const { schemas, reports } = await schemasOf(through);
    expect(reports).toEqual([]);
    const marked = object({ x: STRING }, { title: 'm' });
    expect(schemas).toEqual(Object.fromEntries(through.map(([name]) => [name, marked])));
  });
});

describe('does not run', () => {
  it.concurrent('what changes a schema beside what the build does not run, and says so', async () => {
    const { schemas, reports } = await schemasOf([
      ['inPage', `${A}const all: any = { A };\nfunction main() { all.A.title = 'm'; fetch('/'); }\nmain();\n`],
      ['inApp', `import { serve } from 'not-installed';\n${A}function main() { A.title = 'm'; serve(); }\nmain();\n`],
    ]); // prettier-ignore
    expect(reports.toSorted()).toEqual([
      `src/tools/inApp.ts:6 ${leftOut('A', 'the package `not-installed`')}`,
      `src/tools/inPage.ts:6 ${leftOut('A', '`fetch`, which only a page or a process has')}`,
    ]);
    expect(schemas).toEqual({ inApp: object({ x: STRING }), inPage: object({ x: STRING }) });
  });

  it.concurrent(
    'what only has to do with tools, or with nothing that is needed, and says so of what mentions a schema',
    async () => {
      const source = `import { Client } from 'not-installed';
import './a.css';
const client = new Client();
function main() { client.start(); document.title = 'x'; }
function own(t: any) { process.exit(3); }
${A}${tool('getIt', 'A')}client.register(getIt);
client.listen(80, () => { A.title = 'no'; });
main();
own(getIt);
console.log(A);
document.body.append(A.title);
`;
      const { schemas, reports } = await schemasOf([['other', source]]);
      expect(reports).toEqual([
        `src/tools/other.ts:18 ${leftOut('A', 'the package `not-installed`')}`,
        `src/tools/other.ts:22 ${leftOut('A', '`document`, which only a page or a process has')}`,
      ]);
      expect(schemas).toEqual({ getIt: object({ x: STRING }), other: object({ x: STRING }) });
    },
  );

  it.concurrent(
    'what makes schemas of its own, such as a check of the environment, and the client beside it',
    async () => {
      const env = `${TYPE}import { Value } from 'not-installed/value';
const read = () => {
  const schema = Type.Object({ url: Type.String() });
  if (!Value.Check(schema, import.meta.env)) throw new Error('This must not run.');
  return import.meta.env;
};
export const env: any = read();
`;
      const client = `import { make } from 'not-installed';\nimport { env } from './env.ts';\nexport const client = make(env.url);\nclient.use(1);\n`;
      const source = `import { client } from '../lib/client.ts';\nexport const list = () => client.list();\n${A}`;
      const { schemas, reports } = await schemasOf([['listed', source, 'A', { env, client }]]);
      expect(reports).toEqual([]);
      expect(schemas).toEqual({ listed: object({ x: STRING }) });
    },
  );

  it.concurrent(
    'what a package makes of a function that reads a library’s errors, without a word',
    async () => {
      const source = `import { initTRPC } from 'not-installed';
import { z, ZodError } from 'zod';
const t = initTRPC.create({ format: (e: unknown) => (e instanceof ZodError || e instanceof z.ZodError ? z.flattenError(e) : null) });
export const router = t.router;
${A}`;
      const { schemas, reports } = await schemasOf([['readErrors', source]]);
      expect(reports).toEqual([]);
      expect(schemas).toEqual({ readErrors: object({ x: STRING }) });
    },
  );

  it.concurrent('what is made of a schema by a package, and notes it', async () => {
    const made =
      'export const db = drizzle({ schema: { A } });\n@Injectable() export class Rows { all = () => A; }\n';
    const source = `import { drizzle, Injectable } from 'not-installed';\n${IMPORTS}${A}${made}${tool('getIt', 'A')}`;
    const cwd = await writeProject({ 'btcp.config.ts': CONFIG, 'src/tools/noted.ts': source });
    const { diagnostics } = await build({ cwd });
    const found = diagnostics.filter(({ id }) => id === 'schema-statement-left-out');
    expect(found).toMatchObject([
      { severity: 'info', file: 'src/tools/noted.ts', line: 5 },
      { severity: 'info', file: 'src/tools/noted.ts', line: 6 },
    ]);
  });

  full.concurrent('the same where a tool beside it has to be evaluated alone', async () => {
    const source = `const bad = document.title;
function own(t: any) { t.list(document); throw new Error('This must not run.'); }
${A}${tool('getIt', 'A')}${tool('getBad', 'Type.Object({}, { title: bad })')}own(getIt);
`;
    const { reports } = await reportsOf([['other', source]]);
    expect(reports).toEqual([
      'src/tools/other.ts:3 schema-needs-global: The schemas need `document.title`, and `document` is not declared or imported here, and no global of Node, where the build reads them.',
    ]);
  });

  it.concurrent('what calls a package, and says so, unless a comment says that it may', async () => {
    const source = `import Ajv from 'not-installed';
const ajv = new Ajv();
const make = () => new Ajv();
const other = make();
const add = (s: any) => ajv.addSchema(s);
${A}ajv.addSchema(A);
for (const s of [A]) other.addSchema(s);
add(A);
// btcp-ignore schema-statement-left-out: it only reads
ajv.addSchema(A);
`;
    const { schemas, reports } = await schemasOf([['getIt', source]]);
    const LEFT_OUT = leftOut('A', 'the package `not-installed`');
    expect(reports).toEqual([
      `src/tools/getIt.ts:9 ${LEFT_OUT}`,
      `src/tools/getIt.ts:10 ${LEFT_OUT}`,
      `src/tools/getIt.ts:11 ${LEFT_OUT}`,
    ]);
    expect(schemas).toEqual({ getIt: object({ x: STRING }) });
  });
});

describe('evaluates a definition at its place', () => {
  it.concurrent('before what comes after it', async () => {
    const limited = 'Type.Object({ x: Type.Integer({ maximum: limit }) })';
    const { schemas, reports } = await schemasOf([
      ['late', `let limit = 10;\n${tool('early', limited)}limit = 20;\n`, limited],
      ['grown', `const f: any = { x: Type.String() };\n${tool('small', 'Type.Object(f)')}f.y = Type.String();\n`, 'Type.Object(f)'],
      ['second', `let limit = 0;\nconst next = () => ++limit;\n${tool('first', 'Type.Object({}, { maxProperties: next() })')}`, 'Type.Object({}, { maxProperties: next() })'],
      ['awaited', '', 'await Promise.resolve(Type.Object({ x: Type.String() }))'],
    ]); // prettier-ignore
    expect(reports).toEqual([]);
    expect(schemas).toEqual({
      early: object({ x: { type: 'integer', maximum: 10 } }),
      late: object({ x: { type: 'integer', maximum: 20 } }),
      // TypeBox keeps the fields it is given, and lists what is required at once.
      small: { ...object({ x: STRING }), properties: { x: STRING, y: STRING } },
      grown: object({ x: STRING, y: STRING }),
      first: object({}, { maxProperties: 1 }),
      second: object({}, { maxProperties: 2 }),
      awaited: object({ x: STRING }),
    });
  });

  full.concurrent('where a constant that is declared below has no value yet', async () => {
    const source = `export const getHail = defineTool(hail);\nconst hail: any = ${definition()};\n${A}`;
    const { reports } = await reportsOf([['getIt', source]]);
    expect(reports).toEqual([
      'src/tools/getIt.ts:3 schema-throws: `hail` has no value yet: it is declared below.',
    ]);
  });

  full.concurrent('and goes on where one throws', async () => {
    const source = `${tool('bad', '(() => { throw new Error("no"); })()')}export const good = defineTool(${definition('tagz: [],')});\n${A}`;
    const { reports } = await reportsOf([['getIt', source]]);
    expect(reports).toEqual([
      'src/tools/getIt.ts:5 schema-throws: Reading the schemas threw: no',
      "src/tools/getIt.ts:16 field-unknown: `tagz` is not part of a tool's definition; did you mean `tags`?",
    ]);
  });
});

it.concurrent(
  'reads code without semicolons, `var` in blocks, and shared schemas that are documented',
  async () => {
    const { schemas, reports } = await schemasOf([
    ['bare', `const A: any = Type.Object({})\nsetTimeout(() => {}, 0)\n;[1, 2].forEach((n) => { A.maxProperties = n })\n`],
    ['counted', `const A: any = Type.Object({})\nlet n = 0\nn++\n;(A as any).maxProperties = 3\n`],
    ['hoisted', `if (Math.max(1, 2) > 1) { var limit = 10; }\n`, 'Type.Object({}, { maxProperties: limit! })'],
    [
      'documented',
      `const S: any = Type.String();\nconst A = Type.Object({\n  /** The x. */\n  x: S,\n  /** The y. */\n  y: S,\n});\nS.minLength = 3;\n`,
    ],
  ]); // prettier-ignore
    expect(reports).toEqual([]);
    expect(schemas).toEqual({
      bare: object({}, { maxProperties: 2 }),
      counted: object({}, { maxProperties: 3 }),
      hoisted: object({}, { maxProperties: 10 }),
      documented: object({
        x: { ...STRING, minLength: 3, description: 'The x.' },
        y: { ...STRING, minLength: 3, description: 'The y.' },
      }),
    });
  },
);

it.concurrent('does not mistake a property of a schema for a handler', async () => {
  const source = `const withInput = (s: any) => ({ inputSchema: s, outputSchema: Type.Any(), capabilities: [], description: 'Reads the value of a cell.' });
export const getIt = defineTool({ ...withInput(Type.Object({ execute: Type.Boolean() })), execute() { return null; } } as any);
${A}`;
  const { schemas, reports } = await schemasOf([['other', source]]);
  expect(reports).toEqual([]);
  expect(schemas['getIt']).toEqual(object({ execute: { type: 'boolean' } }));
});

it('never runs `execute`, however the definition is built', async () => {
  const D = (execute: string): string =>
    `{ description: 'Reads the value of a cell.', inputSchema: Type.Object({}), outputSchema: Type.Any(), capabilities: [], ${execute} }`;
  const RUN = D('execute: connect()');
  const ways: Readonly<Record<string, readonly [before: string, definition: string]>> = {
    indexed: [`const ds: any[] = [${RUN}];`, 'ds[0]'],
    deep: [`const ds: any = { k: { d: ${RUN} } };`, 'ds.k.d'],
    destructured: [`const { d }: any = { d: ${RUN} };`, 'd'],
    late: [`let d: any;\nd = ${RUN};`, 'd'],
    added: [`const d: any = ${D('')};\nd.execute = connect();`, 'd'],
    made: [`const ds: any = { mk() { return ${RUN}; } };`, 'ds.mk()'],
    field: [
      `class D { description = 'Reads the value of a cell.'; inputSchema = Type.Object({}); outputSchema = Type.Any(); capabilities = []; execute = connect(); }`,
      'new D()',
    ],
    ofClass: [`class D { static d: any = ${RUN}; }`, 'D.d'],
  };
  const cwd = await writeProject({
    'btcp.config.ts': CONFIG,
    'src/connect.ts': 'export function connect(): any { process.exit(3); }',
    ...Object.fromEntries(
      Object.entries(ways).map(([name, [before, text]]) => [
        `src/tools/${name}.ts`,
        `${IMPORTS}import { connect } from '../connect.ts';\n${before}\nexport const ${name}: any = defineTool(${text} as any);`,
      ]),
    ),
  });
  const { diagnostics, manifest } = await build({ cwd });
  // What does not run cannot be read either, in most of these ways.
  expect([...new Set(diagnostics.map(({ id }) => id))]).toEqual(['capability-unverifiable']);
  expect(manifest?.tools.map(({ name }) => name).sort()).toEqual(Object.keys(ways).sort());
});

it.concurrent.each([
  ['computed', 'getComputed', `{ ...base, ['exec' + 'ute']: connect() }`],
  ['in an entry', 'getEntry', `Object.fromEntries([...Object.entries(base), ['execute', connect()]])`],
])('runs what makes a handler whose name is %s, and never the handler', async (_, name, made) => {
  const source = `const { execute, ...base } = ${definition()};
const connect = () => () => { process.exit(3); };
export const ${name}: any = defineTool(${made} as any);
${A}`;
  const { reports } = await reportsOf([['other', source]]);
  expect(reports).toEqual([]);
});

it.concurrent.each([
  ['Type.Object({ x: Type.Sting() })', '`Type.Sting` is not a function.'],
  ['Type.Object({ x: Type.String().max(3) })', '`Type.String(...).max` is not a function.'],
])('speaks of %s in the words of the author', async (schema, message) => {
  const { reports } = await reportsOf([['getIt', A, schema]]);
  expect(reports).toEqual([`src/tools/getIt.ts:6 schema-throws: ${message}`]);
});
