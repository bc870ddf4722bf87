import { CellError, type Value } from './cell-value.ts';

/** A function of formulas: one list of values for each operand, a range being a list of many. */
export type SheetFunction = (operands: readonly (readonly Value[])[]) => Value;

const two =
  (calculate: (a: Value, b: Value) => Value): SheetFunction =>
  ([a, b]) =>
    calculate(one(a), one(b));
const arithmetic = (calculate: (a: number, b: number) => number): SheetFunction =>
  two((a, b) => finite(calculate(number(a), number(b))));
const comparison = (holds: (order: number) => boolean): SheetFunction => two((a, b) => holds(compare(a, b)));
const overNumbers =
  (calculate: (numbers: readonly number[]) => number): SheetFunction =>
  (operands) =>
    finite(calculate(operands.flat().filter((value) => typeof value === 'number')));

/** Operators and functions, by name. They throw a `CellError` for what has no value. */
export const FUNCTIONS: ReadonlyMap<string, SheetFunction> = new Map<string, SheetFunction>([
  ['+', arithmetic((a, b) => a + b)],
  ['-', arithmetic((a, b) => a - b)],
  ['*', arithmetic((a, b) => a * b)],
  ['/', arithmetic((a, b) => divide(a, b))],
  ['^', arithmetic((a, b) => a ** b)],
  ['NEGATE', ([a]) => -number(one(a))],
  ['&', two((a, b) => text(a) + text(b))],
  ['=', comparison((order) => order === 0)],
  ['<>', comparison((order) => order !== 0)],
  ['<', comparison((order) => order < 0)],
  ['>', comparison((order) => order > 0)],
  ['<=', comparison((order) => order <= 0)],
  ['>=', comparison((order) => order >= 0)],
  ['SUM', overNumbers(sum)],
  ['AVERAGE', overNumbers((numbers) => divide(sum(numbers), numbers.length))],
  ['MIN', overNumbers((numbers) => numbers.reduce((a, b) => Math.min(a, b), numbers[0] ?? 0))],
  ['MAX', overNumbers((numbers) => numbers.reduce((a, b) => Math.max(a, b), numbers[0] ?? 0))],
  ['COUNT', overNumbers((numbers) => numbers.length)],
  ['ROUND', ([value, places = [0]]) => round(number(one(value)), number(one(places)))],
  ['IF', ([condition, then = [true], otherwise = [false]]) => one(truth(one(condition)) ? then : otherwise)],
]);

function one(values: readonly Value[] | undefined): Value {
  const [value] = values ?? [];
  if (value === undefined || values?.length !== 1) throw new CellError('#VALUE!');
  return value;
}

function number(value: Value): number {
  if (typeof value === 'number') return value;
  if (value === null || typeof value === 'boolean') return Number(value);
  throw new CellError('#VALUE!');
}

// Fifteen digits are exact; what follows is the noise of binary fractions.
function finite(value: number): number {
  if (!Number.isFinite(value)) throw new CellError('#VALUE!');
  return Number(value.toPrecision(15));
}

function divide(a: number, b: number): number {
  if (b === 0) throw new CellError('#DIV/0!');
  return a / b;
}

function truth(value: Value): boolean {
  return typeof value === 'boolean' ? value : number(value) !== 0;
}

function text(value: Value): string {
  return typeof value === 'boolean' ? String(value).toUpperCase() : String(value ?? '');
}

function compare(a: Value, b: Value): number {
  if (typeof a === 'string' || typeof b === 'string') {
    const [left, right] = [text(a).toLowerCase(), text(b).toLowerCase()];
    return left === right ? 0 : left < right ? -1 : 1;
  }
  return number(a) - number(b);
}

function round(value: number, places: number): number {
  const factor = 10 ** Math.max(-15, Math.min(15, Math.trunc(places)));
  return finite(Math.round(value * factor) / factor);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, value) => total + value, 0);
}
