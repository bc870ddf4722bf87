import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FRAME_HEADERS } from '@btcp/core/isolated';
import { build } from 'esbuild';
import type { Browser, Frame, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { launchBrowser } from '../../support/open-page.ts';
import { servePage, type PageServer } from '../../support/serve-page.ts';
import { buildIsolated } from './build-isolated.ts';
import type { Host } from './host.ts';
import { listen, type Listening } from './listen.ts';
import { CHANNEL_PROBES, FRAME_PROBES, WORKER_PROBES } from './probes.ts';

declare const host: Host;

const TOOL = `
import { Type } from '@sinclair/typebox';
import { defineTool } from '@btcp/core';

/** Runs a probe: the build sees nothing of what the hostile script in its place does. */
export const runProbe = defineTool({
  inputSchema: Type.Object(
    { what: Type.String(), port: Type.Number(), udp: Type.Number(), name: Type.String(), page: Type.String() },
    { additionalProperties: false },
  ),
  outputSchema: Type.String(),
  capabilities: [],
  execute: ({ what }) => what,
});
`;

/**
 * A provider's script that no build of ours has made, though it says so.
 *
 * @param built - The script that was built.
 */
async function hostileScript(built = ''): Promise<string> {
  const members = [...WORKER_PROBES, ...CHANNEL_PROBES].map(
    ([what, code]) =>
      `${JSON.stringify(what)}: async ({ port, udp, name, page }) => { ${code}\nreturn 'nothing'; },`,
  );
  const contents = `import { serveTools } from '@btcp/core/isolated';
const probes = { ${members.join('\n')} };
serveTools({ runProbe: (input) => probes[input.what](input) }, ${/"[\da-f]{16}"/.exec(built)?.[0]});`;
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: import.meta.dirname },
    bundle: true,
    write: false,
    format: 'iife',
    platform: 'browser',
    conditions: ['@btcp/source'],
  });
  return outputFiles[0]?.text ?? '';
}

const found = inject('browser');

describe.skipIf(found.kind === 'skip')('an isolated frame lets nothing out', () => {
  let folder: string;
  let browser: Browser;
  let server: PageServer;
  let listening: Listening;
  let page: Page;

  beforeAll(async () => {
    if (found.kind !== 'found') throw new Error('There is no browser.');
    folder = mkdtempSync(join(tmpdir(), 'btcp-leaks-'));
    listening = await listen();
    // The log names every host that was looked up, and every address that was connected to.
    browser = await launchBrowser(found.executable, { more: [`--log-net-log=${join(folder, 'net.json')}`] });
    const built = await buildIsolated(TOOL, 'iframe');
    const files = { ...built, '/isolated.js': await hostileScript(built['/isolated.js']) };
    server = await servePage(files, { '/btcp-isolated.html': FRAME_HEADERS });
    page = await openHost();
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
    listening?.close();
    if (folder) rmSync(folder, { recursive: true });
  });

  async function openHost(): Promise<Page> {
    const opened = await browser.newPage();
    await opened.goto(server.url);
    expect(await opened.evaluate(() => host.register())).toEqual({ value: ['runProbe'] });
    return opened;
  }

  const inputOf = (what: string, index: number): Record<string, unknown> => ({
    what,
    port: listening.port,
    udp: listening.udp,
    name: `n${index}`,
    page: server.url,
  });

  it.each(WORKER_PROBES.map(([what], index) => [what, index] as const))('worker: %s', async (what, index) => {
    const outcome = await page.evaluate((input) => host.call('runProbe', input), inputOf(what, index));
    // It may fail, too.
    expect({ value: 'nothing', ...outcome }).toHaveProperty('value', 'nothing');
    expect(listening.heard).toEqual([]);
  });

  it('to another provider', async () => {
    const outcomes = await page.evaluate(
      async ([hear, shout]) => {
        const heard = host.call('runProbe', hear);
        await host.register();
        return [await host.call('runProbe', shout), await heard];
      },
      [inputOf('hear', 0), inputOf('shout', 0)],
    );
    expect(outcomes).toEqual([{ value: 'nothing' }, { value: 'nothing' }]);
  });

  it.each(FRAME_PROBES.map((probe, index) => [...probe, index] as const))(
    'frame: %s',
    async (...[what, code, index]) => {
      // An earlier one may have led the frame to Chromium's own page for errors, which has no policy.
      if (!frameOf(page) || NAVIGATES.test(code)) {
        await page.close();
        page = await openHost();
      }
      const outcome = await runInFrame(page, code, { ...inputOf(what, index), name: `f${index}` });
      expect(outcome).toMatch(/^(nothing|failed)/);
      // What was asked to go elsewhere has begun to when another request was answered.
      await page.evaluate(() => fetch('/index.html').then((response) => response.text()));
      expect(page.url()).toBe(`${server.url}/`);
      expect(listening.heard).toEqual([]);
    },
  );

  it('and looks up no name', async () => {
    await browser.close();
    const log = readFileSync(join(folder, 'net.json'), 'utf8');
    expect(log).toContain(server.url);
    expect(log.match(/[nf]\d+\.leak\.test/g) ?? []).toEqual([]);
    expect(listening.heard).toEqual([]);
  });
});

/** Probes that may lead a frame elsewhere. */
const NAVIGATES = /location|click|refresh|open\(/;

const frameOf = (page: Page): Frame | undefined =>
  page.frames().find((each) => each.url().endsWith('btcp-isolated.html'));

/** Evaluates by the browser's debugger, whatever the page's policy says. */
async function runInFrame(page: Page, code: string, input: Record<string, unknown>): Promise<string> {
  const text = `(async ({ port, udp, name, page }) => { ${code}\nreturn 'nothing'; })(${JSON.stringify(input)})`;
  try {
    return String(await frameOf(page)?.evaluate(text));
  } catch (error) {
    return `failed: ${String(error)}`;
  }
}
