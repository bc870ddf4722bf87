import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { makeFolderBeside } from '../../../../../test/support/make-folder-beside.ts';
import { openProject } from '../../../test/fixtures/capabilities/open-project.ts';

const root = makeFolderBeside(import.meta.dirname);
afterAll(() => rmSync(root, { recursive: true }));

const TSCONFIG = JSON.stringify({
  compilerOptions: {
    target: 'ES2022',
    module: 'ESNext',
    moduleResolution: 'bundler',
    lib: ['ESNext', 'DOM'],
    types: [],
    strict: true,
    noEmit: true,
    jsx: 'react-jsx',
    jsxImportSource: 'elements',
    customConditions: ['@btcp/source'],
  },
});

/** What the code of a tool uses, in a project of its own: its capabilities, and what is flagged. */
function usesIn(
  name: string,
  files: Readonly<Record<string, string>>,
): { readonly capabilities: readonly string[]; readonly flags: readonly string[] } {
  const folder = join(root, name);
  for (const [path, text] of Object.entries({ 'tsconfig.json': TSCONFIG, ...files })) {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const { tools, usesOf, close } = openProject(folder, ['tools.ts']);
  const uses = tools.map(usesOf);
  close();
  return {
    capabilities: uses.flatMap((each) => each.capabilities.map(({ capability }) => capability)).sort(),
    flags: uses.flatMap((each) => each.flags.map(({ kind, used }) => `${kind} ${used}`)),
  };
}

const toolOf = (imports: string, value: string): string => `import { Type } from '@sinclair/typebox';
import { defineTool } from '@btcp/core';
${imports}
export const countNotes = defineTool({ inputSchema: Type.Object({}), capabilities: [], execute: () => ${value} });
`;

const RUNTIME = {
  'node_modules/elements/package.json': '{ "name": "elements" }',
  'node_modules/elements/jsx-runtime.d.ts': `export namespace JSX {
  interface IntrinsicElements { img: { src: string; onLoad?: () => void } }
  interface ElementChildrenAttribute { children: unknown }
  type Element = { kind: unknown };
}
`,
};

test('an element is as a call of the package that makes it', () => {
  const { flags } = usesIn('elements', {
    ...RUNTIME,
    'node_modules/icons/package.json': '{ "name": "icons", "types": "index.d.ts" }',
    'node_modules/icons/index.d.ts':
      'export declare const Info: (props: { size?: number }) => { kind: unknown };\n',
    'notes.tsx': `import { Info } from 'icons';
const Logo = ({ large, ...rest }: { large?: boolean }) => <img src={large ? '/logo.png' : '/small.png'} {...rest} />;
const icons = { info: <Info size={2} />, logo: <Logo large />, small: <Logo /> };
export const count = () => Object.keys(icons).length;
`,
    'tools.ts': toolOf("import { count } from './notes';", 'count()'),
  });
  expect(flags).toEqual(['opaque img', 'opaque Info']);
});

test('what is given to an element while a module loads is followed', () => {
  const { capabilities } = usesIn('given', {
    ...RUNTIME,
    'notes.tsx': `const Card = (props: { onOpen?: () => void; children?: unknown }) => <img src={document.title} />;
const cards = [
  <Card onOpen={() => { navigator.clipboard.writeText('x'); }} />,
  <Card>{() => localStorage.setItem('a', 'b')}</Card>,
];
export const count = () => cards.length;
`,
    'tools.ts': toolOf("import { count } from './notes';", 'count()'),
  });
  expect(capabilities).toEqual(['clipboard:write', 'dom:read', 'storage:local:write']);
});

test('an element that code of the project makes is not verified', () => {
  const { flags } = usesIn('own-runtime', {
    'tsconfig.json': TSCONFIG.replace('"react-jsx","jsxImportSource":"elements"', '"react","jsxFactory":"h"'),
    'notes.tsx': `declare global { namespace JSX { interface IntrinsicElements { b: object } type Element = { kind: unknown } } }
const h = (kind: unknown) => ({ kind });
const Bold = () => <b />;
export const count = () => Object.keys(<Bold />).length;
`,
    'tools.ts': toolOf("import { count } from './notes';", 'count()'),
  });
  expect(flags).toEqual(['unverifiable Bold']);
});

test('a class that a package has made is given back to that package, also where a type has its name', () => {
  const { flags } = usesIn('models', {
    'node_modules/models/package.json': '{ "name": "models", "types": "index.d.ts" }',
    'node_modules/models/index.d.ts': `export interface Brand<T> { new (_: never): T; readonly name: string }
export declare function brand(name: string): Brand<number>;
export declare function required<T>(schema: T): T;
export declare function model(fields: object): new () => object;
`,
    'notes.ts': `import { brand, model, required } from 'models';
export const NoteId = brand('NoteId');
export type NoteId = InstanceType<typeof NoteId>;
export class Note extends model({ id: required(NoteId) }) {}
`,
    'tools.ts': toolOf("import { Note } from './notes';", 'Object.keys(new Note()).length'),
  });
  expect(flags).toEqual(['opaque brand', 'opaque model', 'opaque required']);
});

test('what the compiler is silenced about is flagged with the comment that does it', () => {
  const { flags } = usesIn('silenced', {
    'notes.ts': `// @ts-ignore
const kept = JSON.parse(undefined);
export const count = () => (kept ? 1 : 0);
`,
    'tools.ts': toolOf("import { count } from './notes';", 'count()'),
  });
  expect(flags).toEqual(['unverifiable // @ts-ignore const kept = JSON.parse(undefined);']);
});

const OWN_PACKAGE = {
  'package.json': JSON.stringify({
    name: 'notes',
    type: 'module',
    imports: { '#count': { types: './count.ts', default: './other.js' } },
    exports: { './count': { types: './count.ts', default: './other.js' } },
  }),
  'count.ts': 'export const count = () => 1;',
};

test.each([
  ["import { count } from '#count';", 'count()', "unverifiable '#count'"],
  ["import { count } from 'notes/count';", 'count()', "unverifiable 'notes/count'"],
  ['', "import('#count').then(({ count }) => count())", "unverifiable '#count'"],
  ["import {} from './plain.js';", '1', "opaque import {} from './plain.js';"],
])('other code may run than what is read: %s %s', (imports, value, flag) => {
  const { flags } = usesIn(`other-${flag.replaceAll(/\W/g, '-')}-${imports.length}`, {
    ...OWN_PACKAGE,
    'plain.d.ts': 'export type Count = number;',
    'tools.ts': toolOf(imports, value),
  });
  expect(flags).toEqual([flag]);
});

test('a module that the compiler does not check is flagged', () => {
  const { flags } = usesIn('unchecked', {
    'notes.ts': `// Counts notes.
// @ts-nocheck
export const count = () => { const page: string = document; return page.cookie; };
`,
    'tools.ts': toolOf("import { count } from './notes';", 'count()'),
  });
  expect(flags).toEqual(['unverifiable // @ts-nocheck']);
});

test('what a plugin adds to the object of a package is not known, and is not of the host', () => {
  const { flags } = usesIn('plugins', {
    'node_modules/server/package.json': '{ "name": "server", "types": "index.d.ts" }',
    'node_modules/server/index.d.ts': 'export interface Server { port: number }\n',
    'mailer.ts': `import { type Server } from 'server';
interface Mailer { send(text: string): void }
declare module 'server' { interface Server { mailer: Mailer; sender: string } }
export const count = (server: Server) => { server.mailer.send(server.sender); return 1; };
`,
    'tools.ts': toolOf("import { count } from './mailer';", 'count({} as never)'),
  });
  expect(flags).toEqual(['opaque server.mailer']);
});

test('what a package returns may be written to, and is no page object unless its type leaves that open', () => {
  const { flags } = usesIn('refs', {
    'node_modules/refs/package.json': '{ "name": "refs", "types": "index.d.ts" }',
    'node_modules/refs/index.d.ts': `export interface Ref<T> { value: T }
export declare function ref<T>(value: T): Ref<T>;
export declare function each(run: (box: any) => void): void;
export declare class Watcher<T> { constructor(source: Ref<T>, run: (source: Ref<T>) => void) }
export declare function watch<T>(source: Ref<T>, run: (value: T) => void): void;
`,
    'panel.ts': `import { each, ref, type Ref, watch, Watcher } from 'refs';
const title = ref('');
const plugin = { clear(source: Ref<string>) { source.value = ''; } };
const lengthOf = (text: string) => text.length;
const shown = ref<{ [part: string]: boolean }>({});
export function count(part: string): number {
  watch(title, (text) => { title.value = text; });
  const texts: any = {};
  lengthOf(texts[part]);
  Object.keys(plugin);
  watch(shown, (visible) => { visible[part] = true; });
  new Watcher(title, (source) => { source.value = ''; });
  each((box) => { box.value = part; });
  return 1;
}
`,
    'tools.ts': toolOf("import { count } from './panel';", "count('head')"),
  });
  expect(flags.filter((each) => each.startsWith('unverifiable'))).toEqual(['unverifiable box.value']);
});

test('what is caught may be cast to a class of errors also where it is `any`, and other values without a type not', () => {
  const { flags } = usesIn('casts', {
    'tsconfig.json': TSCONFIG.replace('"strict":true', '"strict":false'),
    'errors.ts': `import * as own from './errors';
class Stopped extends Error { at = 0; }
export const name = () => (own as typeof own).count.name;
export function count(text: string): number {
  try {
    return text.length;
  } catch (error) {
    return (error as Stopped).at + (JSON.parse(text) as Stopped).at + name().length;
  }
}
`,
    'tools.ts': toolOf("import { count } from './errors';", "count('{}')"),
  });
  expect(flags).toEqual(['unverifiable JSON.parse(text) as Stopped']);
});

test('an import of data whose name is computed is not analysed, and one of code is not verified', () => {
  const { flags } = usesIn('imports', {
    'texts.ts': `export async function count(language: string): Promise<number> {
  const texts = await import(\`./locales/\${language}.json\`);
  const code = await import(\`./locales/\${language}.js\`);
  return Object.keys(texts).length + Object.keys(code).length;
}
`,
    'tools.ts': toolOf("import { count } from './texts';", "count('en')"),
  });
  expect(flags).toEqual([
    'opaque import(`./locales/${language}.json`)',
    'unverifiable import(`./locales/${language}.js`)',
  ]);
});

test('a tool that reaches thousands of calls is read like any other', () => {
  const calls = Array.from({ length: 2001 }, (_, index) => `[${index}].map((each) => each + 1);`);
  const { capabilities, flags } = usesIn('application', {
    'app.ts': `export const count = () => {\n${calls.join('\n')}\nreturn fetch('https://a.example/');\n};\n`,
    'tools.ts': toolOf("import { count } from './app';", 'count()'),
  });
  expect(capabilities).toEqual(['network:fetch:cross-origin']);
  expect(flags).toEqual([]);
});
