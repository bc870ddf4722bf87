import { execFile } from 'node:child_process';
import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { btcp } from '../support/btcp.ts';
import { documentedFiles } from '../support/documented-files.ts';
import { makeProject, removeProject } from '../support/write-project.ts';

const run = promisify(execFile);
const TSC = join(import.meta.dirname, '../../node_modules/typescript-7/bin/tsc');

const TOOL = `import { Type } from '@sinclair/typebox';
import { defineTool } from '@btcp/core';
/** Pays an order. */
export const payOrder = defineTool({
  inputSchema: Type.Object({ id: Type.String({ maxLength: 9, description: 'Id of the order.' }) }, { additionalProperties: false }),
  capabilities: [],
  execute: ({ id }) => ({ paid: id.length }),
});
`;

let root: string;
let built: Awaited<ReturnType<typeof btcp>>;
beforeAll(async () => {
  const files = await documentedFiles('docs/publishing.md');
  root = await makeProject({
    ...files,
    // Its script compiles with the project's own compiler.
    'package.json': JSON.stringify({ ...packageOf(files), scripts: {} }),
    'src/tools/pay-order.ts': TOOL,
  });
  built = await btcp(root, 'build');
  await run(process.execPath, [TSC, '-p', 'tsconfig.build.json'], { cwd: root });
  for (const name of ['validators.js', 'validators.d.ts'])
    await cp(join(root, 'generated', name), join(root, 'dist/generated', name));
  await writeFile(join(root, 'dist/server.js'), '');
});

afterAll(() => removeProject(root));

const packageOf = (files: Readonly<Record<string, string>>): object =>
  JSON.parse(files['package.json'] ?? '') as object;

const tryToPublish = (): ReturnType<typeof btcp> =>
  btcp(root, 'publish', '--dry-run', '--against', 'generated/manifest.json');

it('the settings of docs/publishing.md publish a folder', async () => {
  expect(built.code).toBe(0);
  expect(await btcp(root, 'publish', '--out', 'public')).toMatchObject({
    code: 0,
    out: expect.stringContaining('server.json, mcpb/manifest.json,') as unknown,
  });
});

it('the package.json of docs/publishing.md lacks nothing', async () => {
  expect(await tryToPublish()).toMatchObject({ code: 0, err: '' });
});

it('says which dependencies a package lacks, and how to add them', async () => {
  const path = join(root, 'package.json');
  const whole = await readFile(path, 'utf8');
  const { dependencies: devDependencies, ...rest } = JSON.parse(whole) as { readonly dependencies: object };
  const left = { '@btcp/core': '^0.1.0' };
  await writeFile(path, JSON.stringify({ ...rest, dependencies: left, devDependencies, mcpName: 'orders' }));
  const { code, err } = await tryToPublish();
  await writeFile(path, whole);
  expect([code, err]).toEqual([
    1,
    `package.json: "mcpName" is not \`publish.name\` of the config; write "mcpName": "com.example/orders".
package.json: "dependencies" lacks @btcp/schema, which dist/generated/validators.js imports; add it by \`npm install @btcp/schema\`.
package.json: "dependencies" lacks @sinclair/typebox, which dist/src/tools/pay-order.js imports; add it by \`npm install @sinclair/typebox\`.
`,
  ]);
});
