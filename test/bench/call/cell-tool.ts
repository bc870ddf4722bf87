import type { ManifestTool } from '@btcp/core';

/** What the tool takes. */
export interface CellInput {
  readonly cell: string;
  readonly includeFormatting?: boolean;
}

/** What the tool returns. */
export interface CellOutput {
  readonly value: string | number | boolean | null;
  readonly formula: string | null;
  readonly displayValue: string;
}

/** A tool that reads a cell, as its manifest declares it. */
export const CELL_TOOL: ManifestTool = {
  name: 'getCellValue',
  description: 'Retrieves the value and formula of a spreadsheet cell by its A1-notation address.',
  inputSchema: {
    type: 'object',
    properties: {
      cell: { type: 'string', pattern: '^[A-Z]+[0-9]+$', description: 'Cell address in A1 notation' },
      includeFormatting: {
        type: 'boolean',
        default: false,
        description: 'Whether to include cell formatting information',
      },
    },
    required: ['cell'],
    additionalProperties: false,
  },
  outputSchema: {
    type: 'object',
    properties: {
      value: {
        oneOf: [{ type: 'string' }, { type: 'number' }, { type: 'boolean' }, { type: 'null' }],
        description: "The cell's raw value",
      },
      formula: {
        anyOf: [{ type: 'string' }, { type: 'null' }],
        description: "The cell's formula, or null if the cell has none",
      },
      displayValue: { type: 'string', description: 'The formatted display value' },
    },
    required: ['value'],
  },
  capabilities: ['dom:read'],
};

const SHEET = new Map(Array.from({ length: 64 }, (_, row) => [`B${row + 1}`, row * 1.5]));

/** The implementation: a lookup in a table, so that the overhead is what is measured. */
export async function readCell({ cell }: CellInput): Promise<CellOutput> {
  const value = SHEET.get(cell) ?? null;
  return { value, formula: null, displayValue: String(value) };
}

/** 64 different calls. */
export const CELL_INPUTS: readonly CellInput[] = [...SHEET.keys()].map((cell, index) =>
  index % 2 === 0 ? { cell } : { cell, includeFormatting: index % 4 === 1 },
);
