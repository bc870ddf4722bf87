import { encode } from 'modern-gif';
import type { Page } from 'playwright-core';
import { PNG } from 'pngjs';
import { openTab } from './open-tab.ts';
import { launchBrowser } from '../support/open-page.ts';
import { serveStory } from './serve-story.ts';

/** The size of the picture, and of the page in it, in pixels. */
const SIZE = { width: 1200, height: 520 } as const;
const PAGE = { width: 640, height: SIZE.height } as const;

/** A picture that moves. */
export interface Picture {
  readonly gif: Uint8Array<ArrayBuffer>;
  /** What the last frame shows of the calls. */
  readonly transcript: readonly string[];
}

interface Frame {
  readonly data: Uint8ClampedArray<ArrayBuffer>;
  readonly delay: number;
}

const OPTIONS = ['--autoConnect', '--categoryExperimentalWebmcp', '--no-usage-statistics'];
const ARROW = '← ';

/** Has an MCP client answer a message of the example's mailbox, and draws the page and the calls at each step. */
export async function drawPicture(executablePath: string): Promise<Picture> {
  const server = await serveStory('mailbox');
  const tab = await openTab(executablePath, `${server.url}/?message=m1`, OPTIONS);
  await tab.page.setViewportSize(PAGE);
  const browser = await launchBrowser(executablePath);
  const canvas = await browser.newPage({ viewport: SIZE });

  const transcript: string[] = [];
  const frames: Frame[] = [];
  const show = async (seconds: number): Promise<void> => {
    const page = await tab.page.screenshot();
    frames.push({ data: await draw(canvas, page, transcript), delay: seconds * 1000 });
  };
  const call = async (name: string, input: Readonly<Record<string, unknown>>): Promise<void> => {
    const running = tab.call(name, input);
    transcript.push(`${name} ${JSON.stringify(input)}`);
    const asked = tab.page.locator('btcp-consent').waitFor({ state: 'attached' });
    if (await Promise.race([asked.then(() => true), running.then(() => false)])) await allow();
    asked.catch(() => undefined); // it ends with the page
    const output = (await running) as { readonly content?: readonly { readonly text: string }[] };
    transcript.push(ARROW + (output.content?.[0]?.text ?? JSON.stringify(output, null, 1)));
  };
  /** Shows the question, and answers it when the dialog takes answers. */
  const allow = async (): Promise<void> => {
    await tab.page.waitForTimeout(1_000);
    await show(3);
    for (const key of ['Tab', 'Enter']) await tab.page.keyboard.press(key);
  };

  await tab.page.locator('[data-tools=message]').waitFor();
  await show(1);
  await call('readMessage', {});
  await show(2);
  await call('answerMessage', { txt: 'Yes, see you at noon.' });
  await show(3);
  await call('answerMessage', { text: 'Yes, see you at noon.' });
  await show(4);
  await browser.close();
  await tab.close();
  await server.close();
  const gif = await encode({ ...SIZE, frames });
  return { gif: new Uint8Array(gif), transcript };
}

/** Draws a screenshot of the page beside the calls so far, and returns its pixels. */
async function draw(
  canvas: Page,
  screenshot: Uint8Array,
  lines: readonly string[],
): Promise<Uint8ClampedArray<ArrayBuffer>> {
  const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  const calls = lines.map((line) => `<p${line.startsWith(ARROW) ? ' class=result' : ''}>${escape(line)}</p>`);
  await canvas.setContent(`<!doctype html><meta charset="utf-8"><style>
    body { display: flex; margin: 0; background: #1b1f24; color: #e6edf3; font: 15px/1.45 monospace }
    img { width: ${PAGE.width}px; height: ${PAGE.height}px }
    main { padding: 0 22px; white-space: pre-wrap; overflow-wrap: anywhere }
    h1 { margin: 22px 0 18px; font: bold 15px/1 system-ui, sans-serif; color: #9da7b3 }
    p { margin: 0 0 10px } p::before { content: '› '; color: #79c0ff }
    .result { color: #a5d6a7 } .result::before { content: '' }
  </style><img src="data:image/png;base64,${Buffer.from(screenshot).toString('base64')}"><main><h1>An agent, by MCP, in this tab</h1>${calls.join('')}</main>`);
  const png = PNG.sync.read(await canvas.screenshot());
  return new Uint8ClampedArray(png.data);
}
