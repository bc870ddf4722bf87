import { expect, it, onTestFinished } from 'vitest';
import { describeBrowser } from '../support/describe-browser.ts';
import { openPage } from '../support/open-page.ts';
import { useStory } from './use-story.ts';

describeBrowser('the spreadsheet page', (browser) => {
  // The quickstart's tools, one of which waits a minute, can be loaded beside the page's own.
  const story = useStory(browser, 'spreadsheet', { '/register-orders.js': './pages/register-orders.ts' });

  it('registers what was built', async () => {
    const { page } = story();
    const tools = await page.evaluate(() =>
      btcp.listTools().map(({ name, capabilities }) => `${name}: ${capabilities.join(', ')}`),
    );
    expect(tools).toEqual([
      'exportTableToClipboard: dom:read, clipboard:write',
      'formatCells: dom:read, dom:write',
      'getCellValue: dom:read',
      'updateSpreadsheetCell: dom:read, dom:write',
    ]);
  });

  it('calls tools where eval is blocked, and tells of an attempt', async () => {
    const { page, problems, close } = await openPage(browser(), story().url);
    onTestFinished(close);
    const attempts = await page.evaluate(async () => {
      await new Promise((resolve) => setTimeout(resolve)); // as in a call
      return ['eval', 'Function'].map((name) => {
        try {
          return String(Reflect.apply(Reflect.get(globalThis, name), undefined, ['1 + 1']));
        } catch (error) {
          return (error as Error).name;
        }
      });
    });
    expect(attempts).toEqual(['EvalError', 'EvalError']);
    await expect.poll(() => problems).toContainEqual({ kind: 'policy', text: 'script-src blocked eval' });
  });

  it('denies a call until the user grants what it needs', async () => {
    const { call, grant } = story();
    expect(await call('getCellValue', { cell: 'B5' })).toEqual({
      error: {
        code: 'CAPABILITY_DENIED',
        message: 'The tool "getCellValue" needs capabilities that are not granted: dom:read.',
        suggestion: 'Ask the host to grant them (`requestCapabilities`), then call again.',
        data: { missing: ['dom:read'] },
      },
    });
    await grant('dom:read');
    expect(await call('getCellValue', { cell: 'B5' })).toEqual({
      value: { value: 42, formula: null, displayValue: '42' },
    });
    expect(await call('getCellValue', { cell: 'C10' })).toEqual({
      value: { value: 150, formula: '=SUM(A1:A10)', displayValue: '$150.00' },
    });
  });

  it('denies again after the user revoked it, with all that implies it', async () => {
    const { call, grant, revoke, page } = story();
    const boxes = page.locator('#grants input:checked');
    const checked = (): Promise<string[]> =>
      boxes.evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value));
    await grant('dom:write');
    await expect.poll(checked).toEqual(['dom:read', 'dom:write']);
    expect(await call('updateSpreadsheetCell', { cell: 'A1', value: 12 })).toHaveProperty('value.value', 12);
    await revoke('dom:read');
    await expect.poll(checked).toEqual([]);
    expect(await call('updateSpreadsheetCell', { cell: 'A1', value: 13 })).toHaveProperty(
      'error.data.missing',
      ['dom:read', 'dom:write'],
    );
    expect(await page.textContent('[data-cell=A1]')).toBe('12');
  });

  it.each([
    [
      'a wrong type',
      { cell: 5 },
      {
        path: '/cell',
        keyword: 'type',
        message: '`cell` must be a string; got 5',
        params: { type: 'string' },
      },
    ],
    [
      'an unknown property',
      { cell: 'B5', includeFormating: true },
      {
        path: '/includeFormating',
        keyword: 'additionalProperties',
        message:
          '`includeFormating` is not a known property; did you mean `includeFormatting`? Known are `cell`, `includeFormatting`',
        params: {
          additionalProperty: 'includeFormating',
          allowedProperties: ['cell', 'includeFormatting'],
        },
      },
    ],
    [
      'text that breaks the pattern',
      { cell: 'b5' },
      {
        path: '/cell',
        keyword: 'pattern',
        message: '`cell` must match the pattern ^[A-Z]+[0-9]+$; got "b5"',
        params: { pattern: '^[A-Z]+[0-9]+$' },
      },
    ],
  ])('refuses %s', async (_, input, issue) => {
    const { call, grant } = story();
    await grant('dom:read');
    expect(await call('getCellValue', input)).toEqual({
      error: {
        code: 'INVALID_INPUT',
        message: `Invalid input of "getCellValue": ${issue.message}`,
        suggestion: 'Correct the input, then call again.',
        issues: [issue],
      },
    });
  });

  it("passes a tool's own error on, and leaves the sheet as it was", async () => {
    const { call, grant, page } = story();
    await grant('dom:write');
    expect(await call('updateSpreadsheetCell', { cell: 'D10', value: 'Sum' })).toEqual({
      error: {
        code: 'PERMISSION_DENIED',
        message: 'Cell D10 is protected and cannot be changed',
        suggestion: 'Unprotect the sheet or select unprotected cells',
      },
    });
    expect(await page.textContent('[data-cell=D10]')).toBe('Total');
  });

  it('shows the effects of a call in the sheet', async () => {
    const { call, grant, page } = story();
    await grant('dom:write');
    expect(await call('updateSpreadsheetCell', { cell: 'A1', value: 30 })).toEqual({
      value: { cell: 'A1', value: 30, formula: null, previousValue: 10, recalculatedCells: ['C1', 'C10'] },
    });
    expect(await page.textContent('[data-cell=A1]')).toBe('30');
    expect(await page.textContent('[data-cell=C10]')).toBe('$170.00');
    expect(await call('formatCells', { range: 'A1:A2', format: 'currency' })).toEqual({
      value: { cellsAffected: 2 },
    });
    expect(await page.locator('#data-table :is([data-cell=A1], [data-cell=A2])').allTextContents()).toEqual([
      '$30.00',
      '$12.00',
    ]);
  });

  it('copies to the real clipboard, as the defaults say', async () => {
    const { call, grant, page } = story();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    onTestFinished(() => page.context().clearPermissions());
    await grant('dom:read');
    await grant('clipboard:write');
    expect(await call('exportTableToClipboard', { selector: '#data-table' })).toEqual({
      value: { success: true, rowCount: 10, columnCount: 6, byteSize: 222 },
    });
    const text = await page.evaluate(() => navigator.clipboard.readText());
    expect(text.split('\r\n').slice(0, 2)).toEqual([',A,B,C,D,E', '1,10,8,1.25,Rent,']);
  });

  it("reports the browser's own refusal", async () => {
    const { call, grant, page } = story();
    await page.context().grantPermissions([]); // and denies every other
    onTestFinished(() => page.context().clearPermissions());
    await grant('dom:read');
    await grant('clipboard:write');
    expect(await call('exportTableToClipboard', { selector: '#data-table' })).toEqual({
      error: {
        code: 'CLIPBOARD_DENIED',
        message: 'The browser did not let the page write to the clipboard.',
        suggestion: 'Ask the user to click into the page and to allow clipboard access, then call again.',
      },
    });
  });

  it('takes tools of another bundle, and applies their defaults', async () => {
    const { call, grant, page, load } = story();
    await load('/register-orders.js', 'orders');
    await grant('dom:read');
    await page.evaluate(() => {
      for (const id of ['o3', 'o2', 'o1']) {
        const row = Object.assign(document.createElement('p'), { id, textContent: `order ${id}` });
        row.dataset['state'] = 'open';
        document.body.append(row);
      }
    });
    // `limit` is 2 by its schema alone: the tool would list all three.
    expect(await call('listOrders', { state: 'open' })).toEqual({
      value: {
        orders: [
          { id: 'o3', text: 'order o3' },
          { id: 'o2', text: 'order o2' },
        ],
      },
    });
    // Its errors are of another copy of BTCPError.
    await grant('dom:write');
    expect(await call('payOrder', { order: 'o9' })).toEqual({
      error: {
        code: 'ORDER_NOT_FOUND',
        message: 'There is no order o9.',
        suggestion: 'Use listOrders to get the ids of open orders.',
      },
    });
  });

  it('ends a slow call at its deadline', async () => {
    const { call, load } = story();
    await load('/register-orders.js', 'orders');
    expect(await call('awaitConfirmation', { order: 'o1' }, { timeout: 100 })).toEqual({
      error: {
        code: 'EXECUTION_TIMEOUT',
        message: 'The call of "awaitConfirmation" took longer than 100 ms.',
        suggestion: 'Ask for less in one call, or for more time.',
      },
    });
  });

  it('ends a slow call that the page cancels', async () => {
    const { page, load } = story();
    await load('/register-orders.js', 'orders');
    const code = await page.evaluate(async () => {
      const controller = new AbortController();
      const { signal } = controller;
      const called = btcp.callTool('awaitConfirmation', { order: 'o1' }, { signal });
      setTimeout(() => controller.abort());
      return called.then(
        () => 'confirmed',
        (error: unknown) => (error as { code: string }).code,
      );
    });
    expect(code).toBe('CALL_CANCELLED');
  });
});
