import { isObject } from './is-object.ts';

/**
 * The indexes of the first two equal items of a list, or `null` when all differ. Takes time in proportion to the
 * size of the list, so that a long list from a stranger does no harm.
 */
export function repeatedItems(list: readonly unknown[]): readonly [first: number, second: number] | null {
  const seen = new Map<unknown, number>();
  for (let i = 0; i < list.length; i++) {
    const item = list[i];
    const key = typeof item === 'object' && item !== null ? `json:${canonical(item)}` : primitive(item);
    const first = seen.get(key);
    if (first !== undefined) return [first, i];
    seen.set(key, i);
  }
  return null;
}

// A string is marked, so that it cannot be taken for the text of an object. Other primitives are their own key.
const primitive = (item: unknown): unknown => (typeof item === 'string' ? `text:${item}` : item);

// Equal JSON values have the same text. -0 is 0 for JSON.stringify, as it should be.
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (!isObject(value)) return JSON.stringify(value) ?? String(value);
  const entries = Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`);
  return `{${entries.join()}}`;
}
