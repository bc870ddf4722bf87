import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { bundlePage } from '../support/bundle-page.ts';
import { describeBrowser } from '../support/describe-browser.ts';
import { openPage } from '../support/open-page.ts';
import { servePage } from '../support/serve-page.ts';

describeBrowser('listeners of ctx.signal that throw in a page', (browser) => {
  it('are reported by the browser, and disturb neither others nor the client', async () => {
    const script = await bundlePage(fileURLToPath(new URL('./pages/listeners.ts', import.meta.url)));
    const server = await servePage({
      '/index.html':
        '<!doctype html><html lang="en"><title>Before</title><script type="module" src="/listeners.js"></script></html>',
      '/listeners.js': script,
    });
    const { page, problems, close } = await openPage(browser(), server.url);
    try {
      await page.waitForFunction(() => document.title !== 'Before');
      expect(JSON.parse(await page.title())).toEqual([
        'tool',
        'caller',
        'CALL_CANCELLED',
        'tool',
        'EXECUTION_TIMEOUT',
      ]);
      expect(problems.map(({ text }) => text)).toEqual(Array(4).fill('Error: thrown'));
    } finally {
      await close();
      await server.close();
    }
  });
});
