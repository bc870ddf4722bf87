import { FRAME_HEADERS, FRAME_PAGE } from '@btcp/core/isolated';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeBrowser } from '../../support/describe-browser.ts';
import { openPage, type OpenPage } from '../../support/open-page.ts';
import { servePage, type PageServer } from '../../support/serve-page.ts';

describeBrowser('the page of isolated frames', (browser) => {
  let server: PageServer;
  let opened: OpenPage;

  beforeAll(async () => {
    const files = {
      '/index.html': '<!doctype html><html lang="en"><title>Any page</title></html>',
      '/btcp-isolated.html': FRAME_PAGE,
    };
    server = await servePage(files, { '/btcp-isolated.html': FRAME_HEADERS });
    opened = await openPage(browser(), server.url);
    await opened.page.goto(server.url);
  });
  afterAll(async () => {
    await opened.close();
    await server.close();
  });

  /** Frames the page, and sends it a script; gives what that says of its origin. */
  const run = (sandbox: string | undefined): Promise<unknown> =>
    opened.page.evaluate(async (flags) => {
      const frame = document.createElement('iframe');
      if (flags !== undefined) frame.setAttribute('sandbox', flags);
      frame.src = '/btcp-isolated.html';
      const loaded = new Promise((resolve) => frame.addEventListener('load', resolve));
      document.body.append(frame);
      await loaded;
      const { port1, port2 } = new MessageChannel();
      const said = new Promise((resolve) => {
        port1.addEventListener('message', ({ data }) => resolve(data));
        setTimeout(() => resolve('nothing'), 1500);
      });
      port1.start();
      frame.contentWindow?.postMessage('postMessage(JSON.stringify(self.origin))', '*', [port2]);
      return said;
    }, sandbox);

  it('runs what it is sent in an origin of its own, and nothing in that of the site', async () => {
    expect(await run('allow-scripts')).toBe('"null"');
    expect(await run(undefined)).toBe('nothing');
  });
});
