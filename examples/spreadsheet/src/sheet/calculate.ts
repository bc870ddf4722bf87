import { addressesIn } from './address.ts';
import { CellError, readLiteral, type Value } from './cell-value.ts';
import { FUNCTIONS } from './functions.ts';
import { parseFormula, type Formula } from './parse-formula.ts';

/**
 * Calculates a sheet.
 *
 * @param raws - What was typed into each cell, by address.
 * @returns The value of each of these cells. Cells that depend on themselves are `#CYCLE!`.
 */
export function calculate(raws: ReadonlyMap<string, string>): ReadonlyMap<string, Value> {
  const values = new Map<string, Value>();
  const waiting = new Map<string, WaitingCell>();
  for (const [address, raw] of raws) {
    const formula = raw.startsWith('=') ? parse(raw) : undefined;
    if (formula) waiting.set(address, { formula, needs: [] });
    else values.set(address, raw.startsWith('=') ? new CellError('#ERROR!') : readLiteral(raw));
  }
  for (const cell of waiting.values())
    cell.needs = precedents(cell.formula, raws).filter((need) => waiting.has(need));
  for (const address of inOrder(waiting)) {
    const { formula } = waiting.get(address) as WaitingCell; // inOrder gives addresses of `waiting` only
    values.set(address, evaluateSafely(formula, values));
    waiting.delete(address);
  }
  for (const address of waiting.keys()) values.set(address, new CellError('#CYCLE!'));
  return values;
}

interface WaitingCell {
  readonly formula: Formula;
  /** The cells with formulas that come before it. */
  needs: readonly string[];
}

function parse(raw: string): Formula | undefined {
  try {
    return parseFormula(raw);
  } catch {
    return undefined;
  }
}

function precedents(formula: Formula, raws: ReadonlyMap<string, string>): string[] {
  if (formula.kind === 'cell') return [formula.address];
  if (formula.kind === 'range') return addressesIn(formula.range, raws.keys());
  if (formula.kind === 'call') return formula.operands.flatMap((operand) => precedents(operand, raws));
  return [];
}

// Each after what it needs (Kahn's algorithm); cells in a cycle, or after one, never come. No recursion, because a chain
// of cells can be as long as the sheet.
function inOrder(waiting: ReadonlyMap<string, WaitingCell>): string[] {
  const missing = new Map<string, number>();
  const dependents = new Map<string, string[]>();
  for (const [address, { needs }] of waiting) {
    const distinct = new Set(needs);
    missing.set(address, distinct.size);
    for (const need of distinct) {
      const list = dependents.get(need) ?? [];
      list.push(address);
      dependents.set(need, list);
    }
  }
  const ready = Array.from(missing.keys()).filter((address) => missing.get(address) === 0);
  for (const address of ready) {
    for (const dependent of dependents.get(address) ?? []) {
      const left = (missing.get(dependent) ?? 0) - 1;
      missing.set(dependent, left);
      if (left === 0) ready.push(dependent);
    }
  }
  return ready;
}

function evaluateSafely(formula: Formula, values: ReadonlyMap<string, Value>): Value {
  try {
    const [value = null, ...rest] = evaluate(formula, values);
    return rest.length === 0 ? value : new CellError('#VALUE!');
  } catch (error) {
    if (error instanceof CellError) return error;
    throw error;
  }
}

function evaluate(formula: Formula, values: ReadonlyMap<string, Value>): readonly Value[] {
  if (formula.kind === 'literal') return [formula.value];
  if (formula.kind === 'cell') return [usable(values.get(formula.address))];
  if (formula.kind === 'range') {
    return addressesIn(formula.range, values.keys()).map((address) => usable(values.get(address)));
  }
  const compute = FUNCTIONS.get(formula.name);
  if (!compute) throw new CellError('#NAME?');
  return [compute(formula.operands.map((operand) => evaluate(operand, values)))];
}

function usable(value: Value | undefined): Value {
  if (value === undefined) throw new CellError('#REF!');
  if (value instanceof CellError) throw value;
  return value;
}
