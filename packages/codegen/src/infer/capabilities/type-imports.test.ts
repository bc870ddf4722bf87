import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { makeFolderBeside } from '../../../../../test/support/make-folder-beside.ts';
import { openProject } from '../../../test/fixtures/capabilities/open-project.ts';

const root = makeFolderBeside(import.meta.dirname);
afterAll(() => rmSync(root, { recursive: true }));

test.each([
  ['TypeScript leaves out such an import', {}, []],
  ['verbatimModuleSyntax keeps it', { verbatimModuleSyntax: true }, ['dom:write']],
  ['Node, which strips types, keeps it', { erasableSyntaxOnly: true }, ['dom:write']],
])('an import whose names are all types: %s', (name, options, found) => {
  const folder = join(root, name);
  mkdirSync(folder);
  writeFileSync(join(folder, 'rows.ts'), 'document.title = "x";\nexport interface Row { id: string }\n');
  writeFileSync(
    join(folder, 'tools.ts'),
    `import { Type } from '@sinclair/typebox';
import { defineTool } from '@btcp/core';
import { type Row } from './rows.ts';
const rows: Row[] = [];
export const countRows = defineTool({ inputSchema: Type.Object({}), capabilities: [], execute: () => rows.length });
`,
  );
  const strict = { target: 'ES2022', module: 'NodeNext', lib: ['ESNext', 'DOM'], types: [], strict: true };
  const compilerOptions = { ...strict, noEmit: true, allowImportingTsExtensions: true, ...options };
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: { ...compilerOptions, customConditions: ['@btcp/source'] } }),
  );
  const { tools, usesOf, close } = openProject(folder, ['tools.ts']);
  const capabilities = tools.flatMap((tool) => usesOf(tool).capabilities.map(({ capability }) => capability));
  close();
  expect(capabilities).toEqual(found);
});
