import { execFile } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { delimiter, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { filesOf } from '../publish/published-project.ts';
import { btcp } from '../support/btcp.ts';
import { copyStory, makeStoryCopy, ROOT } from './copy-story.ts';

const run = promisify(execFile);

let downloads: number;

/** Starts a remote cache, as far as turbo uses one: artifacts by their hashes. */
function startCache(): Server {
  const artifacts = new Map<string, Buffer>();
  downloads = 0;
  const server = createServer((request, response) => {
    const { method, url = '' } = request;
    const hash = /\/artifacts\/([0-9a-f]+)/.exec(url)?.[1] ?? '';
    const answer = (status: number, body: Buffer | string = ''): void =>
      void response.writeHead(status).end(body);
    if (url.includes('/artifacts/status')) answer(200, '{"status":"enabled"}');
    else if (method === 'PUT')
      void buffer(request).then((body) => answer(artifacts.set(hash, body) ? 202 : 500, '{"urls":[]}'));
    else if (method === 'POST') answer(200);
    else {
      if (method === 'GET' && artifacts.has(hash)) downloads++;
      answer(artifacts.has(hash) ? 200 : 404, artifacts.get(hash));
    }
  });
  return server.listen(0, '127.0.0.1');
}

let cache: Server;
let folder: string;
let remove: () => Promise<void>;
beforeAll(async () => {
  cache = startCache();
  ({ folder, remove } = await makeStoryCopy('providers'));
});
afterAll(async () => {
  cache.close();
  await remove();
});

/** Builds the workspace. @returns Each provider's line about the cache, and turbo's count. */
async function turbo(cwd: string): Promise<readonly string[]> {
  const { port } = cache.address() as AddressInfo;
  const env = {
    ...process.env,
    // turbo groups what it prints where one of these is set.
    CI: undefined,
    GITHUB_ACTIONS: undefined,
    TURBO_API: `http://127.0.0.1:${port}`,
    TURBO_TOKEN: 'token',
    TURBO_TEAM: 'team',
    TURBO_TELEMETRY_DISABLED: '1',
    PATH: [join(ROOT, 'node_modules/.bin'), process.env['PATH']].join(delimiter),
  };
  const { stdout } = await run('npm', ['run', 'generate', '--silent'], { cwd, env });
  return stdout
    .split('\n')
    .flatMap((line) => /^@example-shop\/(\w+:build: cache \w+)|^(Cached:.*)/.exec(line)?.slice(1, 3) ?? [])
    .filter(Boolean)
    .sort();
}

it('turbo builds three providers once, and again nowhere', async () => {
  expect(await turbo(folder)).toEqual([
    'Cached:    0 cached, 3 total',
    'orders:build: cache miss',
    'shipping:build: cache miss',
    'stock:build: cache miss',
  ]);
  const hits = [
    'Cached:    3 cached, 3 total',
    'orders:build: cache hit',
    'shipping:build: cache hit',
    'stock:build: cache hit',
  ];
  expect(await turbo(folder)).toEqual(hits);
  expect(downloads).toBe(0);
  // Another checkout takes the same bytes from the remote cache.
  const other = await copyStory('providers');
  expect(await turbo(other)).toEqual(hits);
  expect(downloads).toBe(3);
  for (const provider of ['orders', 'shipping', 'stock'])
    expect(await filesOf(join(other, provider, 'generated'))).toEqual(
      await filesOf(join(folder, provider, 'generated')),
    );
});

it('its providers are merged into one directory', async () => {
  expect(await btcp(folder, 'publish', '--merge', '--out', 'public', 'orders', 'shipping', 'stock')).toEqual({
    code: 0,
    err: '',
    out: '3 providers: 5 files in public, wrote index.html, index.css, manifests/orders.json, manifests/shipping.json, manifests/stock.json\n',
  });
});
