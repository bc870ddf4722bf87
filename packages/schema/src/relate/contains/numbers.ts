import { FORMATS } from '../../compile/formats.ts';
import { LIMITS, type NumberFacts } from '../../keywords/limits.ts';
import { type Conjunction, greatest, least, type Node, valuesOfKeyword } from './conjunction.ts';

/** An interval of numbers, with open or closed ends. */
export type NumberRange = Omit<NumberFacts, 'factors'>;

/** The range of the numbers that fit. */
export function numberRange(conjunction: Conjunction): NumberRange {
  const formats = valuesOfKeyword(conjunction, 'format').flatMap((name) =>
    [FORMATS.get(String(name))?.integers].filter((range) => range !== undefined),
  );
  const above = greatest(conjunction, 'exclusiveMinimum');
  const below = least(conjunction, 'exclusiveMaximum');
  const from = Math.max(greatest(conjunction, 'minimum'), ...formats.map(([low]) => low));
  const to = Math.min(least(conjunction, 'maximum'), ...formats.map(([, high]) => high));
  const open: NumberRange = {
    low: Math.max(from, above),
    isLowOut: above >= from && above > -Infinity,
    high: Math.min(to, below),
    isHighOut: below <= to && below < Infinity,
  };
  return areWhole(conjunction) ? wholeRange(open) : open;
}

function wholeRange({ low, isLowOut, high, isHighOut }: NumberRange): NumberRange {
  return {
    low: isLowOut && Number.isInteger(low) ? low + 1 : Math.ceil(low),
    isLowOut: false,
    high: isHighOut && Number.isInteger(high) ? high - 1 : Math.floor(high),
    isHighOut: false,
  };
}

export const isEmptyRange = ({ low, isLowOut, high, isHighOut }: NumberRange): boolean =>
  low > high || (low === high && (isLowOut || isHighOut));

/** Whether all numbers that fit are integers. */
function areWhole(conjunction: Conjunction): boolean {
  return (
    valuesOfKeyword(conjunction, 'type').some((type) => ![type].flat().includes('number')) ||
    valuesOfKeyword(conjunction, 'format').some(
      (name) => FORMATS.get(String(name))?.integers !== undefined,
    ) ||
    factorsOf(conjunction).some(Number.isInteger)
  );
}

const factorsOf = (conjunction: Conjunction): readonly number[] =>
  valuesOfKeyword(conjunction, 'multipleOf').filter((factor) => typeof factor === 'number');

/** Whether all numbers that fit also pass a schema's keywords about numbers. */
export function numbersFit(given: Conjunction, { schema }: Node): boolean {
  const isWhole = areWhole(given);
  const facts = { ...numberRange(given), factors: [...factorsOf(given), ...(isWhole ? [1] : [])] };
  const types = new Set([schema['type'] ?? 'number'].flat());
  return (
    (types.has('number') || (types.has('integer') && isWhole)) &&
    Object.entries(LIMITS.number).every(
      ([keyword, { isProven }]) => typeof schema[keyword] !== 'number' || isProven(facts, schema[keyword]),
    ) &&
    formatHolds(given, schema['format'])
  );
}

function formatHolds(given: Conjunction, format: unknown): boolean {
  const range = FORMATS.get(String(format))?.integers;
  if (range === undefined) return true;
  const { low, high } = numberRange(given);
  return areWhole(given) && low >= range[0] && high <= range[1];
}
