import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { schemaFingerprint } from '@btcp/core';
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { anyTool, manifestOf } from '../test/clients.ts';

const run = promisify(execFile);

/** What a page loads of an entry point, minified. */
async function bundle(entry: string): Promise<{ code: string; inputs: readonly string[] }> {
  const { outputFiles, metafile } = await build({
    stdin: { contents: `export * from '${entry}'`, resolveDir: import.meta.dirname },
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    conditions: ['@btcp/source'],
    write: false,
    metafile: true,
  });
  return { code: outputFiles.map(({ text }) => text).join(''), inputs: Object.keys(metafile.inputs) };
}

describe('@btcp/client', () => {
  it('loads nothing but itself and @btcp/core', async () => {
    const { inputs } = await bundle('@btcp/client');
    const foreign = inputs.filter(
      (path) => !/(^<stdin>$)|(packages\/(client|core)\/src\/[a-z-]+\.ts$)/.test(path),
    );
    expect(foreign).toEqual([]);
  });

  it('needs neither eval nor Node', async () => {
    const { code } = await bundle('@btcp/client');
    expect(code).not.toMatch(/\beval\b|new Function|\bprocess\b|\bBuffer\b|\brequire\b|from"node:/);
  });

  // The aim is 4.5 KB. Errors that can be sent, with their issues, are 0.8 KB of this, contained signals 0.2 KB, and saying
  // whose limit ended a call, or that a number is too large for JavaScript, 0.05 KB.
  it('weighs at most 7.1 KB, gzipped', async () => {
    const { code } = await bundle('@btcp/client');
    expect(gzipSync(code, { level: 9 }).length).toBeLessThanOrEqual(7.1 * 1024);
  });

  it('keeps a Node process alive until the deadline of a tool that never ends, and no longer', async () => {
    const { code } = await bundle('@btcp/client');
    const program = `${code.replace(/export\{(\w+) as BTCPClient\};?/, 'const BTCPClient=$1;')}
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
