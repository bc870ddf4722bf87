import { fileURLToPath } from 'node:url';
import { afterEach, expect, it } from 'vitest';
import { bundlePage } from '../support/bundle-page.ts';
import { describeBrowser } from '../support/describe-browser.ts';
import { openPage, type OpenPage } from '../support/open-page.ts';
import { servePage, type PageFiles } from '../support/serve-page.ts';

const html = (body: string): string =>
  `<!doctype html><html lang="en"><title>Before</title><body>${body}</body></html>`;

describeBrowser('a page in a real browser', (browser) => {
  const closing: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close();
  });

  async function open(files: PageFiles): Promise<OpenPage> {
    const server = await servePage(files);
    closing.push(server.close);
    const opened = await openPage(browser(), server.url);
    closing.push(opened.close);
    return opened;
  }

  it('runs a bundled program that imports a workspace package', async () => {
    const script = await bundlePage(fileURLToPath(new URL('./pages/greeting.ts', import.meta.url)));
    const { page, problems } = await open({
      '/index.html': html('<script type="module" src="/greeting.js"></script>'),
      '/greeting.js': script,
    });
    expect(await page.title()).toBe('TOOL_NOT_FOUND: No such tool.');
    expect(problems).toEqual([]);
  });

  it('evaluates functions of the test in the page, in spite of the policy', async () => {
    const { page, problems } = await open({ '/index.html': html('') });
    expect(await page.evaluate((word) => document.title + word, ' and after')).toBe('Before and after');
    await page.waitForFunction(() => document.title === 'Before');
    expect(problems).toEqual([]);
  });

  it('blocks and reports an inline script', async () => {
    const { page, problems } = await open({ '/index.html': html("<script>document.title = 'ran'</script>") });
    expect(await page.title()).toBe('Before');
    await expect
      .poll(() => problems)
      .toContainEqual({ kind: 'policy', text: 'script-src-elem blocked inline' });
  });

  it('blocks and reports eval', async () => {
    const { page, problems } = await open({
      '/index.html': html('<script src="/eval.js"></script>'),
      '/eval.js': `eval("document.title = 'ran'")`,
    });
    expect(await page.title()).toBe('Before');
    await expect.poll(() => problems).toContainEqual({ kind: 'policy', text: 'script-src blocked eval' });
    await expect.poll(() => problems.map(({ kind }) => kind)).toContain('error');
  });

  it('blocks and reports a request to elsewhere', async () => {
    const { problems } = await open({
      '/index.html': html('<script src="/fetch.js"></script>'),
      '/fetch.js': "fetch('http://127.0.0.1:9/').catch(() => console.error('refused'))",
    });
    await expect.poll(() => problems).toContainEqual({ kind: 'console', text: 'refused' });
    // The two reports leave the page in different ways, in no fixed order.
    await expect
      .poll(() => problems)
      .toContainEqual({ kind: 'policy', text: 'connect-src blocked http://127.0.0.1:9/' });
  });

  it('has the browser API for tools', async () => {
    const { page } = await open({ '/index.html': html('') });
    expect(await page.evaluate(() => 'modelContext' in document)).toBe(true);
  });
});
