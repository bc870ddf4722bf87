import { Type } from '@sinclair/typebox';
import { oneOf } from './one-of.ts';

/** What a cell holds, or its formula gives. An error such as "#DIV/0!" is text. */
export const CellScalar = oneOf([Type.String(), Type.Number(), Type.Boolean(), Type.Null()], {
  description: "The cell's raw value",
});

/** A cell's formula. */
export const CellFormula = Type.Union([Type.String(), Type.Null()], {
  description: "The cell's formula, or null if the cell has none",
});

/** The address of one cell. */
export const CellAddress = Type.String({
  pattern: '^[A-Z]+[0-9]+$',
  description: "Cell address in A1 notation (e.g., 'B5', 'AA100')",
});
