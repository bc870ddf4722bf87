import { isObject, omitKeys } from '../json-schema/own-property.ts';

/** Characters and items that are left out or replaced one by one. */
const MAX_PLACES = 100;
/** Of numbers above a million, smaller steps would take long, and also vanish at last. */
const PRECISION = 1e-6;
/** The simplest characters, in order. */
const SIMPLE = 'a0';

/** Values in the place of one that are simpler, the simplest first. No chain of them is endless. */
export function* simplerValues(value: unknown): Iterable<unknown> {
  if (value === true) yield false;
  else if (typeof value === 'number') yield* simplerNumbers(value);
  else if (typeof value === 'string') yield* simplerStrings(value);
  else if (Array.isArray(value)) yield* shorter(value as readonly unknown[]);
  else if (isObject(value)) for (const name of Object.keys(value)) yield omitKeys(value, [name]);
}

function* simplerNumbers(value: number): Iterable<number> {
  if (value < 0) yield -value;
  // Adding 0 makes a negative zero positive.
  if (!Number.isInteger(value)) yield Math.trunc(value) + 0;
  else
    for (let gap = value; Math.abs(gap) > Math.abs(value) * PRECISION; gap = Math.trunc(gap / 2))
      yield value - gap;
}

function* simplerStrings(value: string): Iterable<string> {
  // Code points, so that no pair of surrogates is split.
  const points = Array.from(value);
  for (const fewer of shorter(points)) yield fewer.join('');
  for (const [index, point] of points.slice(0, MAX_PLACES).entries())
    for (const simpler of SIMPLE.split(point)[0] ?? '') yield points.with(index, simpler).join('');
}

function* shorter<Item>(items: readonly Item[]): Iterable<readonly Item[]> {
  for (let length = 0; length < items.length - 1; length = Math.ceil((length + items.length) / 2))
    yield items.slice(0, length);
  for (const index of items.slice(0, MAX_PLACES).keys()) yield items.toSpliced(index, 1);
}
