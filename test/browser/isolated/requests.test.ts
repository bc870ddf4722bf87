import { FRAME_HEADERS } from '@btcp/core/isolated';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeBrowser } from '../../support/describe-browser.ts';
import { openPage, type OpenPage } from '../../support/open-page.ts';
import { servePage, type PageServer } from '../../support/serve-page.ts';
import { buildIsolated } from './build-isolated.ts';
import type { Host, Outcome } from './host.ts';

declare const host: Host;

const TOOLS = `
import { Type } from '@sinclair/typebox';
import { defineTool, type ToolContext } from '@btcp/core';

let kept: ToolContext | undefined;

/** Asks for everything at once. */
export const askMuch = defineTool({
  inputSchema: Type.Object({ times: Type.Number() }, { additionalProperties: false }),
  outputSchema: Type.Null(),
  capabilities: ['dom:read'],
  execute: async ({ times }, ctx): Promise<null> => {
    await Promise.all(Array.from({ length: times }, () => ctx.page.text('p')));
    return null;
  },
});

/** Stores its context where later calls find it. */
export const keepContext = defineTool({
  inputSchema: Type.Object({}, { additionalProperties: false }),
  outputSchema: Type.Null(),
  capabilities: ['dom:read'],
  execute: (_input, ctx): null => {
    kept = ctx;
    return null;
  },
});

/** Reads the page through the context of an earlier call. */
export const readByKept = defineTool({
  inputSchema: Type.Object({}, { additionalProperties: false }),
  outputSchema: Type.Unknown(),
  capabilities: ['dom:read'],
  execute: async (): Promise<unknown> => (await kept?.page.text('p')) ?? null,
});

// Written so that the build does not notice, and read while the module loads.
const found = [['clo', 'se'], ['Work', 'er']].map((parts) => Reflect.get(Object(globalThis), parts.join('')));

/** Finds what would outlive a call, or end all calls. */
export const findThreads = defineTool({
  inputSchema: Type.Object({}, { additionalProperties: false }),
  outputSchema: Type.Array(Type.String()),
  capabilities: [],
  execute: (): string[] => found.map((value) => typeof value),
});
`;

/** What `askMuch` read of the page. */
interface Reads {
  readonly outcome: Outcome;
  readonly inTime: number;
  readonly late: number;
  readonly most: number;
}

describeBrowser('what isolated tools ask for', (browser) => {
  let server: PageServer;
  let opened: OpenPage;
  let page: Page;

  beforeAll(async () => {
    const files = await buildIsolated(TOOLS, 'iframe');
    server = await servePage(
      { ...files, '/index.html': `${files['/index.html']}<p>One</p>` },
      { '/btcp-isolated.html': FRAME_HEADERS },
    );
    opened = await openPage(browser(), server.url);
    ({ page } = opened);
    await page.evaluate(() => host.register());
    await page.evaluate(() => host.grant('dom:read'));
  });
  afterAll(async () => {
    await opened?.close();
    await server?.close();
  });

  /** Runs `askMuch` in a page where each read takes 10 ms; counts what was read in all, later, and between two timers. */
  const readSlowly = (times: number, timeout?: number): Promise<Reads> =>
    page.evaluate(
      async ([many, limit]) => {
        let [reads, before, most] = [0, 0, 0];
        const query = document.querySelector.bind(document);
        const readOne = (selector: string): Element | null => {
          const end = performance.now() + 10;
          while (performance.now() < end);
          reads++;
          return query(selector);
        };
        Object.assign(document, { querySelector: readOne });
        const timer = setInterval(() => {
          most = Math.max(most, reads - before);
          before = reads;
        }, 1);
        const outcome = await host.call('askMuch', { times: many }, limit);
        clearInterval(timer);
        const inTime = reads;
        await host.call('keepContext');
        Reflect.deleteProperty(document, 'querySelector');
        return { outcome, inTime, late: reads - inTime, most };
      },
      [times, timeout] as const,
    );

  it('is done in slices, between which timers and the rest of the page go on', async () => {
    const { inTime, most } = await readSlowly(40);
    expect(inTime).toBe(40);
    expect(most).toBeLessThanOrEqual(4);
  });

  it('is done until the deadline, and not after', async () => {
    const { outcome, inTime, late } = await readSlowly(9000, 500);
    expect(outcome).toMatchObject({ code: 'EXECUTION_TIMEOUT' });
    expect(inTime).toBeLessThan(9000);
    // The one that the deadline came after.
    expect(late).toBeLessThanOrEqual(1);
  });

  it('is refused at once after the call', async () => {
    await page.evaluate(() => host.call('keepContext'));
    expect(await page.evaluate(() => host.call('readByKept'))).toEqual({
      code: 'CALL_CANCELLED',
      message: '`ctx.page.text` was used after its call had ended.',
    });
  });

  it('cannot close its worker, nor start others', async () => {
    expect(await page.evaluate(() => host.call('findThreads'))).toEqual({
      value: ['undefined', 'undefined'],
    });
  });
});
