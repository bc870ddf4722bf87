import { FRAME_HEADERS } from '@btcp/core/isolated';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeBrowser } from '../../support/describe-browser.ts';
import { openPage, type OpenPage } from '../../support/open-page.ts';
import { servePage, type PageServer } from '../../support/serve-page.ts';
import { buildIsolated } from './build-isolated.ts';
import type { Host } from './host.ts';

declare const host: Host;

const TOOLS = `
import { Type } from '@sinclair/typebox';
import { BTCPError, defineTool } from '@btcp/core';

/** Adds two numbers, and says where it ran. */
export const addNumbers = defineTool({
  inputSchema: Type.Object({ a: Type.Number(), b: Type.Number() }, { additionalProperties: false }),
  outputSchema: Type.Object({ sum: Type.Number(), where: Type.String() }, { additionalProperties: false }),
  capabilities: [],
  execute: ({ a, b }) => ({ sum: a + b, where: Object.prototype.toString.call(globalThis) }),
});

/** Fails with an error of its own. */
export const failAlways = defineTool({
  inputSchema: Type.Object({}, { additionalProperties: false }),
  outputSchema: Type.Null(),
  capabilities: [],
  execute: (): null => {
    throw new BTCPError('NOTHING_THERE', { message: 'There is nothing.', suggestion: 'Look elsewhere.' });
  },
});

/** Never returns, and blocks its thread. */
export const blockThread = defineTool({
  inputSchema: Type.Object({}, { additionalProperties: false }),
  outputSchema: Type.Null(),
  capabilities: [],
  execute: (): null => {
    for (;;);
  },
});
`;

describeBrowser('tools in an isolated frame', (browser) => {
  let server: PageServer;
  let opened: OpenPage;
  let page: Page;
  beforeAll(async () => {
    const files = await buildIsolated(TOOLS, 'iframe');
    server = await servePage(files, { '/btcp-isolated.html': FRAME_HEADERS });
    opened = await openPage(browser(), server.url);
    ({ page } = opened);
  });
  afterAll(async () => {
    await opened?.close();
    await server?.close();
  });

  it('are called through the client, in a worker', async () => {
    expect(await page.evaluate(() => host.register())).toEqual({
      value: ['addNumbers', 'blockThread', 'failAlways'],
    });
    expect(await page.evaluate(() => host.call('addNumbers', { a: 2, b: 3 }))).toEqual({
      value: { sum: 5, where: '[object DedicatedWorkerGlobalScope]' },
    });
    expect(await page.evaluate(() => host.call('failAlways'))).toEqual({
      code: 'NOTHING_THERE',
      message: 'There is nothing.',
    });
    expect(await page.evaluate(() => host.call('addNumbers', { a: 'two' }))).toMatchObject({
      code: 'INVALID_INPUT',
    });
    expect(opened.problems).toEqual([]);
  });

  it('end at their deadline with all that runs beside them, and the next call works', async () => {
    const outcomes = await page.evaluate(async () => {
      const blocked = host.call('blockThread', {}, 200);
      const beside = host.call('addNumbers', { a: 1, b: 1 });
      return [await blocked, await beside, await host.call('addNumbers', { a: 4, b: 4 })];
    });
    expect(outcomes).toEqual([
      { code: 'EXECUTION_TIMEOUT', message: 'The call of "blockThread" took longer than 200 ms.' },
      {
        code: 'EXECUTION_ERROR',
        message:
          'The isolated tools of "sheet-tools" were ended, because the call of "blockThread" was stopped.',
      },
      { value: { sum: 8, where: '[object DedicatedWorkerGlobalScope]' } },
    ]);
    expect(await page.locator('iframe').count()).toBe(1);
  });
});
