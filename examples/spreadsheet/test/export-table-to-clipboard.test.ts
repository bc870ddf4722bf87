import { createMockDOM } from '@btcp/testing';
import { describe, expect, it } from 'vitest';
import { exportTableToClipboard } from '../src/tools/export-table-to-clipboard.ts';
import { openSheetPage } from './sheet-page.ts';

type Input = Parameters<typeof exportTableToClipboard>[0];
// As a client fills them in.
const DEFAULTS = { format: 'csv', includeHeaders: true } as const;

async function copied(html: string, input: Partial<Input> = {}): Promise<string | undefined> {
  const dom = createMockDOM(html);
  await exportTableToClipboard({ ...DEFAULTS, selector: 'table', ...input }, { dom });
  return dom.defaultView?.navigator.clipboard.readText();
}

const PRICES = `<table>
  <thead><tr><th>Name</th><th>Price</th></tr></thead>
  <tbody><tr><td>Tea, green</td><td>4</td></tr><tr><td>The "best"
    mug</td><td></td></tr></tbody>
</table>`;

describe('what is copied', () => {
  it('the sheet as CSV, and what was copied is reported', async () => {
    const dom = openSheetPage();
    const result = await exportTableToClipboard({ ...DEFAULTS, selector: '#data-table' }, { dom });
    const text = await dom.defaultView?.navigator.clipboard.readText();
    expect(text?.split('\r\n').slice(0, 2)).toEqual([',A,B,C,D,E', '1,10,8,1.25,Rent,']);
    expect(text?.split('\r\n')[10]).toBe('10,15,10,$150.00,Total,');
    expect(result).toEqual({ success: true, rowCount: 10, columnCount: 6, byteSize: 222 });
  });

  it.each([
    [{}, 'Name,Price\r\n"Tea, green",4\r\n"The ""best"" mug",'],
    [{ includeHeaders: false }, '"Tea, green",4\r\n"The ""best"" mug",'],
    [{ format: 'tsv' }, 'Name\tPrice\r\nTea, green\t4\r\nThe "best" mug\t'],
  ] as const)('%j', async (input, expected) => {
    expect(await copied(PRICES, input)).toBe(expected);
  });

  it('JSON objects, or arrays without headers', async () => {
    expect(JSON.parse((await copied(PRICES, { format: 'json' })) ?? '')).toEqual([
      { Name: 'Tea, green', Price: '4' },
      { Name: 'The "best" mug', Price: '' },
    ]);
    expect(JSON.parse((await copied(PRICES, { format: 'json', includeHeaders: false })) ?? '')).toEqual([
      ['Tea, green', '4'],
      ['The "best" mug', ''],
    ]);
  });

  it('JSON with headers that are empty, repeated or names of prototypes', async () => {
    const html =
      '<table><tr><th></th><th>a</th><th>a</th><th>__proto__</th></tr><tr><td>1</td><td>2</td><td>3</td><td>4</td></tr></table>';
    expect(await copied(html, { format: 'json' })).toBe(
      '[\n  {\n    "Column 1": "1",\n    "a": "2",\n    "a (2)": "3",\n    "__proto__": "4"\n  }\n]',
    );
  });

  it('cells that span, and a foot that is written first', async () => {
    const html =
      '<table><tfoot><tr><td colspan="3">sum</td></tr></tfoot><tr><td rowspan="2">a</td><td>b</td><td>c</td></tr><tr><td colspan="99999999">d</td></tr></table>';
    const rows = (await copied(html))?.split('\r\n').map((row) => row.replace(/,+$/, ''));
    expect(rows).toEqual(['a,b,c', ',d', 'sum']);
  });

  it('only the table itself, not one inside of it', async () => {
    const html = '<table><tr><td>a <table><tr><td>b</td></tr></table></td></tr><tr><td>c</td></tr></table>';
    expect(await copied(html)).toBe('a b\r\nc');
  });

  it('an empty table', async () => {
    const dom = createMockDOM('<table></table>');
    expect(await exportTableToClipboard({ ...DEFAULTS, selector: 'table' }, { dom })).toEqual({
      success: true,
      rowCount: 0,
      columnCount: 0,
      byteSize: 0,
    });
  });
});

describe('what is refused', () => {
  it.each([
    ['what is no selector', 'table[', 'INVALID_SELECTOR', '"table[" is not a CSS selector.'],
    ['a table that is not there', '#nothing', 'TABLE_NOT_FOUND', 'No element matches #nothing.'],
    ['another element', 'tbody', 'TABLE_NOT_FOUND', 'tbody is a tbody, not a table.'],
  ])('%s', async (_, selector, code, message) => {
    await expect(copied(PRICES, { selector })).rejects.toMatchObject({
      code,
      message,
      suggestion: expect.any(String),
    });
  });

  it('a table that is too large', async () => {
    const html = `<table><tr>${'<td colspan="1000"></td>'.repeat(101)}</tr></table>`;
    await expect(copied(html)).rejects.toMatchObject({ code: 'TABLE_TOO_LARGE' });
    // A hundred rows that are as wide as the first.
    const ragged = `<table><tr><td colspan="1000"></td></tr>${'<tr><td></td></tr>'.repeat(101)}</table>`;
    await expect(copied(ragged)).rejects.toMatchObject({ code: 'TABLE_TOO_LARGE' });
  });

  it('a page without a clipboard', async () => {
    const dom = createMockDOM(PRICES);
    Object.defineProperty(dom.defaultView?.navigator, 'clipboard', { value: undefined });
    await expect(exportTableToClipboard({ ...DEFAULTS, selector: 'table' }, { dom })).rejects.toMatchObject({
      code: 'CLIPBOARD_UNAVAILABLE',
    });
  });

  it('a clipboard that the user does not allow', async () => {
    const dom = createMockDOM(PRICES);
    const refuse = () => Promise.reject(new DOMException('Write permission denied.', 'NotAllowedError'));
    Object.defineProperty(dom.defaultView?.navigator.clipboard, 'writeText', { value: refuse });
    await expect(exportTableToClipboard({ ...DEFAULTS, selector: 'table' }, { dom })).rejects.toMatchObject({
      code: 'CLIPBOARD_DENIED',
      cause: { name: 'NotAllowedError' },
    });
  });

  it('to copy after it was cancelled', async () => {
    const dom = createMockDOM(PRICES);
    const signal = AbortSignal.abort(new Error('enough'));
    await expect(exportTableToClipboard({ ...DEFAULTS, selector: 'table' }, { dom, signal })).rejects.toThrow(
      'enough',
    );
    expect(await dom.defaultView?.navigator.clipboard.readText()).toBe('');
  });
});
