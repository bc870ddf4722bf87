import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Frame, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { bundlePage } from '../support/bundle-page.ts';
import { describeBrowser } from '../support/describe-browser.ts';
import { documentedFiles } from '../support/documented-files.ts';
import { findMiddle, isAllowDisabled, readDialog, readStyle, waitForLine } from '../support/read-dialog.ts';
import { openPage, type OpenPage } from '../support/open-page.ts';
import { alike, full } from '../support/runs.ts';
import { servePage, type PageServer } from '../support/serve-page.ts';
import { writeProject } from '../support/write-project.ts';

const PAGE =
  '<!doctype html><html lang="en"><title>Before</title><body><p>Mail</p><script type="module" src="/consent.js"></script></body></html>';
/** A page that lays an invisible frame over itself. */
const FRAMING =
  '<!doctype html><html lang="en"><title>Win</title><link rel="stylesheet" href="/framing.css"><iframe></iframe>';
const FRAMING_STYLE =
  'iframe { opacity: 0; position: absolute; inset: 0; width: 100vw; height: 100vh; border: 0 }';

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
  beforeEach(() => load());
  afterAll(async () => {
    await opened.close();
    await server.close();
  });

  async function load(query = ''): Promise<void> {
    await opened.page.setViewportSize({ width: 1280, height: 720 });
    await opened.page.goto(`${server.url}/${query}`);
    await opened.page.waitForFunction(() => document.title === 'Ready');
  }

  /** Calls the tool, and waits until the dialog has the line: until it takes answers. */
  async function call(line = 'button Allow 1'): Promise<Page> {
    const { page } = opened;
    await page.keyboard.press('c');
    await waitForLine(page, line);
    return page;
  }

  async function addStyle(css: string): Promise<void> {
    await opened.page.evaluate((text) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(text);
      document.adoptedStyleSheets = [sheet];
    }, css);
  }

  const setClock = (time: number): Promise<void> =>
    opened.page.evaluate((now) => void (performance.now = () => now), time);

  const outcome = async (page: Page): Promise<string> => {
    await page.waitForFunction(() => document.title !== 'Asking');
    expect(await page.locator('btcp-consent').count()).toBe(0);
    expect(opened.problems).toEqual([]);
    return page.title();
  };

  it("shows a provider's own capability in its words, and says that they are", async () => {
    await load('?capabilities=mail:erase,clipboard:read');
    const page = await call('button Allow 0 disabled:true');
    const lines = await readDialog(page);
    expect(lines.filter((line) => line.startsWith('checkbox'))).toEqual([
      'checkbox “Erase mail” (mail:erase) very high risk Provider, in its own words: Erases mail for good. checked:false',
      'checkbox read what you have copied high risk checked:false',
    ]);
  });

  it('says who asks, for what, and what is risky', async () => {
    const page = await call();
    const lines = await readDialog(page);
    expect(lines.filter((line) => !line.startsWith('StaticText'))).toEqual([
      // Of its version only the numbers.
      'dialog Allow mail 1.2.0 to …',
      'button Deny focused:true',
      'button Allow 1',
      'checkbox read and change this page, fill in its forms and press its buttons some risk checked:true',
      'checkbox read what you have copied high risk checked:false',
    ]);
    expect(lines).toContain('StaticText Provider, in its own words: Examplemoc.live (https://mail.example)');
    expect(lines).toContain('StaticText A call of "sendMail" is waiting for your answer.');
  });

  it('is answered by the keyboard alone', async () => {
    const page = await call();
    // The focus is on "Deny", after the box that is not ticked.
    for (const key of ['Shift+Tab', 'Space', 'Tab', 'Tab', 'Enter']) await page.keyboard.press(key);
    expect(await outcome(page)).toBe('sent');
  });

  it('is answered as docs/testing.md says', async () => {
    const files = await documentedFiles('docs/testing.md');
    const root = await writeProject(files);
    // It is what the page shows.
    const { pressAllow } = (await import(join(root, 'e2e/press-allow.ts'))) as {
      readonly pressAllow: (page: Page) => Promise<void>;
    };
    await load('?capabilities=dom:write');
    await opened.page.keyboard.press('c');
    await pressAllow(opened.page);
    expect(await outcome(opened.page)).toBe('sent');
  });

  it.each(['Enter', 'Escape'])('denies by %s', async (key) => {
    const page = await call();
    await page.keyboard.press(key);
    expect(await outcome(page)).toContain('not granted: clipboard:read, dom:write');
  });

  it('is not answered by Enter on a box', async () => {
    const page = await call();
    for (const key of ['Shift+Tab', 'Shift+Tab', 'Enter']) await page.keyboard.press(key);
    await waitForLine(page, 'button Allow 1');
    expect(await page.title()).toBe('Asking');
  });

  it.each(alike([['Enter'], ['Escape'], ['Tab', 'Enter']]))(
    'gives the focus back after %s',
    async (...keys) => {
      const { page } = opened;
      await page.evaluate(() => {
        const paragraph = document.querySelector('p');
        paragraph?.setAttribute('tabindex', '0');
        paragraph?.focus();
      });
      await call();
      for (const key of keys) await page.keyboard.press(key);
      await outcome(page);
      expect(await page.evaluate(() => document.activeElement?.localName)).toBe('p');
    },
  );

  it('grants a part', async () => {
    const page = await call();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    expect(await outcome(page)).toContain('not granted: clipboard:read.');
    expect(await page.getAttribute('body', 'data-grants')).toBe(
      '[{"capability":"dom:write","manifest":"mail"}]',
    );
  });

  full('unticks what implies an unticked line, and ticks what a ticked one implies', async () => {
    await load('?capabilities=dom:read,dom:write');
    const page = await call('button Allow 2');
    const boxes = async (): Promise<readonly string[]> =>
      (await readDialog(page)).flatMap((line) => /checked:\w+/.exec(line)?.[0] ?? []);
    // The focus is on "Deny", after both boxes.
    for (const key of ['Shift+Tab', 'Shift+Tab', 'Space']) await page.keyboard.press(key);
    await waitForLine(page, 'button Allow 0 disabled:true');
    expect(await boxes()).toEqual(['checked:false', 'checked:false']);
    for (const key of ['Tab', 'Space']) await page.keyboard.press(key);
    await waitForLine(page, 'button Allow 2');
    expect(await boxes()).toEqual(['checked:true', 'checked:true']);
  });

  it('allows nothing where nothing is ticked', async () => {
    const page = await call();
    for (const key of ['Shift+Tab', 'Shift+Tab', 'Space']) await page.keyboard.press(key);
    for (const key of ['Tab', 'Tab', 'Tab', 'Enter']) await page.keyboard.press(key);
    await waitForLine(page, 'button Allow 0 disabled:true focused:true');
    for (const key of ['Shift+Tab', 'Shift+Tab', 'Shift+Tab', 'Space']) await page.keyboard.press(key);
    await waitForLine(page, 'button Allow 1');
    expect(await page.title()).toBe('Asking');
  });

  it('takes no key that was meant for the page', async () => {
    const { page } = opened;
    // However late the keys come.
    await setClock(0);
    await page.keyboard.press('c');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await waitForLine(page, 'button Allow 1 focused:true');
    expect(await page.title()).toBe('Asking');
  });

  it('takes no click of somebody who goes on clicking', async () => {
    const { page } = opened;
    await setClock(0);
    const middle = await findMiddle(await call(), /^button Allow/);
    for (const time of [400, 800, 1299]) {
      await setClock(time);
      await page.mouse.click(...middle);
      expect(await page.title()).toBe('Asking');
    }
    await setClock(1799);
    await page.mouse.click(...middle);
    expect(await outcome(page)).toContain('not granted: clipboard:read.');
  });

  // Anew where a busy machine delivered a key only once the page was free: that one is rightly taken.
  it('takes no key that was pressed while the page showed nothing new', { retry: 3 }, async () => {
    const { page } = opened;
    await page.evaluate(async () => {
      document.dispatchEvent(new KeyboardEvent('keydown', { key: 'c' }));
      for (let frame = 0; frame < 15; frame++)
        await new Promise((resolve) => void requestAnimationFrame(resolve));
    });
    const startsBeingBusy = page.waitForEvent('console', (message) => message.text() === 'busy');
    const isBusy = page.evaluate(() => {
      console.info('busy');
      // Until the keys have waited for a while, however late they come.
      const { scheduling } = navigator as unknown as { scheduling: { isInputPending(): boolean } };
      for (let waited = 0, last = performance.now(); waited < 700; last = performance.now())
        if (scheduling.isInputPending()) waited += performance.now() - last;
    });
    // Earlier, keys would not wait, and the page would be busy for ever.
    await startsBeingBusy;
    // Neither waits for the other, which the page answers once it is free: later, a key is one for the dialog.
    await Promise.all([isBusy, page.keyboard.press('Tab'), page.keyboard.press('Enter')]);
    await waitForLine(page, 'button Allow 1 focused:true');
    expect(await page.title()).toBe('Asking');
  });

  it('denies when the page removes it', async () => {
    const page = await call();
    await page.evaluate(() => document.querySelector('btcp-consent')?.remove());
    expect(await outcome(page)).toContain('not granted');
  });

  full('denies when the page moves it, where it would no longer be above the page', async () => {
    const page = await call();
    await page.evaluate(() => document.body.prepend(...document.querySelectorAll('btcp-consent')));
    expect(await outcome(page)).toContain('not granted');
  });

  it('keeps its text where a script selects it, and the page styles what is selected', async () => {
    const page = await call();
    const before = await page.screenshot();
    await addStyle('::selection { color: transparent; background: transparent; text-shadow: 1px 1px red }');
    const isFound = await page.evaluate(() => {
      const found = (globalThis as unknown as { find: (text: string) => boolean }).find('Allow mail');
      getSelection()?.modify('extend', 'forward', 'documentboundary');
      return found;
    });
    expect(isFound).toBe(true);
    expect((await page.screenshot()).equals(before)).toBe(true);
  });

  it('is shown whatever style the page gives it', async () => {
    await addStyle('btcp-consent { display: none !important; opacity: 0; visibility: hidden }');
    const page = await call();
    const box = await page.locator('btcp-consent').evaluate((element) => {
      const { display, opacity, visibility } = getComputedStyle(element);
      return { display, opacity, visibility };
    });
    expect(box).toEqual({ display: 'block', opacity: '1', visibility: 'visible' });
  });

  it('is answered by the mouse', async () => {
    const page = await call();
    await page.mouse.click(...(await findMiddle(page, /^button Allow/)));
    expect(await outcome(page)).toContain('not granted: clipboard:read.');
  });

  it.each(
    alike([
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
    ]),
  )('allows nothing under %s, nor at once after it', async (_what, cover) => {
    const page = await call();
    const [x, y] = await findMiddle(page, /^button Allow/);
    const uncover = await page.evaluateHandle(cover);
    await expect.poll(() => isAllowDisabled(page)).toBe(true);
    await page.mouse.click(x, y);
    await uncover.evaluate((remove) => remove());
    await page.mouse.click(x, y);
    expect(await page.title()).toBe('Asking');
    await waitForLine(page, 'button Allow 1 focused:true');
    await page.mouse.click(x, y);
    expect(await outcome(page)).toContain('not granted: clipboard:read.');
  });

  it('has no part that a page could hide or enlarge', async () => {
    const page = await call();
    const place = await findMiddle(page, /^button Allow/);
    await addStyle(`html { font-size: 1px; --btcp-consent-radius: 99em; --btcp-consent-scheme: dark }
      ::part(dialog), ::part(allow) { position: fixed; inset: 0; width: 100vw; opacity: 0 }`);
    expect(await findMiddle(page, /^button Allow/)).toEqual(place);
    await page.mouse.click(...place);
    expect(await outcome(page)).toContain('not granted: clipboard:read.');
  });

  describe('what was not in view', () => {
    const UNKNOWN = Array.from({ length: 20 }, (_, index) => `cat${String.fromCharCode(97 + index)}:read`);
    const NOTHING = 'not granted: clipboard:read, dom:write.';
    const HIDDEN =
      'StaticText To allow, see all of this: enlarge the window, zoom out, or close what lies above.';
    const UNSEEN = 'StaticText Scroll to see all that is ticked.';

    /** Presses "Allow" by the keyboard, and denies if that does nothing. */
    async function tryAllow(page: Page): Promise<string> {
      for (const key of ['Tab', 'Enter', 'Escape']) await page.keyboard.press(key);
      return outcome(page);
    }

    it('is not ticked: what is ticked comes first', async () => {
      await load(`?capabilities=${[...UNKNOWN, 'clipboard:write'].join(',')}`);
      const page = await call();
      const boxes = (await readDialog(page)).filter((line) => line.startsWith('checkbox'));
      expect(boxes.slice(0, 2)).toEqual([
        'checkbox replace what you have copied some risk checked:true',
        'checkbox use cata:read high risk checked:false',
      ]);
      expect(await tryAllow(page)).not.toContain('clipboard:write');
    });

    it('is granted once it was scrolled to, by keyboard in a window as small as a magnified one', async () => {
      await load('?capabilities=dom:write,clipboard:write,notifications');
      await opened.page.setViewportSize({ width: 320, height: 256 });
      const page = await call(UNSEEN);
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await waitForLine(page, 'button Allow 3 disabled:true focused:true');
      // Each line that gets the focus scrolls into view, and has to stay there.
      await expect
        .poll(() => page.keyboard.press('Shift+Tab').then(() => readDialog(page)), {
          interval: 700,
          timeout: 60_000,
        })
        .not.toContain(UNSEEN);
      await expect
        .poll(() => page.keyboard.press('Tab').then(() => readDialog(page)))
        .toContain('button Allow 3 focused:true');
      await page.keyboard.press('Enter');
      expect(await outcome(page)).toBe('sent');
    });

    full('scrolls into view as a whole when its box gets the focus', async () => {
      await opened.page.setViewportSize({ width: 320, height: 256 });
      const page = await call(UNSEEN);
      // The box of the first line was in view, its text was not.
      await expect
        .poll(() => page.keyboard.press('Tab').then(() => readDialog(page)))
        .toContainEqual(expect.stringMatching(/^checkbox read and change .* focused:true/));
      await waitForLine(page, 'button Allow 1');
    });

    it.each(
      alike(
        [
          ['300x100', { width: 300, height: 100 }, ''],
          ['120x60', { width: 120, height: 60 }, ''],
          ['html { zoom: 0.02 }', { width: 1280, height: 720 }, 'html { zoom: 0.02 }'],
          ['html { zoom: 9 }', { width: 1280, height: 720 }, 'html { zoom: 9 }'],
        ],
        2,
      ),
    )('is not granted: %s', async (_where, size, css) => {
      await opened.page.setViewportSize(size);
      await addStyle(css);
      expect(await tryAllow(await call(HIDDEN))).toContain(NOTHING);
    });

    full('is not granted: a viewport that shrinks all on a phone', async () => {
      const { page } = opened;
      const session = await page.context().newCDPSession(page);
      onTestFinished(() => session.detach());
      const phone = { mobile: true, width: 360, height: 640, deviceScaleFactor: 1 };
      await session.send('Emulation.setDeviceMetricsOverride', phone);
      await page.evaluate(() => {
        const viewport = Object.assign(document.createElement('meta'), {
          name: 'viewport',
          content: 'width=9000',
        });
        document.head.append(viewport);
      });
      expect(await tryAllow(await call(HIDDEN))).toContain(NOTHING);
    });

    full('counts from when it can be read', async () => {
      await addStyle('html { zoom: 0.4 }');
      const page = await call(HIDDEN);
      await addStyle('html { zoom: 0.9 }');
      // The dialog looks once a frame.
      await page.evaluate(
        () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
      );
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await waitForLine(page, 'button Allow 1 focused:true');
      expect(await page.title()).toBe('Asking');
    });
  });

  full('is shown where the page hides its body', async () => {
    await addStyle('body { display: none }');
    const page = await call();
    await expect.poll(() => readDialog(page)).toContain('button Allow 1');
  });

  full('keeps its order and shows focus and ticks, whatever style the page has', async () => {
    await addStyle(
      ':root { --btcp-consent-accent: transparent } btcp-consent, html { direction: rtl !important }',
    );
    const page = await call();
    const [deny, allow] = [await findMiddle(page, /^button Deny/), await findMiddle(page, /^button Allow/)];
    expect(deny[0]).toBeLessThan(allow[0]);
    expect(await readStyle(page, /^button Deny/, 'outline-color')).not.toEqual(['rgba(0, 0, 0, 0)']);
    expect(await readStyle(page, /^checkbox/, 'accent-color')).toEqual([
      'color(srgb 0 0 0)',
      'color(srgb 0 0 0)',
    ]);
  });

  full('is written from right to left where the document has `dir="rtl"`', async () => {
    await opened.page.evaluate(() => (document.dir = 'rtl'));
    const page = await call();
    const [deny, allow] = [await findMiddle(page, /^button Deny/), await findMiddle(page, /^button Allow/)];
    expect(deny[0]).toBeGreaterThan(allow[0]);
  });

  it('denies a question that nobody reads, and says why', async () => {
    const capabilities = Array.from('abcdefghijklmnopqrstuvwxyz').flatMap((letter) => [
      `cat:a${letter}`,
      `cat:b${letter}`,
    ]);
    const page = await openPage(browser(), `${server.url}/?capabilities=${capabilities.join(',')}`);
    onTestFinished(page.close);
    await page.page.waitForFunction(() => document.title === 'Ready');
    await page.page.keyboard.press('c');
    await page.page.waitForFunction(() => document.title.includes('not granted'));
    expect(page.problems.map(({ text }) => text)).toEqual([
      'Error: BTCP: the consent dialog denied, as nobody reads a question for more than 50 capabilities. Ask for fewer at once.',
    ]);
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
      await waitForLine(frame, 'button Allow 1 disabled:true');
      const [x, y] = await findMiddle(frame, /^button Allow/);
      await page.mouse.click(x, y);
      expect(await frame.title()).toBe('Asking');
      await page.locator('iframe').evaluate((element) => (element.style.opacity = '1'));
      await waitForLine(frame, 'button Allow 1 focused:true');
      await page.mouse.click(x, y);
      await frame.waitForFunction(() => document.title.includes('not granted: clipboard:read.'));
    });
  });

  it('gives scripts of the page no way in', async () => {
    const page = await call();
    expect(await page.evaluate(() => document.querySelector('btcp-consent')?.shadowRoot)).toBeNull();
  });
});
