import { A, B, before, MARK, type ImportCase } from './import-case.ts';

/** Functions that are called other than by name. */
export const CALLS: readonly ImportCase[] = [
  before('boundArguments', `${A}${MARK}const go = mark.bind(null, A);\ngo();\n`),
  before('boundInside', `${A}${MARK}const gos = [mark.bind(null, A)];\nfor (const go of gos) go();\n`),
  before('applied', `${A}${MARK}mark.apply(null, [A]);\n`),
  before('calledOn', `${A}function note(this: any, t: string) { this.title = t; }\nnote.call(A, 'm');\n`),
  before('reflectApply', `${A}${MARK}Reflect.apply(mark, undefined, [A]);\n`),
  before('inArray', `${A}${MARK}const steps = [mark];\nfor (const step of steps) step(A);\n`),
  before('inArrayEach', `${A}${MARK}const steps = [mark];\nsteps.forEach((step) => step(A));\n`),
  before(
    'inMap',
    `${A}${MARK}const steps = new Map([['mark', mark]]);\nfor (const [, step] of steps) step(A);\n`,
  ),
  before('inMapGet', `${A}${MARK}const steps = new Map([['mark', mark]]);\nsteps.get('mark')!(A);\n`),
  before(
    'inRecord',
    `${A}${MARK}const steps: Record<string, any> = { mark };\nfor (const k of Object.keys(steps)) steps[k](A);\n`,
  ),
  before(
    'pushedLater',
    `${A}${MARK}const steps: any[] = [];\nsteps.push(() => mark(A));\nwhile (steps.length) steps.pop()();\n`,
  ),
  before('reduced', `${A}${MARK}[mark].reduce((s, f) => (f(s), s), A);\n`),
  before(
    'piped',
    `${A}${MARK}const pipe = (...fs: any[]) => (v: any) => fs.reduce((s, f) => f(s) ?? s, v);\nexport const done = pipe(mark)(A);\n`,
  ),
  before('optionalCall', `${A}${MARK}const o: any = { mark };\no.mark?.(A);\n`),
  before('comma', `${A}${MARK}(0, mark)(A);\n`),
  before('chosenFunction', `${A}${MARK}const no = (_: any) => {};\n(Number("1") > 0 ? mark : no)(A);\n`),
  before('defaultEffect', `${A}function f(_ = (A.title = 'm')) {}\nf();\n`),
  before('defaultDestructured', `${A}function f({ s = A }: any = {}) { s.title = 'm'; }\nf();\n`),
  before(
    'closureList',
    `${A}const make = () => { const l: any[] = []; return { add: (s: any) => void l.push(s), run: () => l.forEach((s) => { s.title = 'm'; }) }; };\nconst it1 = make();\nit1.add(A);\nit1.run();\n`,
  ),
  before(
    'closureKept',
    `${A}function hold(s: any) { return () => { s.title = 'm'; }; }\nconst go = hold(A);\nexport const done = go();\n`,
  ),
  before(
    'generator',
    `${A}function* g(): any { const s = yield 1; s.title = 'm'; }\nconst it1 = g();\nit1.next();\nit1.next(A);\n`,
  ),
  before('asyncAwaited', `${A}async function go() { await null; A.title = 'm'; }\nawait go();\n`),
  before('argumentsObject', `${A}function go() { (arguments[0] as any).title = 'm'; }\n(go as any)(A);\n`),
  before('taggedMember', `${A}const t: any = { go(_: any, s: any) { s.title = 'm'; } };\nt.go\`\${A}\`;\n`),
  before('iifeNested', `${A}(() => { (function () { A.title = 'm'; })(); })();\n`),
  before(
    'recursive',
    `${A}function walk(v: any) { if (v && typeof v === 'object') { if (v.type === 'string') v.title = 'm'; Object.values(v).forEach(walk); } }\nwalk({ deep: [A] });\n`,
  ),
  before(
    'memo',
    `${A}const known = new WeakMap<any, any>();\nfunction once(s: any) { if (!known.has(s)) known.set(s, (s.title = 'm')); return s; }\nexport const C = Type.Object({ a: once(A) });\n`,
  ),
  before(
    'declaredOnly',
    `${A}const tweak = (s: any) => { s.title = 'm'; return s; };\nexport const unused = tweak(A);\n`,
  ),
  before(
    'nestedData',
    `${A}${B}const model = { forms: { one: { schema: A }, two: { schema: B } } };\nfor (const { schema } of Object.values(model.forms)) schema.title = 'm';\n`,
  ),
  before(
    'entries',
    `${A}const all: any = { A };\nfor (const [k, s] of Object.entries<any>(all)) s.title = k;\n`,
  ),
  before(
    'swapped',
    `let s: any = Type.String();\nlet n: any = Type.Number();\n[s, n] = [n, s];\nconst A = Type.Object({ s, n });\n`,
  ),
  before('logicalAssign', `${A}A.title ??= 'm';\n`),
  before('deleted', `${A}delete A.required;\n`),
  before('labelled', `${A}outer: for (const s of [A]) { s.title = 'm'; break outer; }\n`),
  before('switched', `${A}switch (A.type) { case 'object': A.title = 'm'; }\n`),
  before(
    'whileNext',
    `${A}const it1 = [A].values();\nlet step: any;\nwhile (!(step = it1.next()).done) step.value.title = 'm';\n`,
  ),
  before('forIn', `${A}for (const k in A.properties) A.properties[k].title = k;\n`),
  before('finallyRuns', `${A}try { void 0; } finally { A.title = 'm'; }\n`),
  before(
    'methodName',
    `${A}const which = 'mark' + '';\nconst o: any = { mark(s: any) { s.title = 'm'; } };\no[which](A);\n`,
  ),
  before('viaSet', `${A}const all = new Set([A]);\nfor (const s of all) s.title = 'm';\n`),
  before('viaWeakRef', `${A}const r = new WeakRef(A);\nr.deref().title = 'm';\n`),
  before('viaSymbol', `${A}const K = Symbol();\nconst o: any = { [K]: A };\no[K].title = 'm';\n`),
  before('viaCopy', `${A}const copy = { ...A };\ncopy.properties.x.title = 'm';\n`),
  before('viaGlobal', `${A}(globalThis as any).viaGlobal = A;\n(globalThis as any).viaGlobal.title = 'm';\n`),
  before(
    'fromGlobal',
    `(globalThis as any).fromGlobal = { max: 3 };\nconst A = Type.Object({ x: Type.Integer({ maximum: (globalThis as any).fromGlobal.max }) });\n`,
  ),
];
