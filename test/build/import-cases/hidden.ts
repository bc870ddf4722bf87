import { A, before, type ImportCase } from './import-case.ts';

const PAGE = `const page = () => document.title;\n`;
const SETTING = `{ void page; A.title = 'm'; return 'm'; }`;

/** Changes in statements that use a page: the build does not run them, and must report that. */
export const HIDDEN: readonly ImportCase[] = [
  before(
    'pageIterator',
    `${A}${PAGE}const o = { *[Symbol.iterator]() { void page; A.title = 'm'; yield 1; } };\nexport const list = [...o];\n`,
  ),
  before('pageText', `${A}${PAGE}const o = { toString() ${SETTING} };\nexport const text = \`\${o}\`;\n`),
  before(
    'pageGetter',
    `${A}${PAGE}const o: any = { get title() ${SETTING} };\nexport const t = o['title'];\n`,
  ),
  before(
    'pageProxy',
    `${A}${PAGE}const p: any = new Proxy({}, { has() ${SETTING} });\nexport const is = 'x' in p;\n`,
  ),
  before(
    'pageVirtual',
    `${A}${PAGE}class Base { constructor() { this.init(); } init(): any {} }\nclass Sub extends Base { override init() ${SETTING} }\nnew Sub();\n`,
  ),
  before('pageKey', `${A}${PAGE}function key() ${SETTING}\nexport class K { [key()]() {} }\n`),
  before(
    'pageDecorator',
    `${A}${PAGE}function deco(..._: any[]): any { void page; A.title = 'm'; }\nexport class K { @deco go() {} }\n`,
  ),
  before(
    'pagePrototype',
    `${A}${PAGE}class W { go(): any {} }\nW.prototype.go = () => ${SETTING};\nnew W().go();\n`,
  ),
  before(
    'packageSuper',
    `import { serve } from 'not-installed';\n${A}class P { go(): any { A.title = 'm'; } }\nclass C extends P { override go() { super.go(); } late() { serve(); } }\nnew C().go();\n`,
  ),
];
