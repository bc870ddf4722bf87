import { fileURLToPath } from 'node:url';
import type { Frame, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { bundlePage } from '../support/bundle-page.ts';
import { describeBrowser } from '../support/describe-browser.ts';
import { openPage, type OpenPage } from '../support/open-page.ts';
import { servePage, type PageServer } from '../support/serve-page.ts';

/** What the dialog ignores at first, as it may have been meant for the page: milliseconds. */
const TOO_SOON = 550;

const PAGE =
  '<!doctype html><html lang="en"><title>Before</title><body><p>Mail</p><script type="module" src="/consent.js"></script></body></html>';
/** A page that lays an invisible frame over itself. */
const FRAMING =
  '<!doctype html><html lang="en"><title>Win</title><link rel="stylesheet" href="/framing.css"><iframe></iframe>';
const FRAMING_STYLE =
  'iframe { opacity: 0; position: absolute; inset: 0; width: 100vw; height: 100vh; border: 0 }';

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
        ({ name: key, value }) => key === 'checked' || (/^(focused|disabled)$/.test(key) && value.value),
      )
      .map((property) => `${property.name}:${String(property.value.value)}`);
    return [[kind, name?.value, ...state].filter(Boolean).join(' ')];
  });
}

describeBrowser('the consent dialog, under a strict policy', (browser) => {
  let server: PageServer;
  let opened: OpenPage;

  beforeAll(async () => {
    server = await servePage(
      {
        '/index.html': PAGE,
        '/framed.html': PAGE,
        '/framing.html': FRAMING,
        '/framing.css': FRAMING_STYLE,
        '/consent.js': await bundlePage(fileURLToPath(new URL('./pages/consent.ts', import.meta.url))),
      },
      {
        '/framed.html': { 'Content-Security-Policy': "script-src 'self'" },
        '/framing.html': { 'Content-Security-Policy': "style-src 'self'" },
      },
    );
    opened = await openPage(browser(), server.url);
  });
  beforeEach(async () => {
    await opened.page.goto(server.url);
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
      // Of its version only the numbers.
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

  it('allows nothing where nothing is ticked', async () => {
    const page = await call();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Space');
    expect(await readDialog(page)).toContain('button Allow 0 disabled:true');
    await page.keyboard.press('Space');
    expect(await readDialog(page)).toContain('button Allow 1');
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

  /** Where the middle of the button is. */
  async function findAllow(page: Page | Frame): Promise<readonly [x: number, y: number]> {
    const context = 'context' in page ? page.context() : page.page().context();
    const session = await context.newCDPSession(page);
    const { nodes } = await session.send('Accessibility.getFullAXTree');
    const backendNodeId = nodes.find(({ name }) => name?.value === 'Allow 1')?.backendDOMNodeId;
    if (backendNodeId === undefined) throw new Error('There is no such button.');
    const { model } = await session.send('DOM.getBoxModel', { backendNodeId });
    const [left = 0, top = 0, , , right = 0, bottom = 0] = model.border;
    return [(left + right) / 2, (top + bottom) / 2];
  }

  it('is answered by the mouse', async () => {
    const page = await call();
    await page.mouse.click(...(await findAllow(page)));
    expect(await outcome(page)).toContain('not granted: clipboard:read.');
  });

  it.each([
    [
      'a popover that clicks go through',
      () => {
        const cover = document.createElement('div');
        cover.popover = 'manual';
        cover.style.cssText = 'pointer-events: none; position: fixed; inset: 0; width: 100%; height: 100%';
        document.body.append(cover);
        cover.showPopover();
        return () => cover.remove();
      },
    ],
    [
      'another modal dialog',
      () => {
        const cover = document.createElement('dialog');
        cover.style.cssText = 'position: fixed; inset: 0; width: 100%; height: 100%';
        document.body.append(cover);
        cover.showModal();
        return () => cover.remove();
      },
    ],
  ])('allows nothing under %s, nor at once after it', async (_what, cover) => {
    const page = await call();
    const [x, y] = await findAllow(page);
    const uncover = await page.evaluateHandle(cover);
    // The browser looks every 100 ms.
    await page.waitForTimeout(300);
    await page.mouse.click(x, y);
    await uncover.evaluate((remove) => remove());
    await page.mouse.click(x, y);
    expect(await page.title()).toBe('Asking');
    await page.waitForTimeout(TOO_SOON + 300);
    await page.mouse.click(x, y);
    expect(await outcome(page)).toContain('not granted: clipboard:read.');
  });

  it('has no part that a page could hide or enlarge', async () => {
    const page = await call();
    const place = await findAllow(page);
    await page.evaluate(() => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(`html { font-size: 1px; --btcp-consent-radius: 99em; --btcp-consent-scheme: dark }
        ::part(dialog), ::part(allow) { position: fixed; inset: 0; width: 100vw; opacity: 0 }`);
      document.adoptedStyleSheets = [sheet];
    });
    expect(await findAllow(page)).toEqual(place);
    await page.mouse.click(...place);
    expect(await outcome(page)).toContain('not granted: clipboard:read.');
  });

  describe('in a frame of another origin', () => {
    /** Calls the tool in an invisible frame. */
    async function callFramed(query: string): Promise<OpenPage & { readonly frame: Frame }> {
      const framing = await openPage(browser(), `${server.url}/framing.html`);
      onTestFinished(framing.close);
      const { page } = framing;
      const source = `${server.url.replace('127.0.0.1', 'localhost')}/framed.html${query}`;
      await page.locator('iframe').evaluate((frame, src) => Object.assign(frame, { src }), source);
      await page.waitForFunction(() => document.querySelector('iframe')?.contentDocument === null);
      const frame = page.frames().at(-1);
      if (!frame) throw new Error('There is no frame.');
      await frame.waitForFunction(() => document.title === 'Ready');
      await frame.evaluate(() => document.dispatchEvent(new KeyboardEvent('keydown', { key: 'c' })));
      return { ...framing, frame };
    }

    it('denies, and says why', async () => {
      const { frame, problems } = await callFramed('');
      await frame.waitForFunction(() => document.title.includes('not granted'));
      expect(problems.map(({ text }) => text)).toEqual([
        'Error: BTCP: the consent dialog denied, as this page is in a frame of another origin, which could hide what is asked. Send `frame-ancestors`, or pass `inForeignFrame: true`.',
      ]);
    });

    it('takes no click that the page around it hides, where a host allows frames', async () => {
      const { frame, page } = await callFramed('?inForeignFrame');
      await page.waitForTimeout(TOO_SOON);
      const [x, y] = await findAllow(frame);
      await page.mouse.click(x, y);
      expect(await frame.title()).toBe('Asking');
      await page.locator('iframe').evaluate((element) => (element.style.opacity = '1'));
      await page.waitForTimeout(TOO_SOON + 300);
      await page.mouse.click(x, y);
      await frame.waitForFunction(() => document.title.includes('not granted: clipboard:read.'));
    });
  });

  it('gives scripts of the page no way in', async () => {
    const page = await call();
    expect(await page.evaluate(() => document.querySelector('btcp-consent')?.shadowRoot)).toBeNull();
  });
});
