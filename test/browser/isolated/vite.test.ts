import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from '@btcp/codegen';
import { describe, expect, it, onTestFinished } from 'vitest';
import { build as bundle, createServer } from 'vite';
import { describeBrowser } from '../../support/describe-browser.ts';
import { openPage } from '../../support/open-page.ts';
import { alike } from '../../support/runs.ts';
import { writeProject } from '../../support/write-project.ts';
import type { Host } from './host.ts';

declare const host: Host;

const DOCS = fileURLToPath(new URL('../../../docs/isolation.md', import.meta.url));
const HOST = fileURLToPath(new URL('./host.ts', import.meta.url));
const TOOLS = `
import { Type } from '@sinclair/typebox';
import { defineTool } from '@btcp/core';

/** Doubles a number. */
export const doubleNumber = defineTool({
  inputSchema: Type.Object({ of: Type.Number({ description: 'Any.' }) }, { additionalProperties: false }),
  outputSchema: Type.Number(),
  capabilities: [],
  execute: ({ of }) => 2 * of,
});
`;

describe("Vite's build", () => {
  const LEVELS = [
    { sandbox: 'wasm', copies: true },
    { sandbox: 'iframe', copies: false },
    { sandbox: undefined, copies: false },
  ];
  it.each(alike(LEVELS, 2))(
    'copies QuickJS for tools at the level $sandbox: $copies',
    async ({ sandbox, copies }) => {
      const root = await writeProject({
        'src/tools.ts': TOOLS,
        'btcp.config.ts': `import { defineConfig } from '@btcp/core';
export default defineConfig({ tools: ['src/*.ts']${sandbox ? `, config: { sandbox: '${sandbox}' }` : ''} });`,
        'page.ts': `import { BTCPClient } from '@btcp/client';
import { registration } from './generated/registration.ts';
void new BTCPClient().registerManifest(registration);`,
        'index.html': '<!doctype html><title>Host</title><script type="module" src="/page.ts"></script>',
      });
      expect((await build({ cwd: root })).ok).toBe(true);
      const built = await bundle({ root, logLevel: 'error', build: { write: false } });
      if (!('output' in built)) throw new Error('There is one output.');
      expect(built.output.some(({ fileName }) => fileName.includes('quickjs-engine'))).toBe(copies);
    },
  );
});

describeBrowser("Vite's development server", (browser) => {
  it.each(alike(['iframe', 'wasm']))('runs tools at the level %s', async (sandbox) => {
    const text = await readFile(DOCS, 'utf8');
    const root = await writeProject({
      'src/tools.ts': TOOLS,
      'btcp.config.ts': `import { defineConfig } from '@btcp/core';
export default defineConfig({ tools: ['src/*.ts'], config: { sandbox: '${sandbox}' } });`,
      'vite.config.ts': /```ts\n\/\/ vite\.config\.ts\n(.*?)```/s.exec(text)?.[1] ?? '',
      'page.ts': `import { createHost } from ${JSON.stringify(HOST)};
import { registration } from './generated/registration.ts';
Object.assign(globalThis, { host: createHost(registration) });`,
      'index.html': '<!doctype html><title>Host</title><script type="module" src="/page.ts"></script>',
    });
    expect((await build({ cwd: root })).ok).toBe(true);
    const server = await createServer({
      root,
      cacheDir: join(root, '.vite'),
      logLevel: 'error',
      server: { host: '127.0.0.1', port: 0 },
    });
    onTestFinished(() => server.close());
    await server.listen();
    const { page, close } = await openPage(browser(), server.resolvedUrls?.local[0] ?? '');
    onTestFinished(close);
    await page.waitForFunction(() => 'host' in globalThis);
    expect(await page.evaluate(() => host.register())).toEqual({ value: ['doubleNumber'] });
    expect(await page.evaluate(() => host.call('doubleNumber', { of: 21 }))).toEqual({ value: 42 });
  });
});
