import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { bundlePage } from '../support/bundle-page.ts';
import { describeBrowser } from '../support/describe-browser.ts';
import { openPage } from '../support/open-page.ts';
import { servePage } from '../support/serve-page.ts';

describeBrowser('a tool that returns a canvas', (browser) => {
  it('gives its callers the picture, of the type that its output schema says', async () => {
    const script = await bundlePage(fileURLToPath(new URL('./pages/content.ts', import.meta.url)));
    const server = await servePage(
      {
        '/index.html':
          '<!doctype html><html lang="en"><title>Before</title><script type="module" src="/content.js"></script></html>',
        '/content.js': script,
      },
      // The page compiles its schema itself.
      { '/index.html': { 'Content-Security-Policy': "script-src 'self' 'unsafe-eval'" } },
    );
    const { page, problems, close } = await openPage(browser(), server.url);
    try {
      await page.waitForFunction(() => document.title !== 'Before', undefined, { timeout: 20_000 });
      expect(JSON.parse(await page.title())).toEqual([
        'canvas 20x10 red',
        'offscreen 20x10 red',
        'pixels 20x10 red',
      ]);
      expect(problems).toEqual([]);
    } finally {
      await close();
      await server.close();
    }
  });
});
