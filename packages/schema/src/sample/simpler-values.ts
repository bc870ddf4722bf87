import { isObject, omitKeys } from '../json-schema/own-property.ts';

/** Characters and items that are left out or replaced one by one. */
const MAX_PLACES = 100;
/** Of numbers above a million, smaller steps would take long, and also vanish at last. */
const PRECISION = 1e-6;
const LARGE = 1e6;
/** The simplest characters, in order; some patterns take nothing but capital letters. */
const SIMPLE = 'a0';
const SIMPLEST_CAPITAL = 'A';

/**
 * Values in the place of one that are simpler, the simplest first. No chain of them is endless.
 *
 * @param factors - The values of `multipleOf`, which numbers may have to keep.
 */
export function* simplerValues(value: unknown, factors: readonly number[] = []): Iterable<unknown> {
  if (value === true) yield false;
  else if (typeof value === 'number') {
    for (const factor of factors) yield* simplerMultiples(value, factor);
    yield* simplerNumbers(value);
  } else if (typeof value === 'string') yield* simplerStrings(value);
  else if (Array.isArray(value)) yield* shorter(value as readonly unknown[]);
  else if (isObject(value)) for (const name of Object.keys(value)) yield omitKeys(value, [name]);
}

function* simplerNumbers(value: number): Iterable<number> {
  if (value < 0 || Object.is(value, -0)) yield -value;
  // Adding 0 makes a negative zero positive.
  if (!Number.isInteger(value)) {
    yield Math.trunc(value) + 0;
    yield Math.sign(value) * Math.ceil(Math.abs(value));
    if (Math.abs(value) !== 0.5) yield Math.sign(value) * 0.5;
    return;
  }
  // Halving alone takes a thousand steps from the largest number.
  if (value > LARGE) yield Math.trunc(Math.sqrt(value));
  for (let gap = value; Math.abs(gap) > Math.abs(value) * PRECISION; gap = Math.trunc(gap / 2))
    yield value - gap;
}

function* simplerMultiples(value: number, factor: number): Iterable<number> {
  // Smaller steps could go back to a fraction from the integer above it.
  if (factor <= 1 || !Number.isInteger(value / factor)) return;
  for (const times of simplerNumbers(value / factor)) yield times * factor;
}

function* simplerStrings(value: string): Iterable<string> {
  // Code points, so that no pair of surrogates is split.
  const points = Array.from(value);
  for (const fewer of shorter(points)) yield fewer.join('');
  for (const [index, point] of points.slice(0, MAX_PLACES).entries())
    for (const simpler of simplerCharacters(point)) yield points.with(index, simpler).join('');
}

const simplerCharacters = (point: string): string =>
  (SIMPLE.split(point)[0] ?? '') + (/[B-Z]/.test(point) ? SIMPLEST_CAPITAL : '');

function* shorter<Item>(items: readonly Item[]): Iterable<readonly Item[]> {
  for (let length = 0; length < items.length - 1; length = Math.ceil((length + items.length) / 2))
    yield items.slice(0, length);
  for (const index of items.slice(0, MAX_PLACES).keys()) yield items.toSpliced(index, 1);
}
