import { A, before, type ImportCase } from './import-case.ts';

/** Code that classes run when declared, instantiated and extended. */
export const CLASSES: readonly ImportCase[] = [
  before(
    'virtual',
    `${A}class Base { constructor() { this.init(); } init() {} }\nclass Sub extends Base { override init() { A.title = 'm'; } }\nnew Sub();\n`,
  ),
  before(
    'virtualKept',
    `${A}class Base { constructor() { this.init(); } init() {} }\nclass Sub extends Base { override init() { A.title = 'm'; } }\nexport const sub = new Sub();\n`,
  ),
  before(
    'template',
    `${A}abstract class Base { run() { this.step(); } abstract step(): void; }\nclass Sub extends Base { step() { A.title = 'm'; } }\nnew Sub().run();\n`,
  ),
  before('fields', `${A}class F { title = (A.title = 'm'); }\nnew F();\n`),
  before(
    'fieldsOfBase',
    `${A}class F { title = (A.title = 'm'); }\nclass G extends F {}\nexport const g = new G();\n`,
  ),
  before('arrowField', `${A}class F { go = () => { A.title = 'm'; }; }\nnew F().go();\n`),
  before(
    'privateField',
    `${A}class F { #s: any; constructor(s: any) { this.#s = s; } go() { this.#s.title = 'm'; } }\nnew F(A).go();\n`,
  ),
  before('staticBlock', `${A}export class K { static { A.title = 'm'; } }\n`),
  before('staticField', `${A}export class K { static title = (A.title = 'm'); }\n`),
  before(
    'staticCall',
    `${A}function go() { A.title = 'm'; return 1; }\nexport class K { static title = go(); }\n`,
  ),
  before(
    'computedMember',
    `${A}function key() { A.title = 'm'; return 'k'; }\nexport class K { [key()]() {} }\n`,
  ),
  before(
    'heritage',
    `${A}function mixin(base: any) { A.title = 'm'; return base; }\nexport class K extends mixin(Object) {}\n`,
  ),
  before('classExpression', `${A}export const K = class { static { A.title = 'm'; } };\n`),
  before(
    'memberDecorator',
    `${A}function deco(..._: any[]): any { A.title = 'm'; }\nexport class K { @deco go() {} }\n`,
  ),
  before(
    'decoratorFactory',
    `${A}const deco = (t: string) => (..._: any[]): any => { A.title = t; };\n@deco('m')\nexport class K {}\n`,
  ),
  before(
    'superCall',
    `${A}class P { go() { A.title = 'm'; } }\nclass C extends P { override go() { super.go(); } }\nnew C().go();\n`,
  ),
  before(
    'returned',
    `${A}class W { constructor() { return A; } }\nconst w: any = new W();\nw.title = 'm';\n`,
  ),
  before('reflected', `${A}class W { constructor(s: any) { s.title = 'm'; } }\nReflect.construct(W, [A]);\n`),
  before(
    'fluent',
    `${A}class W { s: any; of(s: any) { this.s = s; return this; } as(t: string) { this.s.title = t; return this; } }\nnew W().of(A).as('m');\n`,
  ),
  before(
    'singleton',
    `${A}class W { static #one?: W; static get() { return (W.#one ??= new W()); } mark(s: any) { s.title = 'm'; } }\nW.get().mark(A);\n`,
  ),
  before(
    'observer',
    `${A}class Bus { l: any[] = []; on(f: any) { this.l.push(f); } emit(v: any) { this.l.forEach((f) => f(v)); } }\nconst bus = new Bus();\nbus.on((s: any) => { s.title = 'm'; });\nbus.emit(A);\n`,
  ),
  before('prototype', `${A}class W { go() {} }\nW.prototype.go = () => { A.title = 'm'; };\nnew W().go();\n`),
  before(
    'mapSubclass',
    `${A}class M extends Map<string, any> { override set(k: string, v: any) { v.title = k; return super.set(k, v); } }\nexport const m = new M([['m', A]]);\n`,
  ),
];
