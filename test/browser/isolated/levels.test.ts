import { FRAME_HEADERS, FRAME_PAGE } from '@btcp/core/isolated';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engineText } from '../../../scripts/bundle-engine.ts';
import { describeBrowser } from '../../support/describe-browser.ts';
import { openPage, type OpenPage } from '../../support/open-page.ts';
import { full } from '../../support/runs.ts';
import { servePage, type PageServer } from '../../support/serve-page.ts';
import { buildIsolated } from './build-isolated.ts';
import type { Host, LevelOptions, Outcome } from './host.ts';

declare const host: Host;

const TOOLS = `
import { Type } from '@sinclair/typebox';
import { BTCPError, defineTool } from '@btcp/core';

const nothing = Type.Object({}, { additionalProperties: false });

/** Adds two numbers, and says where it ran. */
export const addNumbers = defineTool({
  inputSchema: Type.Object({ a: Type.Number(), b: Type.Number() }, { additionalProperties: false }),
  outputSchema: Type.Object({ sum: Type.Number(), where: Type.String() }, { additionalProperties: false }),
  capabilities: [],
  execute: ({ a, b }) => ({ sum: a + b, where: Object.prototype.toString.call(globalThis) }),
});

/** Fails with an error of its own. */
export const failAlways = defineTool({
  inputSchema: nothing,
  outputSchema: Type.Null(),
  capabilities: [],
  execute: (): null => {
    throw new BTCPError('NOTHING_THERE', { message: 'There is nothing.', suggestion: 'Look elsewhere.' });
  },
});

/** Never returns, and blocks its thread. */
export const blockThread = defineTool({
  inputSchema: nothing,
  outputSchema: Type.Null(),
  capabilities: [],
  execute: (): null => {
    for (;;);
  },
});

/** Fills the memory. */
export const fillMemory = defineTool({
  inputSchema: nothing,
  outputSchema: Type.Null(),
  capabilities: [],
  execute: (): null => {
    const all: unknown[] = [];
    for (;;) all.push(new Array(1e6).fill({}));
  },
});

/** Reports progress 400,000 times without a pause. */
export const floodHost = defineTool({
  inputSchema: nothing,
  outputSchema: Type.Null(),
  capabilities: [],
  execute: (_input, { progress }): null => {
    for (let at = 0; at < 400_000; at++) progress?.({ progress: at });
    return null;
  },
});
`;

const ENGINE_HEADERS = { 'Content-Security-Policy': "default-src 'none'; script-src 'wasm-unsafe-eval'" };

/** The levels, what a host sets for each, and the global object there. */
const LEVELS: readonly (readonly [level: string, options: LevelOptions, where: string])[] = [
  ['iframe', {}, '[object DedicatedWorkerGlobalScope]'],
  ['wasm', { sandbox: 'wasm', isolation: { engine: '/engine.mjs' } }, '[object global]'],
];

/** What is missing, and how a registration says so. */
const MISSING: readonly Missing[] = [
  {
    what: 'the page of the frame is another one',
    options: { isolation: { page: '/other.html' } },
    why: '/other.html is not the btcp-isolated.html of this version of @btcp/core, but "<!doctype html>"',
  },
  {
    what: 'a server adds to the page of the frame',
    options: { isolation: { page: '/longer.html' } },
    why: '/longer.html is served with additions, perhaps by a development server, and must be as it was built: "<!doctype html><script></script>\\n<html lang=\\"en\\">\\n<meta char"',
  },
  {
    what: 'the page of the frame is missing',
    options: { isolation: { page: '/none.html' } },
    why: '/none.html is not the btcp-isolated.html of this version of @btcp/core, but "HTTP 404"',
  },
  {
    what: 'the page of the frame is of another origin',
    options: { isolation: { page: 'http://127.0.0.1:9/btcp-isolated.html' } },
    why: "http://127.0.0.1:9/btcp-isolated.html is not of this page's origin; serve btcp-isolated.html beside the page's script",
  },
  {
    what: 'the script is missing',
    options: {},
    why: '/none.js cannot be read (HTTP 404)',
    change: { isolated: { script: '/none.js', page: '/btcp-isolated.html' } },
  },
  {
    what: "the script is another manifest's",
    options: {},
    why: '/isolated.js is of another manifest, or of another build of this one',
    change: { isolated: { script: '/isolated.js', page: '/btcp-isolated.html', build: 'another' } },
  },
  {
    what: 'the policy forbids frames',
    options: {},
    why: "the page's policy has no `frame-src 'self'`",
    path: '/closed.html',
  },
  {
    what: 'the policy of the engine forbids WebAssembly',
    options: { sandbox: 'wasm', isolation: { engine: '/no-wasm.mjs' } },
    why: "the policy of the engine's file has no `'wasm-unsafe-eval'`",
  },
  {
    what: 'the engine is missing',
    options: { sandbox: 'wasm', isolation: { engine: '/none.mjs' } },
    why: "failed: /none.mjs cannot be loaded; serve it as JavaScript, and let a policy of the page have `worker-src 'self'`",
  },
  {
    what: 'the server answers for the script with a page',
    options: {},
    why: '/other.html is not served: its address answers with HTML',
    change: { isolated: { script: '/other.html', page: '/btcp-isolated.html' } },
  },
  {
    what: 'the policy forbids requests',
    options: {},
    why: "/isolated.js cannot be read (TypeError: Failed to fetch; a policy of the page needs `connect-src 'self'`)",
    path: '/silent.html',
    change: { isolated: { script: '/isolated.js', page: '/btcp-isolated.html' } },
  },
  {
    what: 'the policy requires Trusted Types, and the engine is named by a string',
    options: { sandbox: 'wasm', isolation: { engine: '/engine.mjs' } },
    why: "TypeError: Failed to construct 'Worker': This document requires 'TrustedScriptURL' assignment",
    path: '/trusted.html',
  },
  ...['worker', 'ses'].map((level) => ({
    what: `the manifest asks for ${level}`,
    options: {},
    why: `\`${level}\` is refused, because it does not confine tools`,
    change: { manifest: { config: { sandbox: level } } },
  })),
  {
    what: 'the registration was not built for it',
    options: { sandbox: 'iframe' },
    why: "it was not built for that; set `config.sandbox` to 'iframe' and build",
    change: { isolated: undefined },
  },
  {
    what: 'the tools were built for QuickJS',
    options: { sandbox: 'iframe' },
    why: 'there is no URL of btcp-isolated.html: a build for `wasm` writes none, so pass one as `isolation.page`',
    change: { isolated: { script: '/isolated.js' } },
  },
];

interface Missing {
  readonly what: string;
  readonly options: LevelOptions;
  readonly why: string;
  readonly path?: string;
  readonly change?: object;
}

describeBrowser('isolated tools', (browser) => {
  let server: PageServer;
  let opened: OpenPage;

  beforeAll(async () => {
    const engine = await engineText();
    const files = await buildIsolated(TOOLS, 'iframe');
    server = await servePage(
      {
        ...files,
        '/engine.mjs': engine,
        '/no-wasm.mjs': engine,
        '/other.html': '<!doctype html>',
        '/longer.html': FRAME_PAGE.replace('>', '><script></script>'),
        '/closed.html': files['/index.html'] ?? '',
        '/silent.html': files['/index.html'] ?? '',
        '/trusted.html': files['/index.html'] ?? '',
        '/around.html': '<!doctype html>',
      },
      {
        '/btcp-isolated.html': FRAME_HEADERS,
        '/engine.mjs': ENGINE_HEADERS,
        '/no-wasm.mjs': { 'Content-Security-Policy': "default-src 'none'" },
        '/closed.html': { 'Content-Security-Policy': "default-src 'self'; frame-src 'none'" },
        '/silent.html': { 'Content-Security-Policy': "default-src 'self'; connect-src 'none'" },
        '/trusted.html': { 'Content-Security-Policy': "require-trusted-types-for 'script'" },
        '/around.html': { 'Content-Security-Policy': "default-src 'none'; frame-src http:" },
      },
    );
    opened = await openPage(browser(), server.url);
  });
  afterAll(async () => {
    await opened?.close();
    await server?.close();
  });

  describe.each(LEVELS)('at the level %s', (_, options, where) => {
    let page: Page;
    beforeAll(async () => {
      ({ page } = opened);
      await page.evaluate((given) => host.register(given), options);
    });

    const add = (): Promise<Outcome> => page.evaluate(() => host.call('addNumbers', { a: 2, b: 3 }));
    const SUM = { value: { sum: 5, where } };

    it('are called through the client', async () => {
      expect(await add()).toEqual(SUM);
      expect(await page.evaluate(() => host.call('failAlways'))).toEqual({
        code: 'NOTHING_THERE',
        message: 'There is nothing.',
      });
      expect(await page.evaluate(() => host.call('addNumbers', { a: 'two' }))).toMatchObject({
        code: 'INVALID_INPUT',
      });
    });

    it('end at their deadline with all that runs beside them, and the next call works', async () => {
      const { outcomes, turns } = await page.evaluate(async () => {
        let counted = 0;
        const timer = setInterval(() => void counted++, 5);
        const ended = await Promise.all([
          host.call('blockThread', {}, 600),
          host.call('addNumbers', { a: 1, b: 1 }),
        ]);
        clearInterval(timer);
        return { outcomes: ended, turns: counted };
      });
      expect(outcomes).toEqual([
        { code: 'EXECUTION_TIMEOUT', message: 'The call of "blockThread" took longer than 600 ms.' },
        {
          code: 'EXECUTION_ERROR',
          message:
            'The isolated tools of "sheet-tools" were ended, because the call of "blockThread" was stopped.',
        },
      ]);
      // The page goes on meanwhile: blocked, it would have had a turn or two. Idle, it has 120.
      expect(turns).toBeGreaterThan(5);
      expect(await add()).toEqual(SUM);
    });

    it('are ended or fail where they fill the memory, and the next call works', async () => {
      const outcome = await page.evaluate(() => host.call('fillMemory', {}, 600));
      // Only QuickJS has a limit of its own that a tool can run into.
      expect(outcome).toHaveProperty('code', expect.stringMatching(/^EXECUTION_(ERROR|TIMEOUT)$/));
      expect(await add()).toEqual(SUM);
    });

    full('are ended where they flood their host', async () => {
      // A host that reads as fast as the tool sends waits for the deadline.
      expect(await page.evaluate(() => host.callWithProgress('floodHost'))).toHaveProperty(
        'code',
        expect.stringMatching(/^EXECUTION_(ERROR|TIMEOUT)$/),
      );
      expect(await add()).toEqual(SUM);
    });
  });

  it('end when the page removes their frame, and the next call starts it anew', async () => {
    const { page } = opened;
    await page.evaluate(() => host.register());
    const removeFrames = (): Promise<void> =>
      page.evaluate(() => document.querySelectorAll('iframe').forEach((frame) => frame.remove()));
    const add = (): Promise<Outcome> => page.evaluate(() => host.call('addNumbers', { a: 2, b: 3 }));
    expect(await add()).toHaveProperty('value.sum', 5);
    const blocked = page.evaluate(() => host.call('blockThread'));
    await removeFrames();
    expect(await blocked).toEqual({
      code: 'EXECUTION_ERROR',
      message: 'The isolated tools of "sheet-tools" were ended, because the realm was removed from the page.',
    });
    expect(await add()).toHaveProperty('value.sum', 5);
    await removeFrames();
    expect(await add()).toHaveProperty('value.sum', 5);
  });

  describe('without what a level needs', () => {
    // One page for all of them: each registers with a client of its own.
    let shared: OpenPage;
    beforeAll(async () => {
      shared = await openPage(browser(), server.url);
    });
    afterAll(() => shared?.close());

    const outcome = async (options: LevelOptions, path = '/', change = {}): Promise<Outcome> => {
      const { page, problems } = shared;
      const url = `${server.url}${path}`;
      if (page.url() !== url) await page.goto(url);
      const registered = await page.evaluate((given) => host.register(...given), [options, change] as const);
      // Nothing is thrown, or rejected, that the host does not hear of.
      expect(problems.filter(({ kind }) => kind === 'error')).toEqual([]);
      return registered;
    };
    const refused = (why: string): Outcome => ({
      code: 'ISOLATION_UNAVAILABLE',
      message: `The tools of "sheet-tools" cannot run isolated: ${why}.`,
    });

    it.each(MISSING)('$what', async ({ options, why, path, change }) => {
      expect(await outcome(options, path, change)).toEqual(refused(why));
    });

    it('a page of another origin is around it, which may navigate its frames', async () => {
      const { page } = shared;
      await page.goto(`${server.url}/around.html`);
      await page.evaluate(
        (src) => void document.body.append(Object.assign(document.createElement('iframe'), { src })),
        `${server.url.replace('127.0.0.1', 'localhost')}/trusted.html`,
      );
      await expect.poll(() => page.frames()[1]?.evaluate(() => 'host' in globalThis)).toBe(true);
      expect(await page.frames()[1]?.evaluate(() => host.register())).toEqual(
        refused(
          "this page is in a frame of another origin, which could put a page of its own in the tools' place; send `frame-ancestors 'self'`, or ask for `wasm`",
        ),
      );
    });

    it('there is never a step down', async () => {
      const { page } = opened;
      await page.evaluate(() => host.register({ sandbox: 'inline' }));
      expect(await page.locator('iframe').count()).toBeGreaterThan(0);
    });
  });
});
