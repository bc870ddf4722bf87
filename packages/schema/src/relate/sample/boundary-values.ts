/** Longer strings and arrays are not tried. */
const MAX_LENGTH = 5000;
const MAX_ITEMS = 200;

/** Values in the place of one that lie at limits: the numbers themselves, and strings and arrays of such lengths. */
export function boundaryValues(value: unknown, limits: readonly number[]): readonly unknown[] {
  if (typeof value === 'number') return limits;
  const lengths = limits.filter((limit) => Number.isInteger(limit) && limit >= 0);
  if (typeof value === 'string')
    return lengths
      .filter((length) => length <= MAX_LENGTH)
      .map((length) => value.slice(0, length).padEnd(length, value.at(-1) ?? 'x'));
  if (Array.isArray(value) && value.length > 0)
    return lengths
      .filter((length) => length <= MAX_ITEMS)
      .map((length) => Array.from({ length }, (_, index) => value[index % value.length] as unknown));
  return [];
}
