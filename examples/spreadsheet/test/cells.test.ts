import { createMockDOM } from '@btcp/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { getCellValue, updateSpreadsheetCell } from '../src/tools/cells.ts';
import { openSheetPage, shown } from './sheet-page.ts';

let dom: Document;
beforeEach(() => {
  dom = openSheetPage();
});

const get = (cell: string) => getCellValue({ cell, includeFormatting: false }, { dom });
const update = (cell: string, value: string | number) => updateSpreadsheetCell({ cell, value }, { dom });

function showArchive(): void {
  for (const table of dom.querySelectorAll<HTMLElement>('[data-sheet]')) {
    table.hidden = table.dataset['sheet'] !== 'Archive';
  }
}

describe('getCellValue', () => {
  it.each([
    ['B5', { value: 42, formula: null, displayValue: '42' }],
    ['C10', { value: 150, formula: '=SUM(A1:A10)', displayValue: '$150.00' }],
    ['C1', { value: 1.25, formula: '=A1/B1', displayValue: '1.25' }],
    ['D1', { value: 'Rent', formula: null, displayValue: 'Rent' }],
    ['E1', { value: null, formula: null, displayValue: '' }],
    ['B05', { value: 42, formula: null, displayValue: '42' }],
  ])('reads %s', (cell, expected) => {
    expect(get(cell)).toEqual(expected);
  });

  it('gives an error of a formula as text', () => {
    update('B1', 0);
    expect(get('C1')).toEqual({ value: '#DIV/0!', formula: '=A1/B1', displayValue: '#DIV/0!' });
  });

  it('adds the formatting when asked to', () => {
    expect(getCellValue({ cell: 'C10', includeFormatting: true }, { dom })).toEqual({
      value: 150,
      formula: '=SUM(A1:A10)',
      displayValue: '$150.00',
      formatting: { format: 'currency', protected: false },
    });
  });

  it('reads the sheet that is shown', () => {
    showArchive();
    expect(get('B1')).toEqual({ value: 2024, formula: '=A1+1', displayValue: '2024' });
  });

  it.each(['Z99', 'A0', 'constructor', '"]'])('refuses %s', (cell) => {
    expect(() => get(cell)).toThrow(
      expect.objectContaining({
        code: 'CELL_NOT_FOUND',
        message: `Cell ${cell} not found in the active sheet`,
        suggestion: 'Verify the cell address and ensure a sheet is active',
      }),
    );
  });

  it('refuses a page without a sheet', () => {
    dom = createMockDOM('<p>no sheet</p>');
    expect(() => get('A1')).toThrow(expect.objectContaining({ code: 'SHEET_NOT_FOUND' }));
  });
});

describe('updateSpreadsheetCell', () => {
  it('enters a number and recalculates', () => {
    expect(update('A2', 22)).toEqual({
      cell: 'A2',
      value: 22,
      formula: null,
      previousValue: 12,
      recalculatedCells: ['C2', 'C10'],
    });
    expect([shown(dom, 'A2'), shown(dom, 'C10')]).toEqual(['22', '$160.00']);
  });

  it('enters a formula', () => {
    expect(update('E1', '=C10*2')).toMatchObject({ value: 300, formula: '=C10*2', previousValue: null });
    expect(get('E1')).toEqual({ value: 300, formula: '=C10*2', displayValue: '300' });
  });

  it('enters text as text, also where it looks like a number', () => {
    update('E1', '007');
    expect(get('E1')).toEqual({ value: '007', formula: null, displayValue: '007' });
    update('E1', '<b>bold</b>');
    expect([shown(dom, 'E1'), dom.querySelector('b')]).toEqual(['<b>bold</b>', null]);
  });

  it('clears a cell', () => {
    expect(update('A1', '')).toMatchObject({
      value: null,
      previousValue: 10,
      recalculatedCells: ['C1', 'C10'],
    });
  });

  it('accepts a formula that gives an error', () => {
    expect(update('E1', '=1/0')).toMatchObject({ value: '#DIV/0!' });
  });

  it.each([
    ['a protected cell', 'D10', 1, 'PERMISSION_DENIED'],
    ['a cell that is not there', 'F1', 1, 'CELL_NOT_FOUND'],
    ['half a formula', 'A1', '=SUM(', 'INVALID_FORMULA'],
    ['a formula of a thousand characters', 'A1', `=${'1+'.repeat(600)}1`, 'INVALID_FORMULA'],
    ['a circle', 'A1', '=C10', 'CIRCULAR_REFERENCE'],
  ] as const)('refuses %s and changes nothing', (_, cell, value, code) => {
    const before = dom.body.innerHTML;
    expect(() => update(cell, value)).toThrow(
      expect.objectContaining({ code, suggestion: expect.any(String) }),
    );
    expect(dom.body.innerHTML).toBe(before);
  });

  it('refuses a locked sheet', () => {
    showArchive();
    expect(() => update('A1', 1)).toThrow(
      expect.objectContaining({ code: 'PERMISSION_DENIED', message: 'The sheet Archive is locked' }),
    );
  });
});
