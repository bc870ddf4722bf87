import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { expect, it } from 'vitest';
import { describeBrowser } from '../support/describe-browser.ts';
import { openPage } from '../support/open-page.ts';
import { servePage } from '../support/serve-page.ts';

/** The files of a program whose dynamic imports are separate files. */
async function bundleSplit(entry: string): Promise<Readonly<Record<string, string>>> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL(entry, import.meta.url))],
    outdir: '/',
    bundle: true,
    splitting: true,
    write: false,
    format: 'esm',
    target: 'es2022',
    conditions: ['@btcp/source'],
  });
  return Object.fromEntries(outputFiles.map(({ path, text }) => [`/${basename(path)}`, text]));
}

describeBrowser('a page under a strict policy', (browser) => {
  it('loads the checks of a registration when one is made by hand, and not before', async () => {
    const server = await servePage({
      '/index.html':
        '<!doctype html><html lang="en"><title>Before</title><script type="module" src="/registers.js"></script></html>',
      ...(await bundleSplit('./pages/registers.ts')),
    });
    const { page, problems, close } = await openPage(browser(), server.url);
    try {
      await page.waitForFunction(() => document.title !== 'Before');
      expect(JSON.parse(await page.title())).toEqual([
        'order-tools',
        false,
        'by-hand',
        true,
        'Invalid manifest: /btcp must be text like /^1\\.\\d+$/; got "1"',
      ]);
      expect(problems).toEqual([]);
    } finally {
      await close();
      await server.close();
    }
  });
});
