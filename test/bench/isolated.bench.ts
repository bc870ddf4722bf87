import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { FRAME_HEADERS } from '@btcp/core/isolated';
import { build } from 'esbuild';
import { buildIsolated } from '../browser/isolated/build-isolated.ts';
import type { Host } from '../browser/isolated/host.ts';
import { findOrInstallBrowser } from '../support/find-browser.ts';
import { launchBrowser, openPage } from '../support/open-page.ts';
import { servePage } from '../support/serve-page.ts';
import { median } from './support/median.ts';
import type { Bench, Row } from './support/row.ts';
import { BENCH_FOLDER, runChild } from './support/run-child.ts';
import type { IsolatedQuestion, IsolatedTimes } from './children/isolated.ts';

declare const host: Host;

const TOOL = `
import { Type } from '@sinclair/typebox';
import { defineTool } from '@btcp/core';

/** Returns a text. */
export const echoText = defineTool({
  inputSchema: Type.Object({ text: Type.String() }, { additionalProperties: false }),
  outputSchema: Type.String(),
  capabilities: [],
  execute: ({ text }) => text,
});
`;

/** What an isolated call costs in a page, in QuickJS and in Node, and what starting each costs. */
export const isolated: Bench = async ({ quick }) => {
  const files = await buildIsolated(TOOL, 'iframe');
  const rounds = quick ? 2 : 21;
  const ofPage = await measurePage(files, rounds);
  const folder = join(BENCH_FOLDER, 'isolated');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'isolated.js'), files['/isolated.js'] ?? '');
  const engine = await bundleEngine(folder);
  const ofNode = await runChild<IsolatedTimes>('isolated', {
    script: join(folder, 'isolated.js'),
    engine,
    rounds,
  } satisfies IsolatedQuestion);
  return [
    ...ofPage,
    { limit: 'isolated-quickjs', variant: '1 KB of text', measured: median(ofNode.quickjs) },
    {
      limit: 'isolated-cold-node',
      variant: 'QuickJS in a process',
      measured: median(ofNode.cold),
      details: `a call ${Math.round(median(ofNode.warm) * 1000)} µs`,
    },
  ];
};

async function measurePage(files: Readonly<Record<string, string>>, rounds: number): Promise<readonly Row[]> {
  const server = await servePage(files, { '/btcp-isolated.html': FRAME_HEADERS });
  const browser = await launchBrowser(await findOrInstallBrowser());
  try {
    const { page } = await openPage(browser, server.url);
    const { cold, bare, calls } = await page.evaluate((given) => host.time(given), rounds);
    return [
      {
        limit: 'isolated-call',
        variant: 'frame, 1 KB of text',
        measured: median(calls.map((call, index) => call / (bare[index] ?? NaN))),
        details: `µs: bare ${Math.round(median(bare) * 1000)}, call ${Math.round(median(calls) * 1000)}`,
      },
      { limit: 'isolated-cold-frame', variant: 'frame and worker', measured: median(cold) },
    ];
  } finally {
    await browser.close();
    await server.close();
  }
}

/** Bundles what runs QuickJS, without the process or worker around it. */
async function bundleEngine(folder: string): Promise<string> {
  const outfile = join(folder, 'create-realm.mjs');
  await build({
    entryPoints: [
      fileURLToPath(new URL('../../packages/client/src/isolated/engine/create-realm.ts', import.meta.url)),
    ],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'neutral',
    target: 'es2022',
    conditions: ['@btcp/source'],
    loader: { '.wasm': 'base64' },
  });
  return outfile;
}
