import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { expect, it, onTestFinished } from 'vitest';
import type { Registration } from '@btcp/core';
import { BTCPTestClient } from '@btcp/testing';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

it('runs tools bundled with @btcp/core/no-typebox instead of TypeBox', async () => {
  await mkdir(join(ROOT, 'test/.tmp'), { recursive: true });
  const folder = await mkdtemp(join(ROOT, 'test/.tmp/page-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const outfile = join(folder, 'page.mjs');
  const { metafile } = await build({
    entryPoints: [join(ROOT, 'examples/quickstart/generated/registration.ts')],
    bundle: true,
    outfile,
    format: 'esm',
    conditions: ['@btcp/source'],
    alias: { '@sinclair/typebox': '@btcp/core/no-typebox' },
    metafile: true,
  });
  expect(Object.keys(metafile.inputs).filter((path) => path.includes('typebox/'))).toEqual([]);
  const { registration } = (await import(pathToFileURL(outfile).href)) as { registration: Registration };
  const client = new BTCPTestClient({ html: '<p id="7" data-state="open">Two chairs</p>' });
  await client.registerManifest(registration);
  await client.grantCapabilities(['dom:read']);
  await expect(client.callTool('listOrders', { state: 'lost' })).rejects.toMatchObject({
    code: 'INVALID_INPUT',
  });
  expect(await client.callTool('listOrders', { state: 'open' })).toMatchObject({
    orders: [{ id: '7', text: 'Two chairs' }],
  });
});
