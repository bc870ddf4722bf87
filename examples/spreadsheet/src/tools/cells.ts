import { Type } from '@sinclair/typebox';
import { defineTool } from '@btcp/core';
import { CellAddress, CellFormula, CellScalar } from '../schemas/cell.ts';
import { oneOf } from '../schemas/one-of.ts';
import { calculate } from '../sheet/calculate.ts';
import { toScalar, writeLiteral } from '../sheet/cell-value.ts';
import { display } from '../sheet/display.ts';
import { editCell } from '../sheet/edit-cell.ts';
import { findCell, formatOf, normalizeAddress, openSheet, rawText, rawTexts } from '../sheet/open-sheet.ts';

export const getCellValue = defineTool({
  description:
    'Retrieves the value and formula of a spreadsheet cell by its A1-notation address. Returns null for empty cells. Works only on the currently active sheet.',
  inputSchema: Type.Object(
    {
      cell: CellAddress,
      includeFormatting: Type.Boolean({
        default: false,
        description: 'Whether to include cell formatting information',
      }),
    },
    { additionalProperties: false },
  ),
  // btcp-ignore output-properties-open: it is the protocol's own, which leaves it open
  outputSchema: Type.Object({
    value: CellScalar,
    formula: Type.Optional(CellFormula),
    displayValue: Type.Optional(Type.String({ description: 'The formatted display value' })),
  }),
  capabilities: ['dom:read'],
  examples: [
    {
      description: 'Get value of cell B5',
      input: { cell: 'B5' },
      output: { value: 42, formula: null, displayValue: '42' },
      fixture: '../../page/index.html',
    },
    {
      description: 'Get a formula cell',
      input: { cell: 'C10' },
      output: { value: 150, formula: '=SUM(A1:A10)', displayValue: '$150.00' },
      fixture: '../../page/index.html',
    },
  ],
  tags: ['spreadsheet', 'cells', 'read'],
  execute({ cell, includeFormatting }, { dom = document }) {
    const sheet = openSheet(dom);
    const element = findCell(sheet, cell);
    const raw = rawText(element);
    const value = calculate(rawTexts(sheet)).get(normalizeAddress(cell)) ?? null;
    const format = formatOf(element);
    return {
      value: toScalar(value),
      formula: raw.startsWith('=') ? raw : null,
      displayValue: display(value, format),
      ...(includeFormatting && {
        formatting: { format, protected: element.dataset['protected'] === 'true' },
      }),
    };
  },
});

export const updateSpreadsheetCell = defineTool({
  description:
    "Updates the value of a single cell in the currently active spreadsheet. The cell is identified by its A1-notation address (e.g., 'B5'). Supports text, numbers, and formulas (prefix with '='). Triggers automatic recalculation of dependent cells. Fails if the cell is protected or the sheet is locked.",
  inputSchema: Type.Object(
    {
      cell: CellAddress,
      value: oneOf([Type.String({ maxLength: 32_767 }), Type.Number()], {
        description: "Text, a number, or a formula such as '=SUM(A1:A10)'; empty text clears the cell",
      }),
    },
    { additionalProperties: false },
  ),
  outputSchema: Type.Object(
    {
      cell: CellAddress,
      value: CellScalar,
      formula: CellFormula,
      previousValue: CellScalar,
      recalculatedCells: Type.Array(Type.String(), { description: 'The other cells whose value changed' }),
    },
    { additionalProperties: false },
  ),
  capabilities: ['dom:read', 'dom:write'],
  examples: [
    {
      description: 'Enter a number',
      input: { cell: 'A1', value: 12 },
      output: { cell: 'A1', value: 12, formula: null, previousValue: 10, recalculatedCells: ['C1', 'C10'] },
      fixture: '../../page/index.html',
    },
    {
      description: 'Enter a formula',
      input: { cell: 'E1', value: '=A1*2' },
      fixture: '../../page/index.html',
    },
  ],
  tags: ['spreadsheet', 'cells', 'write'],
  execute({ cell, value }, { dom = document }) {
    const formula = typeof value === 'string' && value.startsWith('=') ? value : null;
    const edit = editCell(openSheet(dom), cell, formula ?? writeLiteral(value));
    return { cell: normalizeAddress(cell), formula, ...edit };
  },
});
