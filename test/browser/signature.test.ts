import { fileURLToPath } from 'node:url';
import { createKeyPair, signManifest } from '@btcp/client/signature';
import { beforeAll, expect, it } from 'vitest';
import { MANY } from '../signatures/many-tools.ts';
import { bundlePage } from '../support/bundle-page.ts';
import { describeBrowser } from '../support/describe-browser.ts';
import { openPage } from '../support/open-page.ts';
import { servePage } from '../support/serve-page.ts';

describeBrowser('a page under a strict policy', (browser) => {
  let kid: string;
  let files: Readonly<Record<string, string>>;

  beforeAll(async () => {
    const { privateKey, publicKey } = await createKeyPair();
    ({ kid } = publicKey);
    files = {
      '/index.html':
        '<!doctype html><html lang="en"><title>Before</title><script type="module" src="/signature.js"></script></html>',
      '/signature.js': await bundlePage(fileURLToPath(new URL('./pages/signature.ts', import.meta.url))),
      '/btcp.json': JSON.stringify(MANY, null, 2),
      '/btcp.sig.json': JSON.stringify(await signManifest(MANY, privateKey)),
      '/btcp.keys.json': JSON.stringify({ keys: [publicKey] }),
    };
  });

  it("verifies what Node signed, with the browser's own cryptography, and signs", async () => {
    const server = await servePage(files);
    const { page, problems, close } = await openPage(browser(), server.url);
    try {
      await page.waitForFunction(() => document.title !== 'Before');
      const message = 'tool "getThing0": `description` differs from what was signed';
      const params = { tool: 'getThing0', field: 'description' };
      expect(JSON.parse(await page.title())).toEqual([
        { ok: true, kid },
        { ok: false, issues: [{ path: '/tools/0/description', keyword: 'digest', message, params }] },
        true,
      ]);
      expect(problems).toEqual([]);
    } finally {
      await close();
      await server.close();
    }
  });

  it('takes nothing as verified where the browser keeps its cryptography from the page', async () => {
    const context = await browser().newContext();
    try {
      const page = await context.newPage();
      await page.route('http://insecure.example/**', (route) => {
        const path = new URL(route.request().url()).pathname;
        const contentType = path.endsWith('.js') ? 'text/javascript' : 'text/html';
        return route.fulfill({ contentType, body: files[path] ?? '' });
      });
      await page.goto('http://insecure.example/index.html');
      await page.waitForFunction(() => document.title !== 'Before');
      const message = 'Web Crypto is missing: open the page from HTTPS or localhost.';
      expect(JSON.parse(await page.title())).toEqual([
        { ok: false, issues: [{ path: '', keyword: 'signature', message }] },
      ]);
    } finally {
      await context.close();
    }
  });
});
