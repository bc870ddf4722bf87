import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from '@btcp/codegen';
import { runCli } from '@btcp/cli';
import type { FrameLocator } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeStoryCopy } from '../examples/copy-story.ts';
import { describeBrowser } from '../support/describe-browser.ts';
import { openPage, type OpenPage } from '../support/open-page.ts';
import { recordRequests } from '../support/record-requests.ts';

/** Runs `btcp call --ui`, and gives the URL that it prints; the page there hosts the document with ext-apps' `AppBridge`. */
async function preview(cwd: string, signal: AbortSignal, tool: string, input: object): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    const stderr = (text: string): void => {
      said += text;
      const [url] = /http:\/\/127\.0\.0\.1:\d+\/[^,\s]+/.exec(said) ?? [];
      if (url !== undefined) resolve(url);
    };
    const args = ['call', tool, JSON.stringify(input), '--ui', '--no-open'];
    runCli(args, { cwd, stdout: () => undefined, stderr, isTerminal: false, signal }).then(
      (code) => reject(new Error(`It ended with ${code}: ${said}`)),
      reject,
    );
  });
}

describeBrowser('the document of a tool', (browser) => {
  const ended = new AbortController();
  let folder: string;
  let remove: () => Promise<void>;
  let opened: OpenPage;
  let shown: FrameLocator;

  beforeAll(async () => {
    ({ folder, remove } = await makeStoryCopy('sales'));
    const { ok, diagnostics } = await build({ cwd: folder });
    if (!ok) throw new Error(JSON.stringify(diagnostics));
    opened = await openPage(browser(), await preview(folder, ended.signal, 'listSales', { year: 2026 }));
    shown = opened.page.frameLocator('iframe');
  });
  afterAll(async () => {
    ended.abort();
    await opened.close();
    await remove();
  });

  it('shows the result as a chart', async () => {
    await shown.getByText('Sales of 2026').waitFor();
    expect(await shown.locator('rect').count()).toBe(3);
    expect(await shown.locator('#chart').textContent()).toBe('405 €2026-01240 €2026-02710 €2026-03');
    // Zod tries whether it may compile, in ext-apps' page and in its document.
    const problems = opened.problems.filter(({ text }) => text !== 'script-src blocked eval');
    expect(problems).toEqual([]);
  });

  it('calls another tool, whose result is no object', async () => {
    await shown.getByRole('button', { name: '2026-03' }).click();
    await expect
      .poll(() => shown.locator('#orders').textContent())
      .toBe('2026-03: o4 for 520 €, o5 for 130 €, o6 for 60 €');
  });

  it('holds its picture and its style', async () => {
    const picture = shown.locator('img');
    expect(await picture.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(0);
    expect(
      await shown
        .locator('rect')
        .first()
        .evaluate((bar) => getComputedStyle(bar).fill),
    ).toBe('rgb(47, 111, 159)');
  });

  it('reaches no other host, nor the page around it', async () => {
    const outside = await recordRequests(() => ({ headers: { 'Access-Control-Allow-Origin': '*' } }));
    const frame = opened.page.frames().at(-1);
    const tried = await frame?.evaluate(async (url) => {
      const image = new Image();
      const loaded = new Promise((resolve) => {
        image.addEventListener('load', () => resolve('loaded'));
        image.addEventListener('error', () => resolve('refused'));
      });
      image.src = `${url}/a.png`;
      const page = (): unknown => {
        try {
          return parent.document.title;
        } catch {
          return 'refused';
        }
      };
      return {
        fetch: await fetch(url).then(
          () => 'answered',
          () => 'refused',
        ),
        image: await loaded,
        page: page(),
      };
    }, outside.url);
    expect(tried).toEqual({ fetch: 'refused', image: 'refused', page: 'refused' });
    expect(outside.requests).toEqual([]);
  });

  it('gets the error of a tool as a BTCPError', async () => {
    await mkdir(join(folder, 'src/ui'), { recursive: true });
    const script = await readFile(join(folder, 'src/ui/sales-chart.ts'), 'utf8');
    await writeFile(
      join(folder, 'src/ui/sales-chart.ts'),
      `${script}
app.call('listOrders', { month: '1999-01' }).catch((error) => {
  find('orders').textContent = JSON.stringify([BTCPError.is(error), error]);
});`,
    );
    const { stale } = await build({ cwd: folder });
    expect(stale.map(({ path }) => path).sort()).toEqual([
      'manifest.json',
      'registration.ts',
      'ui/listSales.html',
    ]);
    const other = await openPage(browser(), await preview(folder, ended.signal, 'listSales', { year: 2026 }));
    const orders = other.page.frameLocator('iframe').locator('#orders', { hasText: 'NO_ORDERS' });
    expect(await orders.textContent({ timeout: 20_000 })).toBe(
      '[true,{"code":"NO_ORDERS","message":"There are no orders in 1999-01.","suggestion":"Use listSales for the months that have some."}]',
    );
    await other.close();
  });
});
