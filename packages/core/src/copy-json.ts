import { failureDetails } from '#failure-details';
import type { Issue, ValidationResult } from './validator.ts';

type Entries = Record<string, unknown>;

const MAX_DEPTH = 500;
// A few nested shared references are small in memory but exponential as JSON.
const MAX_SIZE = 2 ** 20;

/** What ends a copy. Made once: an error for each would have a stack, which nobody reads. */
const NOT_JSON = new Error('no JSON');

// oxlint-disable-next-line typescript/unbound-method -- it is called with an object
const { hasOwnProperty } = Object.prototype;

/** The size that the current copy may still have; below 0 once it is too large. */
let left = 0;
/** Whether the page has hardened the prototype of all objects; to look costs less than to ask each time. */
let isFrozen = false;

/**
 * Copies a value as JSON, reading every property once, so that nothing can change between check and use.
 *
 * @param lenient - Take what `JSON.stringify` takes: call `toJSON`, and read class instances by their own fields.
 * @param most - Maximum size: one for each property or item, and the characters of all strings and property names. The
 * JSON text is longer.
 * @returns The copy, where `undefined` is dropped from objects and null elsewhere; or one issue: a value without a
 * JSON form, a cycle, more than 500 levels, too large a value, or a property that cannot be read. The value is read again
 * to say where.
 */
export function copyJson(value: unknown, lenient: boolean, most: number = MAX_SIZE): ValidationResult {
  // A getter or `toJSON` may make a copy during another one.
  const leftOfOther = left;
  left = most;
  isFrozen = !Object.isExtensible(Object.prototype);
  try {
    const copy = copyValue(value, lenient, 0) ?? null;
    countDown(0);
    return { ok: true, value: copy };
  } catch {
    const isTooLarge = left < 0;
    return {
      ok: false,
      // Worded when it is read, as a page may load the words meanwhile.
      get issues(): readonly Issue[] {
        const details = failureDetails()?.describeNotJson(value, lenient, isTooLarge && most, isRecord);
        return [{ path: '', keyword: 'json', message: NOT_JSON.message, ...details }];
      },
    };
  } finally {
    left = leftOfOther;
  }
}

function copyValue(value: unknown, lenient: boolean, depth: number): unknown {
  if (typeof value === 'string') {
    left -= value.length;
    return value;
  }
  if (typeof value !== 'object') {
    if (typeof value === 'boolean' || value === undefined || Number.isFinite(value)) return value;
    throw NOT_JSON;
  }
  return value && copyObject(value, lenient, depth);
}

function copyObject(object: object, lenient: boolean, depth: number): unknown {
  if (lenient && typeof (object as Entries)['toJSON'] === 'function') {
    const json = (object as { toJSON(): unknown }).toJSON();
    if (typeof json !== 'object' || !json) return copyValue(json, lenient, depth);
    object = json;
  }
  if (depth++ > MAX_DEPTH) throw NOT_JSON;
  if (Array.isArray(object)) {
    const { length } = object;
    // At once: a sparse array or a proxy has any length without any items.
    countDown(length);
    const items: unknown[] = [];
    for (let index = 0; index < length; index++) items.push(copyValue(object[index], lenient, depth) ?? null);
    return items;
  }
  if (!isRecord(object, lenient)) throw NOT_JSON;
  const copy: Entries = {};
  // Without an array of keys, which would be garbage at once.
  for (const key in object) {
    // oxlint-disable-next-line prefer-object-has-own -- which takes longer than all else in this loop
    if (!hasOwnProperty.call(object, key)) continue;
    countDown(key.length + 1);
    const item = copyValue((object as Entries)[key], lenient, depth);
    if (item === undefined) continue;
    // Assigning to `__proto__` would change the prototype, and to what a frozen one has, throw.
    if (key === '__proto__' || (isFrozen && key in copy))
      Object.defineProperty(copy, key, { value: item, enumerable: true, writable: true, configurable: true });
    else copy[key] = item;
  }
  return copy;
}

function countDown(size: number): void {
  if ((left -= size) < 0) throw NOT_JSON;
}

/** Whether a copy has the fields of an object: it is a plain one, or any, leniently, that has no form of its own. */
function isRecord(object: object, lenient: boolean): boolean {
  const prototype: unknown = Object.getPrototypeOf(object);
  return (
    prototype === Object.prototype ||
    !prototype ||
    // That of another realm's plain object (an iframe, a vm context) has no prototype itself.
    !Object.getPrototypeOf(prototype) ||
    (lenient && Object.prototype.toString.call(object) === '[object Object]')
  );
}

/** An own property: a name such as `constructor` must not be inherited. */
export function ownValue<T>(record: Readonly<Record<string, T>> | undefined, name: string): T | undefined {
  return record && Object.hasOwn(record, name) ? record[name] : undefined;
}
