import { isObject, mapValues } from '../../model/own-property.ts';
import { joinPointer } from '../../model/pointer.ts';

/**
 * Copies of a JSON value in which one place, itself included, is replaced.
 *
 * @param replacementsOf - The values to try in the place of one. Places are pointers in which all items of an array are `*`.
 */
export function* varyValue(
  value: unknown,
  replacementsOf: (value: unknown, place: string) => Iterable<unknown>,
  place: string = '',
): Iterable<unknown> {
  yield* replacementsOf(value, place);
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries())
      for (const varied of varyValue(item, replacementsOf, `${place}/*`))
        yield value.with(index, varied) as unknown;
  } else if (isObject(value)) {
    for (const [name, member] of Object.entries(value))
      for (const varied of varyValue(member, replacementsOf, joinPointer(place, name)))
        yield mapValues(value, (other, key) => (key === name ? varied : other));
  }
}
