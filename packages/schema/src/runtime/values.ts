/** Whether a value is a JSON object: neither `null` nor an array. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether two JSON values are the same: numbers by value, objects whatever the order of their keys. */
export function equal(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (Array.isArray(a)) return Array.isArray(b) && equalLists(a, b);
  return isObject(a) && isObject(b) && equalRecords(a, b);
}

function equalLists(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((item, i) => equal(item, b[i]));
}

type JsonRecord = Readonly<Record<string, unknown>>;

function equalRecords(a: JsonRecord, b: JsonRecord): boolean {
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && equal(a[key], b[key]))
  );
}

/**
 * Whether a number is a multiple of another, both read as the decimals that JSON writes: 0.3 is a multiple of 0.1,
 * though not in binary.
 */
export function isMultiple(value: number, of: number): boolean {
  if (Number.isSafeInteger(value) && Number.isSafeInteger(of)) return value % of === 0;
  const [digits, exponent] = decimal(value);
  const [ofDigits, ofExponent] = decimal(of);
  const lowest = Math.min(exponent, ofExponent);
  return scale(digits, exponent - lowest) % scale(ofDigits, ofExponent - lowest) === 0n;
}

const scale = (digits: bigint, by: number): bigint => digits * 10n ** BigInt(by);

// 1.25e-7 is [125, -9].
function decimal(value: number): [digits: bigint, exponent: number] {
  const [mantissa = '0', exponent = '0'] = value.toExponential().split('e');
  const [whole = '0', fraction = ''] = mantissa.split('.');
  return [BigInt(whole + fraction), Number(exponent) - fraction.length];
}

// A regular expression is faster than a loop, and engines skip Latin-1 strings.
const SURROGATE = /[\ud800-\udbff]/;

/** The length of a string in code points, as JSON Schema counts it: a surrogate pair is one, a lone surrogate too. */
export function codePoints(text: string): number {
  let count = text.length;
  if (!SURROGATE.test(text)) return count;
  for (let i = 0; i < text.length - 1; i++) {
    if (isHigh(text.charCodeAt(i)) && isLow(text.charCodeAt(i + 1))) {
      count--;
      i++;
    }
  }
  return count;
}

const isHigh = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff;
const isLow = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff;

type Container = Record<PropertyKey, unknown> | unknown[];

/**
 * Sets a key on a copy of a value: copies at the first change, then reuses that copy.
 *
 * @param original - Never written to.
 * @param current - `original`, or the copy that an earlier call returned.
 * @returns The copy.
 */
export function put(
  original: Container,
  current: Container,
  key: string | number,
  value: unknown,
): Container {
  const copy = current === original ? copyOf(original) : current;
  // An assignment to __proto__ would change the prototype instead of adding a property; to `toString`, throw where a
  // page has frozen the prototype.
  if (key in Object.prototype)
    Object.defineProperty(copy, key, { value, enumerable: true, writable: true, configurable: true });
  else (copy as Record<PropertyKey, unknown>)[key] = value;
  return copy;
}

const copyOf = (value: Container): Container => (Array.isArray(value) ? [...value] : copyObject(value));

/** A copy of an object that properties can be set on. */
export function copyObject(value: Readonly<Record<PropertyKey, unknown>>): Record<PropertyKey, unknown> {
  // What is made by a spread is seven times as slow to add a property to, but assigning `__proto__` would make an
  // input's property of that name the prototype. Other names of the prototype throw
  // where a page has frozen it.
  const isRisky = Object.hasOwn(value, '__proto__') || !Object.isExtensible(Object.prototype);
  return isRisky ? { ...value } : Object.assign({}, value);
}
