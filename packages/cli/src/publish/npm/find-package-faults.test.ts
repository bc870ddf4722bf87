import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ManifestTool } from '@btcp/core';
import { expect, it, onTestFinished } from 'vitest';
import { writeKeyFiles } from '../../sign/key-files.ts';
import { findPackageFaults } from './find-package-faults.ts';

const TOOL: ManifestTool = {
  name: 'getOrder',
  description: 'Returns the state of an order.',
  inputSchema: { type: 'object' },
  capabilities: [],
};

const faultsOf = (tool: ManifestTool, ...files: readonly string[]): Promise<readonly string[]> =>
  faultsWith({}, tool, ...files);

const faultsWith = (
  more: object,
  tool: ManifestTool,
  ...files: readonly string[]
): Promise<readonly string[]> => faultsIn('/orders', more, tool, ...files);

const faultsIn = (
  root: string,
  more: object,
  tool: ManifestTool,
  ...files: readonly string[]
): Promise<readonly string[]> =>
  findPackageFaults(
    {
      config: { root, outDir: join(root, 'generated'), publish: undefined },
      fields: {
        version: '1.0.0',
        btcp: './generated/manifest.json',
        exports: { './manifest.json': './generated/manifest.json' },
        ...more,
      },
      files: new Set(['generated/manifest.json', ...files]),
    },
    { version: '1.0.0', tools: [tool] },
  );

it('finds the document of a tool that is not packed', async () => {
  const shown = { ...TOOL, ui: { sha256: 'a'.repeat(64) } };
  const code = await faultsOf(TOOL);
  expect(await faultsOf(shown, 'generated/ui/getOrder.html')).toEqual(code);
  expect((await faultsOf(shown)).filter((fault) => !code.includes(fault))).toEqual([
    'generated/ui/getOrder.html is not packed; add "generated/ui" to "files".',
  ]);
});

it('finds a program that is not there', async () => {
  const code = await faultsOf(TOOL);
  const bin = { orders: './bin/orders.js', tools: 'bin/tools.js' };
  const found = await faultsWith({ bin }, TOOL, 'bin/tools.js');
  expect(found.filter((fault) => !code.includes(fault))).toEqual([
    '"bin" names ./bin/orders.js, which is not packed; make it, or take it out.',
  ]);
});

it('finds versions that only a workspace knows', async () => {
  const code = await faultsOf(TOOL);
  const dependencies = { '@shop/format': 'workspace:*', '@shop/money': '^1.2.0' };
  const found = await faultsWith({ dependencies, peerDependencies: { zod: 'catalog:' } }, TOOL);
  expect(found.filter((fault) => !code.includes(fault))).toEqual([
    '"dependencies" has @shop/format as "workspace:*", which npm publishes as it is, and nobody can install; write a version, such as "^1.0.0".',
    '"peerDependencies" has zod as "catalog:", which npm publishes as it is, and nobody can install; write a version, such as "^1.0.0".',
  ]);
});

it('finds a private key that is packed', async () => {
  const root = await mkdtemp(join(tmpdir(), 'packed-key-'));
  onTestFinished(() => rm(root, { recursive: true }));
  await writeKeyFiles('author.key', 'btcp.keys.json', root);
  const code = await faultsOf(TOOL);
  const found = await faultsIn(root, {}, TOOL, 'author.key', 'btcp.keys.json');
  expect(found.filter((fault) => !code.includes(fault))).toEqual([
    'author.key is packed, a private key; keep it in another folder.',
  ]);
});
