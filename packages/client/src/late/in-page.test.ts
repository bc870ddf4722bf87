import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { BTCPError, Implementation, parseBuiltManifest, Registration } from '@btcp/core';
import { LateModule } from '@btcp/core/late-module';
import { schemaFingerprint } from '@btcp/core/schema-fingerprint';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BTCPClient } from '../client.ts';
import { anyTool, manifestOf } from '../../test/clients.ts';

const folder = await mkdtemp(join(tmpdir(), 'btcp-page-'));

/** Writes the files of a page, without those that its network does not deliver; returns what the page imports first. */
async function writePage(name: string, lost: string | undefined): Promise<string> {
  const { outputFiles } = await build({
    stdin: {
      contents: `export { BTCPClient } from '@btcp/client'; export { BTCPError, parseBuiltManifest } from '@btcp/core';`,
      resolveDir: import.meta.dirname,
    },
    outdir: join(folder, name),
    bundle: true,
    splitting: true,
    chunkNames: '[name]',
    format: 'esm',
    outExtension: { '.js': '.mjs' },
    platform: 'browser',
    conditions: ['@btcp/source'],
    write: false,
  });
  await mkdir(join(folder, name));
  for (const { path, text } of outputFiles) if (basename(path) !== lost) await writeFile(path, text);
  return pathToFileURL(join(folder, name, 'stdin.mjs')).href;
}

interface Page {
  readonly BTCPClient: typeof BTCPClient;
  readonly BTCPError: typeof BTCPError;
  readonly parseBuiltManifest: typeof parseBuiltManifest;
}

const accept = (value: unknown): { ok: true; value: unknown } => ({ ok: true, value });
const schema = schemaFingerprint({ type: 'object' });

/** A built registration of one tool, which needs `dom:read`. */
function buildOf({ parseBuiltManifest }: Page, execute: Implementation): Registration {
  const manifest = manifestOf([anyTool('run', { capabilities: ['dom:read'] })]);
  const json = JSON.stringify([manifest, `${schema},`]);
  return {
    manifest: parseBuiltManifest(Object.assign([json], { raw: Object.freeze([json]) })),
    implementations: { run: execute },
    validators: { run: { input: Object.assign(accept, { schema }) } },
  };
}

/** A client of a page with that tool. */
async function clientOf(page: Page, execute: () => unknown): Promise<BTCPClient> {
  const client = new page.BTCPClient();
  await client.registerManifest(buildOf(page, execute));
  await client.grantCapabilities(['dom:read']);
  return client;
}

const failureOf = async (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => undefined,
    (error: unknown): unknown => JSON.parse(JSON.stringify(error)),
  );

afterAll(() => rm(folder, { recursive: true }));

describe('a page that has not loaded yet what failed calls need', () => {
  let page: Page;
  beforeAll(async () => {
    page = (await import(await writePage('whole', undefined))) as Page;
  });

  it('waits for it, so that the first error says everything', async () => {
    const { BTCPClient } = page;
    expect(await failureOf(new BTCPClient().callTool('none'))).toEqual({
      code: 'TOOL_NOT_FOUND',
      message: 'There is no tool "none".',
      suggestion: 'Use listTools to see which tools there are.',
    });
  });
});

describe('a client, in a page that has not loaded yet what it needs', () => {
  it('revokes at once, and keeps what is not revoked when that is loaded', async () => {
    const page = (await import(await writePage('revoking', undefined))) as Page;
    const grants = [{ capability: 'dom:read' }, { capability: 'clipboard:read', manifest: 'test-tools' }];
    const client = new page.BTCPClient({ grants });
    await client.registerManifest(buildOf(page, () => new Promise(() => undefined)));
    const call = client.callTool('run');
    const revoked = client.revokeCapabilities(['clipboard:read']);
    expect(client.grants).toEqual([]);
    expect(await revoked).toEqual(['dom:read']);
    expect(client.grants).toEqual([{ capability: 'dom:read' }]);
    void client.revokeCapabilities(['dom:read']);
    expect(client.grants).toEqual([]);
    expect(await failureOf(call)).toMatchObject({ code: 'CAPABILITY_REVOKED' });
  });

  it('lets calls wait, in the order they came', async () => {
    const page = (await import(await writePage('waiting', undefined))) as Page;
    const client = new page.BTCPClient({ grants: [{ capability: 'dom:read' }] });
    const run: Implementation = ({ number }: { number: number }) => Promise.resolve(number);
    await client.registerManifest(buildOf(page, run));
    const ended: unknown[] = [];
    const calls = [0, 1, 2, 3, 4, 5].map((number) => client.callTool('run', { number }));
    await Promise.all(calls.map(async (call) => ended.push(await call)));
    expect(ended).toEqual([0, 1, 2, 3, 4, 5]);
  });

  it('tells listeners of calls and progress when it is loaded', async () => {
    const page = (await import(await writePage('telling', undefined))) as Page;
    const client = new page.BTCPClient({ grants: [{ capability: 'dom:read' }] });
    await client.registerManifest(
      buildOf(page, (_input, { progress }) => (progress?.({ progress: 1 }), Promise.resolve(2))),
    );
    const told: unknown[] = [];
    client.on('callStarted', ({ id, tool, input }) => told.push({ id, tool, input }));
    client.on('callSucceeded', ({ output }) => told.push(output));
    const onProgress = (update: unknown): void => void told.push(update);
    const input = { a: 1 };
    const call = client.callTool('run', input, { onProgress });
    // A call does not wait for who is told of it.
    input.a = 2;
    expect(await call).toBe(2);
    await expect.poll(() => told).toHaveLength(3);
    expect(told).toEqual([{ id: 1, tool: 'run', input: { a: 2 } }, { progress: 1 }, 2]);
  });
});

describe('use, in a page that has not loaded yet what it needs', () => {
  it('counts the last of several, also where the import of a later one would end first, as in bundles of Vite', async () => {
    const waits = [50, 0];
    const late = new LateModule(() => setTimeout(waits.shift(), 'late parts'));
    const opened: string[] = [];
    await Promise.all(['first', 'last'].map((use) => late.need().then(() => opened.push(use))));
    expect(opened).toEqual(['first', 'last']);
  });

  it('waits for it, and ends when it is disposed', async () => {
    const page = (await import(await writePage('using', undefined))) as Page;
    const client = new page.BTCPClient({ grants: [{ capability: 'dom:read' }] });
    const handle = client.use(buildOf(page, () => 1));
    expect((await handle.ready)?.manifest.name).toBe('test-tools');
    expect(await client.callTool('run')).toBe(1);
    handle.dispose();
    await handle.ready;
    expect(await failureOf(client.callTool('run'))).toMatchObject({ code: 'TOOL_NOT_FOUND' });
  });

  it('ends at once when it is loaded, so that another one may have the names', async () => {
    const page = (await import(await writePage('routing', undefined))) as Page;
    const client = new page.BTCPClient({ grants: [{ capability: 'dom:read' }] });
    const build = buildOf(page, () => 'first');
    const other = manifestOf([anyTool('run')], { name: 'other' });
    const second = { ...build, manifest: other, implementations: { run: () => 'second' } };
    const never = client.use(second);
    never.dispose();
    const first = client.use(build);
    await first.ready;
    expect([await never.ready, await client.callTool('run')]).toEqual([undefined, 'first']);
    first.dispose();
    await client.use(second).ready;
    expect(await client.callTool('run')).toBe('second');
  });
});

describe('a page whose network is gone', () => {
  let page: Page;
  beforeAll(async () => {
    page = (await import(await writePage('offline', 'late-parts.mjs'))) as Page;
  });

  it('has errors with their codes and names', async () => {
    const { BTCPClient } = page;
    expect(await failureOf(new BTCPClient().callTool('none'))).toEqual({
      code: 'TOOL_NOT_FOUND',
      message: 'TOOL_NOT_FOUND none',
    });
  });

  it('keeps the code and the message of what a tool throws, and nothing unbounded', async () => {
    const { BTCPError } = page;
    const thrown = new BTCPError('SHEET_LOCKED', { message: 'x'.repeat(20_000), data: { secret: 1 } });
    const client = await clientOf(page, () => {
      throw thrown;
    });
    expect(await failureOf(client.callTool('run'))).toEqual({
      code: 'SHEET_LOCKED',
      message: 'x'.repeat(10_000),
    });
  });

  it('takes what is no error of this kind for an EXECUTION_ERROR', async () => {
    const { BTCPError } = page;
    const unreadable = new Proxy(new Error('x'), { get: (): never => JSON.parse('no') as never });
    const errors = [new TypeError('Bad.'), 'oops', null, { code: 'FAKE', message: 'm' }, unreadable].map(
      (thrown) => BTCPError.from(thrown),
    );
    expect(errors.map(({ code, message }) => `${code}: ${message}`)).toEqual([
      'EXECUTION_ERROR: Bad.',
      'EXECUTION_ERROR: oops',
      'EXECUTION_ERROR: null',
      'EXECUTION_ERROR: m',
      'EXECUTION_ERROR: Unreadable error',
    ]);
  });

  it('revokes everything where what revokes a part of it is not loaded', async () => {
    const client = await clientOf(page, () => new Promise(() => undefined));
    await client.grantCapabilities(['clipboard:read']).catch(() => undefined);
    const call = failureOf(client.callTool('run'));
    await expect(client.revokeCapabilities(['clipboard:read'])).rejects.toThrow('late-parts');
    expect(client.grants).toEqual([]);
    expect(await call).toEqual({ code: 'CAPABILITY_REVOKED', message: 'CAPABILITY_REVOKED run dom:read' });
    expect(await failureOf(client.callTool('run'))).toEqual({
      code: 'CAPABILITY_DENIED',
      message: 'CAPABILITY_DENIED run',
    });
  });

  it('refuses the calls that would have to wait', async () => {
    const client = await clientOf(page, () => new Promise(() => undefined));
    for (let count = 0; count < 3; count++) void failureOf(client.callTool('run'));
    expect(await failureOf(client.callTool('run'))).toEqual({
      code: 'TOO_MANY_CALLS',
      message: 'TOO_MANY_CALLS test-tools',
    });
  });

  it('runs calls that nobody can be told of', async () => {
    const client = await clientOf(page, () => 1);
    const told: unknown[] = [];
    client.on('callStarted', (call) => told.push(call));
    expect(await client.callTool('run')).toBe(1);
    expect(told).toEqual([]);
  });

  it('uses nothing', async () => {
    const handle = new page.BTCPClient().use(buildOf(page, () => 1));
    handle.dispose();
    await expect(handle.ready).rejects.toThrow('late-parts');
  });

  it('does not register a manifest twice', async () => {
    const client = await clientOf(page, () => 1);
    const again = client.registerManifest(buildOf(page, () => 2));
    // What says so cannot be loaded.
    await expect(again).rejects.toThrow('late-parts');
    expect(await client.callTool('run')).toBe(1);
  });
});
