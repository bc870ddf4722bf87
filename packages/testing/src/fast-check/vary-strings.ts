import { isObject, mapValues } from '@btcp/schema';
import fc, { type Random } from 'fast-check';

/** Names that every object has: `PRICES[name]` finds them too. */
const INHERITED = ['__proto__', 'constructor', 'hasOwnProperty', 'toString', 'valueOf'];

const STRINGS = fc.oneof(fc.string(), fc.string({ unit: 'grapheme' }), fc.constantFrom(...INHERITED));

/** Each variation asks for a verdict on the whole value, so that of a large one only some are varied. */
const MOST_VARIED = 10;

/**
 * Replaces about half of the strings in a value by those that fast-check generates, or by names that every object has.
 *
 * @param accepts - Whether a varied value is one to be had; it is asked after each string.
 * @param bias - As fast-check passes it.
 */
export function varyStrings(
  value: unknown,
  accepts: (varied: unknown) => boolean,
  random: Random,
  bias?: number,
): unknown {
  let left = MOST_VARIED;
  const vary = (at: unknown, takes: (varied: unknown) => boolean): unknown => {
    if (Array.isArray(at)) {
      const items = at.slice() as unknown[];
      for (const [index, item] of items.entries())
        items[index] = vary(item, (varied) => takes(items.with(index, varied)));
      return items;
    }
    if (isObject(at)) {
      let object = at;
      for (const name of Object.keys(at)) {
        const withMember = (varied: unknown): typeof at =>
          mapValues(object, (member, key) => (key === name ? varied : member));
        object = withMember(vary(object[name], (varied) => takes(withMember(varied))));
      }
      return object;
    }
    if (typeof at !== 'string' || left === 0 || random.nextDouble() < 0.5) return at;
    left--;
    // One of the same length fits where others are too short or too long.
    const alike = fc.string({ minLength: at.length, maxLength: at.length });
    return [STRINGS, alike].map((each) => each.generate(random, bias).value).find(takes) ?? at;
  };
  return vary(value, accepts);
}
