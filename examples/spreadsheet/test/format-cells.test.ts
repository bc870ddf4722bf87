import { beforeEach, expect, it } from 'vitest';
import { formatCells } from '../src/tools/format-cells.ts';
import { openSheetPage, shown } from './sheet-page.ts';

let dom: Document;
beforeEach(() => {
  dom = openSheetPage();
});

const format = (range: string, kind: Parameters<typeof formatCells>[0]['format'] = 'currency') =>
  formatCells({ range, format: kind }, { dom });

it.each([
  ['A1:A10', 10],
  ['A10:A1', 10],
  ['B5', 1],
  ['A1:C2', 6],
  ['E9:ZZZ99999999', 2],
])('%s', (range, cellsAffected) => {
  expect(format(range)).toEqual({ cellsAffected });
});

it.each([
  ['general', '1.25'],
  ['number', '1.25'],
  ['currency', '$1.25'],
  ['percent', '125%'],
] as const)('shows numbers as %s', (kind, text) => {
  format('C1:D1', kind);
  expect([shown(dom, 'C1'), shown(dom, 'D1')]).toEqual([text, 'Rent']);
});

it('changes nothing when one cell is protected', () => {
  expect(() => format('A10:D10')).toThrow(
    expect.objectContaining({
      code: 'PERMISSION_DENIED',
      message: 'Cell D10 is protected and cannot be changed',
      suggestion: 'Unprotect the sheet or select unprotected cells',
    }),
  );
  expect(shown(dom, 'A10')).toBe('15');
});

it.each(['F1:G9', 'A0', 'nonsense', 'A1:B2:C3'])('refuses %s', (range) => {
  expect(() => format(range)).toThrow(
    expect.objectContaining({ code: 'RANGE_NOT_FOUND', message: `The active sheet has no cell in ${range}` }),
  );
});
