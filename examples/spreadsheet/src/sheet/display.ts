import { CellError, type Value } from './cell-value.ts';

/** How a cell shows numbers. */
export type NumberFormat = 'general' | 'number' | 'currency' | 'percent';

const options: Readonly<Record<Exclude<NumberFormat, 'general'>, Intl.NumberFormatOptions>> = {
  number: { minimumFractionDigits: 2, maximumFractionDigits: 2 },
  currency: { style: 'currency', currency: 'USD' },
  percent: { style: 'percent', maximumFractionDigits: 2 },
};

const FORMATTERS: ReadonlyMap<string, Intl.NumberFormat> = new Map(
  Object.entries(options).map(([format, option]) => [format, new Intl.NumberFormat('en-US', option)]),
);

/** A value as a cell shows it. A format that is not known shows numbers as they are. */
export function display(value: Value, format: string): string {
  if (value instanceof CellError) return value.code;
  if (typeof value === 'number') return FORMATTERS.get(format)?.format(value) ?? String(value);
  return typeof value === 'boolean' ? String(value).toUpperCase() : (value ?? '');
}
