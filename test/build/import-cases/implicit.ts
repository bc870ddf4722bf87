import { A, B, before, MARK, type ImportCase } from './import-case.ts';

const SETTING = `{ A.title = 'm'; return 'm'; }`;
const ITERATING = `*[Symbol.iterator]() { A.title = 'm'; yield A; }`;

/** Code that runs implicitly. */
export const IMPLICIT: readonly ImportCase[] = [
  before('spreadIterator', `${A}const o = { ${ITERATING} };\nexport const list = [...o];\n`),
  before('spreadCall', `${A}const o = { ${ITERATING} };\nMath.max(...(o as any));\n`),
  before('templateText', `${A}const o = { toString() ${SETTING} };\nexport const text = \`\${o}\`;\n`),
  before('plusText', `${A}const o: any = { toString() ${SETTING} };\nexport const text = 'a' + o;\n`),
  before('plusValue', `${A}const o: any = { valueOf() ${SETTING} };\nexport const n = +o;\n`),
  before(
    'toPrimitive',
    `${A}const o: any = { [Symbol.toPrimitive]() ${SETTING} };\nexport const n = o * 1;\n`,
  ),
  before(
    'stringify',
    `${A}const o = { toJSON() ${SETTING} };\nexport const text = JSON.stringify({ deep: [o] });\n`,
  ),
  before('compared', `${A}const o: any = { valueOf() ${SETTING} };\nif (o > 1) void 0;\n`),
  before('asKey', `${A}const o: any = { toString() ${SETTING} };\nexport const keyed = { [o]: 1 };\n`),
  before('forOf', `${A}const o = { ${ITERATING} };\nfor (const each of o) void each;\n`),
  before(
    'forOfMarks',
    `${A}const o = { *[Symbol.iterator]() { yield A; } };\nfor (const each of o) each.title = 'm';\n`,
  ),
  before('destructured', `${A}const o = { ${ITERATING} };\nexport const [first] = o as any;\n`),
  before('destructuredGetter', `${A}const o = { get title() ${SETTING} };\nexport const { title } = o;\n`),
  before('indexedGetter', `${A}const o: any = { get title() ${SETTING} };\nexport const t = o['title'];\n`),
  before('spreadGetter', `${A}const o = { get title() ${SETTING} };\nexport const copy = { ...o };\n`),
  before(
    'assignedGetter',
    `${A}const o = { get title() ${SETTING} };\nexport const copy = Object.assign({}, o);\n`,
  ),
  before(
    'classGetter',
    `${A}class O { get title() ${SETTING} }\nconst o = new O();\nexport const t = o.title;\n`,
  ),
  before(
    'classSetter',
    `${A}class O { set title(t: string) { A.title = t; } }\nconst o: any = new O();\no['title'] = 'm';\n`,
  ),
  before(
    'definedGetter',
    `${A}const o: any = {};\nObject.defineProperty(o, 'go', { get() ${SETTING} });\nvoid o.go;\n`,
  ),
  before(
    'proxyGet',
    `${A}const p: any = new Proxy({}, { get(_, k) { A.title = 'm'; return k; } });\nexport const t = p.anything;\n`,
  ),
  before(
    'proxySet',
    `${A}const p: any = new Proxy({}, { set(_, k, v) { A[k] = v; return true; } });\np.title = 'm';\n`,
  ),
  before(
    'proxyHas',
    `${A}const p: any = new Proxy({}, { has() { A.title = 'm'; return true; } });\nexport const is = 'x' in p;\n`,
  ),
  before('proxyOf', `${A}const p: any = Proxy.revocable(A, {}).proxy;\np.title = 'm';\n`),
  before(
    'hasInstance',
    `${A}const o: any = { [Symbol.hasInstance]() { A.title = 'm'; return true; } };\nexport const is = {} instanceof o;\n`,
  ),
  before(
    'thenable',
    `${A}const o = { then(done: any) { A.title = 'm'; done(1); } };\nexport const t = await (o as any);\n`,
  ),
  before(
    'species',
    `${A}class L extends Array<any> { static get [Symbol.species]() { A.title = 'm'; return Array; } }\nexport const l = L.from([1]).map((n) => n);\n`,
  ),
  before(
    'sortedBy',
    `${A}${B}const by = (s: any, t: any) => { s.title = 'm'; t.title = 'm'; return 0; };\nexport const sorted = [A, B].sort(by);\n`,
  ),
  before(
    'reviver',
    `${A}export const read = JSON.parse('{"a":1}', (k, v) => { A.title = 'm'; return v; });\n`,
  ),
  before('replacer', `${A}export const text = 'abc'.replace(/b/, () => { A.title = 'm'; return ''; });\n`),
  before(
    'arrayFrom',
    `${A}export const all = Array.from({ length: 1 }, () => { A.title = 'm'; return 1; });\n`,
  ),
  before('promised', `${A}${MARK}await Promise.resolve(A).then(mark);\n`),
  before(
    'using',
    `${A}const o = { [Symbol.dispose ?? 'x']() { A.title = 'm'; } };\nfunction scope() { try { return 1; } finally { (o as any)[Symbol.dispose ?? 'x'](); } }\nscope();\n`,
  ),
];
