import { expect, it } from 'vitest';
import { readReferences } from './modules.ts';

it.each<[what: string, text: string, specifiers: readonly string[], referenced?: readonly string[]]>([
  ['names', "import { a as b, type C } from './a.ts';", ['./a.ts']],
  ['names on lines of their own', 'import d, {\n  e,\n} from "./a.ts"', ['./a.ts']],
  ['a namespace', "import * as x from 'x';\nimport type * as y from 'y';", ['x', 'y']],
  ['nothing', "import './a.ts';", ['./a.ts']],
  ['JSON', "import a from './a.json' with { type: 'json' };", ['./a.json']],
  ['exports', "export * from './a.ts';\nexport { b } from './b.ts';", ['./a.ts', './b.ts']],
  ['a namespace that is exported', "export * as a from './a.ts';", ['./a.ts']],
  ['such a one within a line', "const x = 1; export * as a from './a.ts';", ['./a.ts']],
  ['what is imported on demand', "import './a.ts';\nconst b = () => import('./b.ts');", ['./a.ts', './b.ts']],
  ['the type of a module', "type B = import('./b.ts').B;", ['./b.ts']],
  ['a declaration for a module', "import './a.ts';\ndeclare module './b.ts' {}", ['./a.ts', './b.ts']],
  ['within a line', "const x = 1; import { a } from './a.ts';", ['./a.ts']],
  ['behind a comment', "import { a } from /* here */ './a.ts';", ['./a.ts']],
  [
    'around a comment',
    "export /* all */ * from './a.ts';\nexport { /* b */ b } from './b.ts';",
    ['./a.ts', './b.ts'],
  ],
  ['an escape', String.raw`import './\u0061.ts';`, ['./a.ts']],
  ['CommonJS', "const a = require('./a.cjs');", ['./a.cjs']],
  ['an export of its own', "const from = 'x';\nexport { from };\nexport default 'y';", []],
  ['words', "/** Takes what to import from 'x'. */\nexport const a = 1;", []],
  ['an import that is commented out', "/*\nimport { a } from './a.ts';\n*/\nexport const b = 1;", ['./a.ts']],
  ['a reference', "/// <reference path='./a.d.ts' />", [], ['./a.d.ts']],
])('finds what a text imports: %s', (_, text, specifiers, referenced = []) => {
  expect(readReferences(text)).toEqual({ specifiers, referenced });
});
