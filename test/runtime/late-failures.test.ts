import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { BTCPClient } from '@btcp/client';
import type { BTCPError, ToolValidators } from '@btcp/core';
import { compileToolValidators } from '@btcp/schema/compile';
import { build } from 'esbuild';
import { afterAll, describe, expect, it } from 'vitest';

const folder = await mkdtemp(join(tmpdir(), 'btcp-late-'));
afterAll(() => rm(folder, { recursive: true }));

const CELL = {
  name: 'cell',
  description: 'Reads the value of one cell.',
  inputSchema: { type: 'object', properties: { cell: { type: 'string' } }, required: ['cell'] },
  outputSchema: { type: 'object', properties: { value: { type: 'number' } }, additionalProperties: false },
  capabilities: [],
};

interface Page {
  readonly BTCPClient: typeof BTCPClient;
  readonly validators: { readonly cell: Required<ToolValidators> };
}

/** Opens a page anew, whose network does not deliver some files. */
async function open(name: string, lost: readonly string[] = []): Promise<Page> {
  const { outputFiles } = await build({
    stdin: {
      contents: `export { BTCPClient } from '@btcp/client'; export * as validators from 'validators';`,
      resolveDir: import.meta.dirname,
    },
    plugins: [
      {
        name: 'validators',
        setup({ onResolve, onLoad }) {
          onResolve({ filter: /^validators$/ }, ({ path }) => ({ path, namespace: path }));
          onLoad({ filter: /./, namespace: 'validators' }, () => ({
            contents: compileToolValidators([CELL]).code,
            resolveDir: import.meta.dirname,
          }));
        },
      },
    ],
    outdir: join(folder, name),
    bundle: true,
    splitting: true,
    chunkNames: '[name]-[hash]',
    format: 'esm',
    outExtension: { '.js': '.mjs' },
    platform: 'browser',
    conditions: ['@btcp/source'],
    write: false,
  });
  await mkdir(join(folder, name));
  for (const { path, text } of outputFiles)
    if (!lost.includes(basename(path).replace(/-\w+\.mjs$/, ''))) await writeFile(path, text);
  return (await import(pathToFileURL(join(folder, name, 'stdin.mjs')).href)) as Page;
}

async function clientOf({ BTCPClient, validators }: Page): Promise<BTCPClient> {
  const client = new BTCPClient();
  await client.registerManifest({
    manifest: {
      btcp: '1.0',
      name: 'sheet',
      version: '1.0.0',
      description: 'Reads cells of a sheet.',
      capabilities: [],
      tools: [CELL],
    },
    implementations: { cell: ({ cell }: { cell: string }) => ({ value: cell.length, debug: true }) },
    validators,
  });
  return client;
}

const failureOf = (call: Promise<unknown>): Promise<BTCPError | undefined> =>
  call.then(
    () => undefined,
    (error: unknown) => error as BTCPError,
  );

describe('a page that has not loaded yet what explains values', () => {
  it('knows at once whether a value fits, and why when that is loaded', async () => {
    const { cell } = (await open('direct')).validators;
    expect(cell.input({ cell: 'B5' })).toEqual({ ok: true, value: { cell: 'B5' } });
    const refused = cell.input({});
    if (refused.ok) throw new Error('It fits.');
    expect(refused.issues).toEqual([
      { path: '', keyword: 'unloaded', message: 'the value does not fit; what says why is not loaded yet' },
    ]);
    await refused.loading;
    expect(refused.issues).toEqual([
      { path: '', keyword: 'required', message: '`cell` is required', params: { missingProperty: 'cell' } },
    ]);
    expect(refused.loading).toBeUndefined();
  });

  it('loads it when it is idle', async () => {
    const { cell } = (await open('idle')).validators;
    const refused = cell.input({});
    await expect.poll(() => !refused.ok && refused.issues[0]?.message).toBe('`cell` is required');
  });

  it('waits for it at the first call that fails', async () => {
    const client = await clientOf(await open('refused'));
    const error = await failureOf(client.callTool('cell', {}));
    expect(error?.message).toBe('Invalid input of "cell": `cell` is required');
  });

  it('leaves undeclared fields out of the first result', async () => {
    const client = await clientOf(await open('undeclared'));
    expect(await client.callTool('cell', { cell: 'B5' })).toEqual({ value: 2 });
  });
});

describe('a page whose network is gone', () => {
  it('still enforces schemas', async () => {
    const page = await open('offline', ['failures']);
    const client = await clientOf(page);
    expect((await failureOf(client.callTool('cell', {})))?.message).toBe(
      'Invalid input of "cell": the value does not fit; what says why is not loaded yet',
    );
    expect((await failureOf(client.callTool('cell', { cell: 'B5' })))?.code).toBe('INVALID_OUTPUT');
  });
});
