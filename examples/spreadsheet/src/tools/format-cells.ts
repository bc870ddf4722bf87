import { Type } from '@sinclair/typebox';
import { BTCPError, defineTool } from '@btcp/core';
import { addressesIn, parseRange } from '../sheet/address.ts';
import { checkEditable, openSheet } from '../sheet/open-sheet.ts';
import { renderSheet } from '../sheet/render-sheet.ts';

/** Sets how a range of cells in the active sheet shows numbers, for example as currency. Values stay as they are. Changes all cells of the range or, if one is protected, none. */
export const formatCells = defineTool({
  inputSchema: Type.Object(
    {
      /** Range in A1 notation, for example 'A1:A10', or a single cell. */
      range: Type.String({ pattern: '^[A-Z]+[0-9]+(:[A-Z]+[0-9]+)?$' }),
      /** How to show numbers: as they are, with two decimals, in dollars, or in percent. */
      format: Type.Union([
        Type.Literal('general'),
        Type.Literal('number'),
        Type.Literal('currency'),
        Type.Literal('percent'),
      ]),
    },
    { additionalProperties: false },
  ),
  capabilities: ['dom:read', 'dom:write'],
  examples: [
    {
      description: 'Show ten amounts in dollars',
      input: { range: 'A1:A10', format: 'currency' },
      output: { cellsAffected: 10 },
      fixture: '../../page/index.html',
    },
  ],
  tags: ['spreadsheet', 'cells', 'format'],
  execute({ range, format }, { dom = document }) {
    const sheet = openSheet(dom);
    const bounds = parseRange(range);
    const addresses = bounds ? addressesIn(bounds, sheet.cells.keys()) : [];
    if (addresses.length === 0) throw rangeNotFound(range);
    checkEditable(sheet, addresses);
    for (const address of addresses) {
      const cell = sheet.cells.get(address);
      if (cell) cell.dataset['format'] = format;
    }
    renderSheet(sheet);
    return { cellsAffected: addresses.length };
  },
});

const rangeNotFound = (range: string): BTCPError =>
  new BTCPError('RANGE_NOT_FOUND', {
    message: `The active sheet has no cell in ${range}`,
    suggestion: "Use a range such as 'A1:A10' inside the sheet",
  });
