import { execFile } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { schemaFingerprint } from '@btcp/core/schema-fingerprint';
import { build, type Platform } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { anyTool, manifestOf } from '../test/clients.ts';

const run = promisify(execFile);

/** The output folder; nothing is written. */
const OUT = realpathSync(tmpdir());

/** The files that a bundler makes for a page, minified, with the source files in each. */
async function bundle(
  splitting = true,
  platform: Platform = 'browser',
): Promise<readonly { name: string; code: string; inputs: readonly string[] }[]> {
  const { outputFiles, metafile } = await build({
    stdin: { contents: `export * from '@btcp/client'`, resolveDir: import.meta.dirname },
    absWorkingDir: OUT,
    outdir: OUT,
    bundle: true,
    splitting,
    chunkNames: '[name]',
    minify: true,
    format: 'esm',
    platform,
    target: 'es2022',
    conditions: ['@btcp/source'],
    write: false,
    metafile: true,
  });
  return outputFiles.map(({ path, text }) => ({
    name: basename(path),
    code: text,
    inputs: Object.keys(metafile.outputs[basename(path)]?.inputs ?? {}),
  }));
}

const kilobytes = (code = ''): number => gzipSync(code, { level: 9 }).length / 1024;

describe('@btcp/client', () => {
  it('is one file, and one each for what a page loads when idle, checks, media, isolation, the methods of ctx and questions to the user', async () => {
    expect((await bundle()).map(({ name }) => name).sort()).toEqual([
      'ask-consent.js',
      'ask-user.js',
      'check-registration.js',
      'encode.js',
      'isolate.js',
      'late-parts.js',
      'stdin.js',
      'use-member.js',
    ]);
  });

  it('is that of a page where a bundler has neither condition, as for the client of Qwik', async () => {
    const inputs = (await bundle(true, 'neutral')).flatMap((file) => file.inputs);
    expect(
      inputs.filter((path) => /isolated\/(page|node)\/index|late\/(in-page|at-once)/.test(path)),
    ).toEqual([
      expect.stringMatching(/late\/in-page\.ts$/),
      expect.stringMatching(/isolated\/page\/index\.ts$/),
    ]);
  });

  it('contains only itself and @btcp/core', async () => {
    const inputs = (await bundle()).flatMap((file) => file.inputs);
    expect(
      inputs.filter(
        (path) =>
          !/(^<stdin>$)|packages\/(client|core)\/src\/((capabilities|consent|consent-dialog|forms|content|context-members|failures|isolated|late|registration)\/(page\/)?)?[a-z-]+\.ts$/.test(
            path,
          ),
      ),
    ).toEqual([]);
  });

  it('leaves errors of listeners to the browser', async () => {
    const inputs = (await bundle()).flatMap((file) => file.inputs.map((path) => basename(path)));
    expect(inputs).toContain('page-controller.ts');
    expect(inputs).not.toContain('contained-controller.ts');
  });

  it('needs neither eval nor Node', async () => {
    for (const { code } of await bundle())
      expect(code).not.toMatch(/\beval\b|new Function|\bprocess\b|\bBuffer\b|\brequire\b|from"node:/);
  });

  it('weighs at most 5.5 KB, gzipped, what a page loads when it is idle 6.4 KB, and the checks 2.6 KB', async () => {
    const files = await bundle();
    const [client, late, checks] = ['stdin.js', 'late-parts.js', 'check-registration.js'].map((wanted) =>
      files.find(({ name }) => name === wanted),
    );
    expect(kilobytes(client?.code)).toBeLessThanOrEqual(5.5);
    expect(kilobytes(late?.code)).toBeLessThanOrEqual(6.4);
    expect(kilobytes(checks?.code)).toBeLessThanOrEqual(2.6);
  });

  it('finds a misspelt option when a page is idle: the error is one that nobody has caught', async () => {
    const [file] = await bundle(false);
    const program = `${file?.code.replace(/export\{([\w$]+) as BTCPClient\};?/, 'const BTCPClient=$1;')}
      const grants = [{ capability: 'dom:read' }];
      const compile = () => (value) => ({ ok: true, value });
      const client = new BTCPClient({ grants, compile, verifi: () => {} });
      const tool = { name: 'getCell', description: 'Reads a cell.', inputSchema: { type: 'object' }, capabilities: [] };
      const manifest = { btcp: '1.0', name: 'sheet', version: '1.0.0', tools: [tool], capabilities: [] };
      const registered = () => client.registerManifest({ manifest, implementations: { getCell: () => 1 } });
      process.on('unhandledRejection', ({ code, message }) => {
        console.log(code, message, client.grants.length);
        registered().catch((error) => console.log(error.code));
      });`;
    const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', program], {
      timeout: 15_000,
    });
    expect(stdout).toMatch(
      /^INVALID_ARGUMENT No option `verifi`, only context,timeout,.+ 0\nINVALID_ARGUMENT\n$/,
    );
  });

  it('keeps a Node process alive until the deadline of a tool that never ends, and no longer', async () => {
    const [file] = await bundle(false);
    const program = `${file?.code.replace(/export\{([\w$]+) as BTCPClient\};?/, 'const BTCPClient=$1;')}
      const validator = Object.assign((value) => ({ ok: true, value }), { schema: '${schemaFingerprint({ type: 'object' })}' });
      const client = new BTCPClient();
      await client.registerManifest({
        manifest: ${JSON.stringify(manifestOf([anyTool('wait')]))},
        implementations: { wait: () => new Promise(() => {}) },
        validators: { wait: { input: validator } },
      });
      client.callTool('wait', {}, { timeout: 100 }).catch((error) => console.log(error.code));
      console.log('called');`;
    const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', program], {
      timeout: 15_000,
    });
    expect(stdout).toBe('called\nEXECUTION_TIMEOUT\n');
  });
});
