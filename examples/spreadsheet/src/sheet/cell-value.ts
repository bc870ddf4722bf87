/** What a cell holds: `null` is empty. */
export type Scalar = string | number | boolean | null;

/** Why a formula gives no value. */
export type ErrorCode = '#ERROR!' | '#NAME?' | '#REF!' | '#VALUE!' | '#DIV/0!' | '#CYCLE!';

/** An error as the value of a cell; formulas that use the cell pass it on. */
export class CellError extends Error {
  readonly code: ErrorCode;

  constructor(code: ErrorCode) {
    super(code);
    this.code = code;
  }
}

/** What a formula works with. */
export type Value = Scalar | CellError;

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

/** What a text means that is typed into a cell and is no formula. An apostrophe in front keeps it text. */
export function readLiteral(raw: string): Scalar {
  if (raw === '') return null;
  if (raw.startsWith("'")) return raw.slice(1);
  if (/^true$/i.test(raw)) return true;
  if (/^false$/i.test(raw)) return false;
  return NUMBER.test(raw) && Number.isFinite(Number(raw)) ? Number(raw) : raw;
}

/** What to type into a cell to make it hold a value: the inverse of `readLiteral`. Text with "=" in front is a formula. */
export function writeLiteral(value: Scalar): string {
  if (value === null) return '';
  if (typeof value !== 'string') return String(value);
  return value.startsWith("'") || (value !== '' && readLiteral(value) !== value) ? `'${value}` : value;
}

/** A value as JSON. */
export const toScalar = (value: Value): Scalar => (value instanceof CellError ? value.code : value);
