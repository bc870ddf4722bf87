import { isObject, mapValues } from '../json-schema/own-property.ts';

/**
 * Copies of a JSON value in which one place, itself included, is replaced.
 *
 * @param replacementsOf - The values to try in the place of one.
 */
export function* varyValue(
  value: unknown,
  replacementsOf: (value: unknown) => Iterable<unknown>,
): Iterable<unknown> {
  yield* replacementsOf(value);
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries())
      for (const varied of varyValue(item, replacementsOf)) yield value.with(index, varied) as unknown;
  } else if (isObject(value)) {
    for (const [name, member] of Object.entries(value))
      for (const varied of varyValue(member, replacementsOf))
        yield mapValues(value, (other, key) => (key === name ? varied : other));
  }
}
