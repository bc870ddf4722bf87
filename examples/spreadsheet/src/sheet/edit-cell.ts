import { BTCPError } from '@btcp/core';
import { calculate } from './calculate.ts';
import { CellError, toScalar, type Scalar } from './cell-value.ts';
import { checkEditable, findCell, normalizeAddress, rawTexts, type Sheet } from './open-sheet.ts';
import { parseFormula } from './parse-formula.ts';
import { renderSheet } from './render-sheet.ts';

/** What an edit did. */
export interface Edit {
  readonly value: Scalar;
  readonly previousValue: Scalar;
  /** The other cells whose value changed. */
  readonly recalculatedCells: string[];
}

/**
 * Types a text into a cell and recalculates the sheet; on an error the sheet stays as it was.
 *
 * @throws BTCPError `CELL_NOT_FOUND`, `PERMISSION_DENIED`, `INVALID_FORMULA`, `CIRCULAR_REFERENCE`.
 */
export function editCell(sheet: Sheet, address: string, raw: string): Edit {
  const cell = findCell(sheet, address);
  const key = normalizeAddress(address);
  checkEditable(sheet, [key]);
  if (raw.startsWith('=')) checkFormula(raw);
  const raws = rawTexts(sheet);
  const before = calculate(raws);
  const after = calculate(raws.set(key, raw));
  const value = after.get(key) ?? null;
  if (value instanceof CellError && value.code === '#CYCLE!') throw circular(key);
  cell.dataset['raw'] = raw;
  renderSheet(sheet, after);
  const changed = Array.from(after.keys()).filter(
    (other) => other !== key && toScalar(before.get(other) ?? null) !== toScalar(after.get(other) ?? null),
  );
  return {
    value: toScalar(value),
    previousValue: toScalar(before.get(key) ?? null),
    recalculatedCells: changed,
  };
}

function checkFormula(raw: string): void {
  try {
    parseFormula(raw);
  } catch (cause) {
    throw new BTCPError('INVALID_FORMULA', {
      message: `Not a formula: ${cause instanceof Error ? cause.message : String(cause)}.`,
      suggestion: 'Write a formula such as =SUM(A1:A10)/2, or put an apostrophe in front to keep it text.',
      cause,
    });
  }
}

const circular = (address: string): BTCPError =>
  new BTCPError('CIRCULAR_REFERENCE', {
    message: `With this formula ${address} would depend on itself.`,
    suggestion: 'Leave the cell itself, and the cells that depend on it, out of its formula.',
  });
