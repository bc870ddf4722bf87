import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { makeFolderBeside } from '../../../../../test/support/make-folder-beside.ts';
import { openProject } from '../../../test/fixtures/capabilities/open-project.ts';

const root = makeFolderBeside(import.meta.dirname);
afterAll(() => rmSync(root, { recursive: true }));

const FILES = {
  'tsconfig.json': JSON.stringify({
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
  }),
  'node_modules/elements/package.json': '{ "name": "elements" }',
  'node_modules/elements/jsx-runtime.d.ts':
    'export namespace JSX { interface IntrinsicElements { img: { src: string } } type Element = { kind: unknown } }\n',
  'node_modules/icons/package.json': '{ "name": "icons", "types": "index.d.ts" }',
  'node_modules/icons/index.d.ts':
    'export declare const Info: (props: { size?: number }) => { kind: unknown };\n',
  'notes.tsx': `import { Info } from 'icons';
const icons = { info: <Info size={2} /> };
const pictures = { logo: <img src="/logo.png" /> };
export const count = () => Object.keys(icons).length + Object.keys(pictures).length;
`,
  'tools.ts': `import { Type } from '@sinclair/typebox';
import { defineTool } from '@btcp/core';
import { count } from './notes';
export const countNotes = defineTool({ inputSchema: Type.Object({}), capabilities: [], execute: () => count() });
`,
};

test('an element of a package is as a call of that package, and one of the page is not verified', () => {
  for (const [path, text] of Object.entries(FILES)) {
    mkdirSync(join(root, path, '..'), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const { tools, usesOf, close } = openProject(root, ['tools.ts']);
  const flags = tools.flatMap((tool) => usesOf(tool).flags.map(({ kind, used }) => [kind, used]));
  close();
  expect(flags).toEqual([
    ['opaque', 'Info'],
    ['unverifiable', 'img'],
  ]);
});
