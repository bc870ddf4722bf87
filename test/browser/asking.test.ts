/// <reference types="webmcp-types" />
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { bundlePage } from '../support/bundle-page.ts';
import { describeBrowser } from '../support/describe-browser.ts';
import { openPage, type OpenPage } from '../support/open-page.ts';
import { isOutlineWhole, readDialog, waitForLine } from '../support/read-dialog.ts';
import { servePage, type PageServer } from '../support/serve-page.ts';

const PAGE =
  '<!doctype html><html lang="en"><title>Before</title><body><p>Invoices</p><script type="module" src="/asking.js"></script></body></html>';

describeBrowser('the dialogs of confirm and ctx.ask, under a strict policy', (browser) => {
  let server: PageServer;
  let opened: OpenPage;

  beforeAll(async () => {
    server = await servePage({
      '/index.html': PAGE,
      '/paid.html': '<!doctype html><title>Paid</title>',
      '/asking.js': await bundlePage(fileURLToPath(new URL('./pages/asking.ts', import.meta.url))),
    });
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

  /** Calls a tool by its key, and waits until the dialog has the line. */
  async function call(key: string, line: string): Promise<Page> {
    await opened.page.keyboard.press(key);
    await waitForLine(opened.page, line);
    return opened.page;
  }

  const outcome = async (page: Page): Promise<string> => {
    await page.waitForFunction(() => document.title !== 'Asking');
    await expect.poll(() => page.locator('btcp-consent').count()).toBe(0);
    expect(opened.problems).toEqual([]);
    return page.title();
  };

  it('shows the tool, the sentence and the input, as text', async () => {
    const page = await call('F2', 'button Confirm');
    const lines = await readDialog(page);
    expect(lines.filter((line) => !line.startsWith('StaticText'))).toEqual([
      'dialog Run “Delete of bank” of invoices?',
      'button Cancel focused:true',
      'button Confirm',
    ]);
    expect(lines.filter((line) => line.startsWith('StaticText'))).toEqual(
      expect.arrayContaining(['StaticText Delete this invoice?', 'StaticText 7', 'StaticText "<b>paid</b>"']),
    );
    for (const key of ['Tab', 'Enter']) await page.keyboard.press(key);
    expect(await outcome(page)).toBe('"removed"');
  });

  it('shows all of an input, in lines that can be seen, and what hides text', async () => {
    const page = await call('F8', 'button Confirm');
    const lines = await readDialog(page);
    expect(lines.filter((line) => /StaticText "?aaa|Mallory|א/.test(line))).toEqual([
      `StaticText "${'a'.repeat(199)}`,
      `StaticText ${'a'.repeat(200)}`,
      'StaticText and pay Mallory\\u{202e}"',
      // Without the marks it would look like ["ב","1","א"].
      'StaticText ["\u200Eא"\u200E,"\u200E1"\u200E,"\u200Eב"\u200E]',
    ]);
  });

  it('is written in no font of the page', async () => {
    const fonts = await opened.page.evaluateHandle(() => {
      const names = ['system-ui', 'sans-serif', 'ui-monospace', 'monospace'];
      const faces = names.map((name) => new FontFace(name, 'url(/letters.woff2)'));
      for (const face of faces) document.fonts.add(face);
      return faces;
    });
    await call('F2', 'button Confirm');
    const used = await fonts.evaluate((faces) => faces.filter(({ status }) => status !== 'unloaded'));
    expect(used).toEqual([]);
  });

  it.each(['Enter', 'Escape'])('does not run by %s', async (key) => {
    const page = await call('F2', 'button Confirm');
    await page.keyboard.press(key);
    expect(await outcome(page)).toBe('CONFIRMATION_DECLINED');
  });

  it('asks the next question after one that could not be shown', async () => {
    // Its parent is in no document.
    await opened.page.keyboard.press('F9');
    expect(await outcome(opened.page)).toBe('EXECUTION_ERROR');
    const page = await call('F2', 'button Confirm');
    for (const key of ['Tab', 'Enter']) await page.keyboard.press(key);
    expect(await outcome(page)).toBe('"removed"');
  });

  it('is alone: a question for a capability waits', async () => {
    const page = await call('F2', 'button Confirm');
    await page.keyboard.press('F10');
    await page.waitForTimeout(300);
    expect(await page.locator('btcp-consent').count()).toBe(1);
    await page.keyboard.press('Escape');
    await waitForLine(page, 'dialog Allow the tools of this page to …');
    await page.keyboard.press('Escape');
    expect(await outcome(page)).toBe('CONFIRMATION_DECLINED');
  });

  it('is not answered by a script', async () => {
    const page = await call('F2', 'button Confirm');
    await page.evaluate(() => {
      const dialog = document.querySelector('btcp-consent');
      dialog?.dispatchEvent(new MouseEvent('click', { bubbles: true, composed: true }));
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter' }));
    });
    await page.waitForTimeout(200);
    expect(await page.title()).toBe('Asking');
  });

  it('has a labelled field for each property, and says what is wrong', async () => {
    const page = await call('F4', 'button Send disabled:true');
    const lines = await readDialog(page);
    const fields = lines.filter((line) => /^(textbox|spinbutton|combobox|checkbox|group)/.test(line));
    expect(fields).toEqual([
      'group days',
      'textbox Reason required, In a few words focused:true',
      'spinbutton amount',
      'combobox method required',
      'checkbox notify checked:false',
      'checkbox Mon checked:false',
      'checkbox Tue checked:false',
    ]);
    await waitForLine(page, 'StaticText Reason is missing');
    await page.keyboard.type('ab');
    await waitForLine(page, 'StaticText Reason must be at least 3 characters');
    await page.keyboard.type('c');
    await waitForLine(page, 'StaticText method is missing');
    // By the keyboard alone: amount, method, notify, Mon, Tue, Decline, Send.
    for (const key of [
      'Tab',
      'Tab',
      'ArrowDown',
      'ArrowDown',
      'Tab',
      'Space',
      'Tab',
      'Tab',
      'Space',
      'Tab',
      'Tab',
    ])
      await page.keyboard.press(key);
    await waitForLine(page, 'button Send focused:true');
    await page.keyboard.press('Enter');
    expect(JSON.parse(await outcome(page))).toEqual({
      action: 'accepted',
      content: { reason: 'abc', amount: 5, method: 'card', notify: true, days: ['Tue'] },
    });
  });

  it('shows the whole outline of each field that has the focus, also where it scrolls', async () => {
    const page = await call('F4', 'button Send disabled:true');
    await page.setViewportSize({ width: 320, height: 320 });
    const shown: unknown[] = [];
    for (const name of [/^textbox Reason/, /^spinbutton/, /^combobox/, /^checkbox notify/]) {
      shown.push(...(await isOutlineWhole(page, name)));
      await page.keyboard.press('Tab');
    }
    await page.setViewportSize({ width: 1280, height: 720 });
    expect(shown).toEqual([true, true, true, true]);
  });

  it('is declined by Escape', async () => {
    const page = await call('F4', 'button Send disabled:true');
    await page.keyboard.press('Escape');
    expect(await outcome(page)).toBe('{"action":"declined"}');
  });

  it.each([
    ['Confirm', ['Tab', 'Enter'], '"removed"'],
    ['Cancel', ['Enter'], 'CONFIRMATION_DECLINED: The user has declined the call of '],
  ])("asks about the call of a browser's agent: %s", async (_, keys, said) => {
    const { page } = opened;
    const listed = await page.webmcp.tools();
    expect(listed.map(({ name, annotations }) => [name, annotations?.consequential === true])).toEqual([
      ['pay', false],
      ['refund', false],
      ['remove', true],
    ]);
    const answer = page.evaluate(async () => {
      const tools = (await document.modelContext?.getTools()) ?? [];
      const tool = tools.find(({ name }) => name === 'remove');
      if (!tool) throw new Error('The browser has no such tool.');
      return document.modelContext?.executeTool(tool, { id: 7 });
    });
    await waitForLine(page, 'button Confirm');
    expect(await readDialog(page)).toContain('StaticText Delete this invoice?');
    for (const key of keys) await page.keyboard.press(key);
    expect(await answer).toContain(said);
    expect(opened.problems).toEqual([]);
  });

  it('opens a page only where the user agrees, and shows its address', async () => {
    const page = await call('F7', `button Open ${server.url}`);
    expect(await readDialog(page)).toContain(`StaticText ${server.url}/paid.html?id=7`);
    const popup = page.waitForEvent('popup');
    for (const key of ['Tab', 'Enter']) await page.keyboard.press(key);
    expect(await outcome(page)).toBe('{"action":"accepted"}');
    expect((await popup).url()).toBe(`${server.url}/paid.html?id=7`);
    await (await popup).close();
  });

  it('opens a page of a long address, once all of it was in view', async () => {
    const host = `https://${'bank.'.repeat(25)}example`;
    const page = await call('F6', `button Open ${host} disabled:true`);
    await waitForLine(page, 'StaticText Scroll to see all of the input.');
    await page.mouse.move(640, 360);
    const scroll = async (): Promise<readonly string[]> => {
      await page.mouse.wheel(0, 150);
      return readDialog(page);
    };
    await expect.poll(scroll, { interval: 700, timeout: 30_000 }).toContain(`button Open ${host}`);
    await page.keyboard.press('Escape');
    expect(await outcome(page)).toBe('{"action":"declined"}');
  });
});
