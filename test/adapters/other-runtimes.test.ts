import { execFile, spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'runtimes-'));
  await writeFile(join(folder, 'package.json'), '{ "private": true }');
  const packages = ['deno@2.9.6', 'workerd@1.20261117.1'];
  await promisify(execFile)('npm', ['install', '--no-audit', '--no-fund', ...packages], { cwd: folder });
  // With the conditions of Wrangler, Cloudflare's bundler.
  await build({
    entryPoints: [join(import.meta.dirname, 'http-samples/worker.ts')],
    outfile: join(folder, 'worker.mjs'),
    bundle: true,
    format: 'esm',
    platform: 'neutral',
    conditions: ['@btcp/source', 'workerd', 'worker', 'browser', 'import'],
  });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address ? address.port : 0;
}

/** Starts a runtime that serves the sample for Workers, and calls its tool in both eras of the protocol. */
async function callIn(program: string, args: readonly string[], port: number): Promise<readonly unknown[]> {
  const child = spawn(join(folder, 'node_modules/.bin', program), args, { cwd: folder, stdio: 'ignore' });
  onTestFinished(() => void child.kill('SIGKILL'));
  const url = new URL(`http://127.0.0.1:${port}/mcp`);
  await vi.waitFor(() => fetch(url, { method: 'POST' }), { timeout: 60_000, interval: 100 });
  const results: unknown[] = [];
  for (const mode of ['auto', 'legacy'] as const) {
    const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } });
    await client.connect(new StreamableHTTPClientTransport(url));
    results.push((await client.callTool({ name: 'countOrders' })).content);
    await client.close();
  }
  return results;
}

const THREE = [{ type: 'text', text: '3' }];

it('Deno serves the sample', async () => {
  const port = await freePort();
  const serve = `import worker from './worker.mjs';
    Deno.serve({ hostname: '127.0.0.1', port: ${port} }, (request) => worker.fetch(request));`;
  await writeFile(join(folder, 'serve.mjs'), serve);
  const args = ['run', '--no-prompt', '--allow-net=127.0.0.1', 'serve.mjs'];
  expect(await callIn('deno', args, port)).toEqual([THREE, THREE]);
});

it('workerd, the runtime of Cloudflare Workers, serves the sample', async () => {
  const port = await freePort();
  await writeFile(
    join(folder, 'config.capnp'),
    `using Workerd = import "/workerd/workerd.capnp";
    const config :Workerd.Config = (services = [(name = "main", worker = .tools)],
      sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")]);
    const tools :Workerd.Worker = (modules = [(name = "worker", esModule = embed "worker.mjs")],
      compatibilityDate = "2026-06-01");`,
  );
  expect(await callIn('workerd', ['serve', 'config.capnp'], port)).toEqual([THREE, THREE]);
});
