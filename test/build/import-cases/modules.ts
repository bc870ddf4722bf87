import { A, before, MARK, SHARED, type ImportCase, TYPE } from './import-case.ts';

const IMPORT_A = `import { A } from '../lib/a.ts';\n`;
const patching = (rest: string): string => `import { A } from './a.ts';\nA.title = 'm';\n${rest}`;

const across = (name: string, source: string, modules: Readonly<Record<string, string>>): ImportCase => ({
  name,
  source: source.replaceAll('../lib/', `../lib/${name}/`),
  modules: Object.fromEntries(Object.entries(modules).map(([file, text]) => [`${name}/${file}`, text])),
});

/** Schemas that other modules make and change. */
export const MODULES: readonly ImportCase[] = [
  across(
    'handlerOnly',
    `${IMPORT_A}import { run } from '../lib/run.ts';\nexport const use = () => run();\n`,
    { a: SHARED, run: patching('export function run() { return 1; }\n') },
  ),
  across(
    'handlerDeep',
    `${IMPORT_A}import { run } from '../lib/run.ts';\nexport const use = () => run();\n`,
    { a: SHARED, run: `import './patch.ts';\nexport function run() { return 1; }\n`, patch: patching('') },
  ),
  across('handlerDefault', `${IMPORT_A}import run from '../lib/run.ts';\nexport const use = () => run();\n`, {
    a: SHARED,
    run: patching('export default function run() { return 1; }\n'),
  }),
  across(
    'handlerNamespace',
    `${IMPORT_A}import * as run from '../lib/run.ts';\nexport const use = () => run.run();\n`,
    { a: SHARED, run: patching('export function run() { return 1; }\n') },
  ),
  across('reExported', `${IMPORT_A}export { run } from '../lib/run.ts';\n`, {
    a: SHARED,
    run: patching('export function run() { return 1; }\n'),
  }),
  across('starExported', `${IMPORT_A}export * from '../lib/run.ts';\n`, {
    a: SHARED,
    run: patching('export function run() { return 1; }\n'),
  }),
  across(
    'patchedBefore',
    `import { run } from '../lib/run.ts';\nimport { A } from '../lib/made.ts';\nexport const use = () => run();\n`,
    {
      base: `export const options: any = { max: 1 };\n`,
      run: `import { options } from './base.ts';\noptions.max = 5;\nexport const run = () => 1;\n`,
      made: `${TYPE}import { options } from './base.ts';\nexport const A = Type.Object({ x: Type.Integer({ maximum: options.max }) });\n`,
    },
  ),
  across(
    'patchedAfter',
    `import { A } from '../lib/made.ts';\nimport { run } from '../lib/run.ts';\nexport const use = () => run();\n`,
    {
      base: `export const options: any = { max: 1 };\n`,
      run: `import { options } from './base.ts';\noptions.max = 5;\nexport const run = () => 1;\n`,
      made: `${TYPE}import { options } from './base.ts';\nexport const A = Type.Object({ x: Type.Integer({ maximum: options.max }) });\n`,
    },
  ),
  across(
    'sideRegistry',
    `import '../lib/fill.ts';\nimport { all } from '../lib/all.ts';\nconst A = Type.Object(all);\n`,
    {
      all: `export const all: any = {};\nexport const add = (k: string, s: any) => { all[k] = s; };\n`,
      fill: `${TYPE}import { add } from './all.ts';\nfor (const k of ['x', 'y']) add(k, Type.String());\n`,
    },
  ),
  across('cyclic', IMPORT_A, {
    a: `${SHARED}import { touch } from './b.ts';\ntouch();\n`,
    b: `import { A } from './a.ts';\nexport function touch() { A.title = 'm'; }\n`,
  }),
  across(
    'liveLet',
    `import { limit, raise } from '../lib/limit.ts';\nraise();\nconst A = Type.Object({ x: Type.Integer({ maximum: limit }) });\n`,
    { limit: `export let limit = 1;\nexport function raise() { limit++; }\n` },
  ),
  across(
    'setupIndirect',
    `${IMPORT_A}import { setups } from '../lib/setups.ts';\nfor (const s of setups) s();\n`,
    { a: SHARED, setups: `import { A } from './a.ts';\nexport const setups = [() => { A.title = 'm'; }];\n` },
  ),
  across(
    'classAcross',
    `${IMPORT_A}import { Marker } from '../lib/marker.ts';\nclass Mine extends Marker { override go(s: any) { s.title = 'm'; } }\nnew Mine(A);\n`,
    { a: SHARED, marker: `export class Marker { constructor(s: any) { this.go(s); } go(_: any) {} }\n` },
  ),
  across('defaultObject', `import lib from '../lib/a.ts';\nlib.A.title = 'm';\nconst A = lib.A;\n`, {
    a: `${TYPE}${A}export default { A };\n`,
  }),
  across(
    'frozenNamespace',
    `import * as lib from '../lib/a.ts';\nObject.values<any>(lib).forEach((s) => { s.title = 'm'; });\nconst { A } = lib;\n`,
    { a: SHARED },
  ),
  across(
    'jsonData',
    `import { A } from '../lib/a.ts';\nimport { data } from '../lib/data.ts';\nA.title = data.title;\n`,
    { a: SHARED, data: `export const data = JSON.parse('{"title":"m"}');\n` },
  ),
  across(
    'patchesBuiltIn',
    `import '../lib/patch.ts';\nconst A = Type.Object({ x: Type.String({ title: 'm'.shout() }) });\n`.replace(
      "'m'.shout",
      "('m' as any).shout",
    ),
    { patch: `(String.prototype as any).shout = function () { return this + '!'; };\n` },
  ),
  across('typeOnly', `import type { T } from '../lib/types.ts';\nexport type U = T;\n${A}`, {
    types: `export type T = 1;\nthrow new Error('no');\n`,
  }),
  before('namespaced', `${A}namespace N { A.title = 'm'; export const n = 1; }\nexport const n = N.n;\n`),
  before('namespaceOnly', `${A}namespace N { export const t = (A.title = 'm'); }\n`),
  before(
    'enumComputed',
    `${A}function go() { A.title = 'm'; return 1; }\nenum E { x = go() }\nexport { E };\n`,
  ),
  before('varHoisted', `${A}if (A) { var late = (A.title = 'm'); }\nexport { late };\n`),
  before('exportedDefault', `${A}${MARK}export default mark(A);\n`),
  before('topAwait', `${A}await (async () => { A.title = 'm'; })();\n`),
  before('forAwait', `${A}for await (const s of [Promise.resolve(A)]) s.title = 'm';\n`),
];
