import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { bundlePage } from '../support/bundle-page.ts';
import { describeBrowser } from '../support/describe-browser.ts';
import { openPage, type OpenPage } from '../support/open-page.ts';
import { servePage, type PageServer } from '../support/serve-page.ts';

/** What the dialog ignores at first, as it may have been meant for the page: milliseconds. */
const TOO_SOON = 550;

/** Roles, names and states of the dialog's elements, as a screen reader gets them. */
async function readDialog(page: Page): Promise<readonly string[]> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  const inDialog = new Set<string>();
  return nodes.flatMap(({ nodeId, parentId = '', role, name, ignored, properties = [] }) => {
    const kind = String(role?.value);
    if (kind === 'dialog' || inDialog.has(parentId)) inDialog.add(nodeId);
    if (!inDialog.has(nodeId) || ignored || !/^(dialog|checkbox|button|StaticText)$/.test(kind)) return [];
    const state = properties
      .filter(
        (property) => property.name === 'checked' || (property.name === 'focused' && property.value.value),
      )
      .map((property) => `${property.name}:${String(property.value.value)}`);
    return [[kind, name?.value, ...state].filter(Boolean).join(' ')];
  });
}

describeBrowser('the consent dialog, under a strict policy', (browser) => {
  let server: PageServer;
  let opened: OpenPage;

  beforeAll(async () => {
    server = await servePage({
      '/index.html':
        '<!doctype html><html lang="en"><title>Before</title><body><p>Mail</p><script type="module" src="/consent.js"></script></body></html>',
      '/consent.js': await bundlePage(fileURLToPath(new URL('./pages/consent.ts', import.meta.url))),
    });
    opened = await openPage(browser(), server.url);
  });
  beforeEach(async () => {
    await opened.page.reload();
    await opened.page.waitForFunction(() => document.title === 'Ready');
  });
  afterAll(async () => {
    await opened.close();
    await server.close();
  });

  /** Calls the tool, and waits until the dialog takes answers. */
  async function call(): Promise<Page> {
    const { page } = opened;
    await page.keyboard.press('c');
    await page.locator('btcp-consent').waitFor({ state: 'attached' });
    await page.waitForTimeout(TOO_SOON);
    return page;
  }

  const outcome = async (page: Page): Promise<string> => {
    await page.waitForFunction(() => document.title !== 'Asking');
    expect(await page.locator('btcp-consent').count()).toBe(0);
    expect(opened.problems).toEqual([]);
    return page.title();
  };

  it('says who asks, for what, and what is risky', async () => {
    const page = await call();
    const lines = await readDialog(page);
    expect(lines.filter((line) => !line.startsWith('StaticText'))).toEqual([
      'dialog Allow mail 1.2.0 to …',
      'button Deny focused:true',
      'button Allow 1',
      'checkbox read what you have copied high risk checked:false',
      'checkbox change this page, fill in its forms and press its buttons some risk checked:true',
    ]);
    expect(lines).toContain('StaticText Examplemoc.live https://mail.example');
    expect(lines).toContain('StaticText A call of "sendMail" is waiting for your answer.');
  });

  it('is answered by the keyboard alone', async () => {
    const page = await call();
    // The focus is on "Deny": the box that is not ticked is the third element before it, in a circle.
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Space');
    for (const key of ['Tab', 'Tab', 'Tab', 'Enter']) await page.keyboard.press(key);
    expect(await outcome(page)).toBe('sent');
  });

  it.each(['Enter', 'Escape'])('denies by %s', async (key) => {
    const page = await call();
    await page.keyboard.press(key);
    expect(await outcome(page)).toContain('not granted: clipboard:read, dom:write');
  });

  it('grants a part', async () => {
    const page = await call();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    expect(await outcome(page)).toContain('not granted: clipboard:read.');
    expect(await page.getAttribute('body', 'data-grants')).toBe(
      '[{"capability":"dom:write","manifest":"mail"}]',
    );
  });

  it('takes no key that was meant for the page', async () => {
    const { page } = opened;
    await page.keyboard.press('c');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.waitForTimeout(TOO_SOON);
    expect(await page.title()).toBe('Asking');
  });

  it('denies when the page removes it', async () => {
    const page = await call();
    await page.evaluate(() => document.querySelector('btcp-consent')?.remove());
    expect(await outcome(page)).toContain('not granted');
  });

  it('denies when the page moves it, where it would no longer be above the page', async () => {
    const page = await call();
    await page.evaluate(() => document.body.prepend(...document.querySelectorAll('btcp-consent')));
    expect(await outcome(page)).toContain('not granted');
  });

  it('is shown whatever style the page gives it', async () => {
    const { page } = opened;
    await page.evaluate(() => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync('btcp-consent { display: none !important; opacity: 0; visibility: hidden }');
      document.adoptedStyleSheets = [sheet];
    });
    await call();
    const box = await page.locator('btcp-consent').evaluate((element) => {
      const { display, opacity, visibility } = getComputedStyle(element);
      return { display, opacity, visibility };
    });
    expect(box).toEqual({ display: 'block', opacity: '1', visibility: 'visible' });
  });

  it('gives scripts of the page no way in', async () => {
    const page = await call();
    expect(await page.evaluate(() => document.querySelector('btcp-consent')?.shadowRoot)).toBeNull();
  });
});
