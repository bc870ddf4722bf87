import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { describeBrowser } from '../support/describe-browser.ts';
import { openPage, type OpenPage } from '../support/open-page.ts';
import type { PageServer } from '../support/serve-page.ts';
import { serveStory } from './serve-story.ts';

const INBOX = ['listMessages', 'openMessage'];
const MESSAGE = ['answerMessage', 'readMessage'];

describeBrowser('a page with two routes', (browser) => {
  let server: PageServer;
  let opened: OpenPage;

  beforeAll(async () => {
    server = await serveStory('mailbox');
    opened = await openPage(browser(), `${server.url}/`);
    await shows('inbox');
    // Without the page's questions, which test/browser/open-tab.test.ts answers.
    await opened.page.evaluate(() => btcp.grantCapabilities(['dom:observe', 'dom:write']));
  });
  // oxlint-disable-next-line vitest/no-standalone-expect -- holds for every test
  afterEach(() => expect(opened.problems).toEqual([]));
  afterAll(async () => {
    await opened.close();
    await server.close();
  });

  const shows = (view: string) => opened.page.locator(`[data-tools=${view}]`).waitFor();

  /** The names of the tools: the client's, and those of the browser's own agent, where it has one. */
  const listed = () =>
    opened.page.evaluate(async () => {
      // Not yet in the DOM library.
      const { modelContext } = document as unknown as {
        modelContext?: { getTools(): Promise<readonly { name: string }[]> };
      };
      const client = btcp.listTools().map(({ name }) => name);
      const browserTools = (await modelContext?.getTools())?.map(({ name }) => name).sort();
      return { client, webMcp: browserTools ?? client };
    });

  const call = (name: string, input = {}) =>
    opened.page.evaluate(
      ([tool, given]) =>
        btcp.callTool(tool, given).catch((error: unknown) => (error as { code: string }).code),
      [name, input] as const,
    );

  it('offers the tools of its route, also after the back button', async () => {
    expect(await listed()).toEqual({ client: INBOX, webMcp: INBOX });
    await opened.page.click('text=Your order 17');
    await shows('message');
    expect(await listed()).toEqual({ client: MESSAGE, webMcp: MESSAGE });
    expect(await call('readMessage')).toEqual({ subject: 'Your order 17', text: 'It is on its way.' });
    expect(await call('listMessages')).toBe('TOOL_NOT_FOUND');
    await opened.page.goBack();
    await shows('inbox');
    expect(await listed()).toEqual({ client: INBOX, webMcp: INBOX });
    expect(await call('readMessage')).toBe('TOOL_NOT_FOUND');
  });

  it('gives the result of a tool that leaves its own route', async () => {
    expect(await call('openMessage', { id: 'm1' })).toEqual({ opened: 'm1' });
    await shows('message');
    expect(await listed()).toEqual({ client: MESSAGE, webMcp: MESSAGE });
  });

  it('lets the call that runs finish, and runs none of those that wait', async () => {
    // A tool is loaded at its first call.
    expect(await call('answerMessage', { text: 'Perhaps.' })).toEqual({ sent: 1 });
    const outcomes = opened.page.evaluate(() => {
      const calls = ['I come.', 'Really.'].map((text) =>
        btcp.callTool('answerMessage', { text }).catch((error: unknown) => (error as { code: string }).code),
      );
      document.querySelector<HTMLElement>('#inbox')?.click();
      return Promise.all(calls);
    });
    expect(await outcomes).toEqual([{ sent: 2 }, 'TOOL_NOT_FOUND']);
    await shows('inbox');
  });

  it('ends on the route that was asked for last, however quickly', async () => {
    const { page } = opened;
    await page.evaluate(() => {
      for (let times = 0; times < 5; times++) {
        document.querySelector<HTMLElement>('#messages a')?.click();
        document.querySelector<HTMLElement>('#inbox')?.click();
      }
    });
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 100)));
    await expect.poll(listed).toEqual({ client: INBOX, webMcp: INBOX });
  });
});
