import type { Issue, ValidationResult } from './validator.ts';

type Entries = Record<string | number, unknown>;

const MAX_DEPTH = 500;
// A few nested shared references are small in memory but exponential as JSON.
const MAX_SIZE = 2 ** 20;

const { hasOwnProperty } = Object.prototype;

/** The size that the current copy may still have. */
let left = 0;

/**
 * Copies a value as JSON, reading every property once, so that nothing can change between check and use.
 *
 * @param lenient - Take what `JSON.stringify` takes: call `toJSON`, and read class instances by their own fields.
 * @param frozen - Freeze every object and array of the copy.
 * @param most - Maximum size: one for each property or item, and the characters of all strings and property names. The
 * JSON text is longer.
 * @returns The copy, where `undefined` is dropped from objects and null elsewhere; or one issue: a value without a
 * JSON form, a cycle, more than 500 levels, too large a value, or a property that cannot be read.
 */
export function copyJson(
  value: unknown,
  lenient: boolean,
  frozen = false,
  most: number = MAX_SIZE,
): ValidationResult {
  // A getter or `toJSON` may make a copy during another one.
  const leftOfOther = left;
  left = most;
  try {
    const copy = copyValue(value, lenient, frozen, 0) ?? null;
    if (left < 0) throw new TooLarge();
    return { ok: true, value: copy };
  } catch (thrown) {
    return { ok: false, issues: [issueOf(thrown, most)] };
  } finally {
    left = leftOfOther;
  }
}

function copyValue(value: unknown, lenient: boolean, frozen: boolean, depth: number): unknown {
  switch (typeof value) {
    case 'object':
      return value && copyObject(value, lenient, frozen, depth);
    case 'string':
      left -= value.length;
      return value;
    case 'boolean':
    case 'undefined':
      return value;
    default:
      if (Number.isFinite(value)) return value;
      throw notJson(String(value));
  }
}

function copyObject(object: object, lenient: boolean, frozen: boolean, depth: number): unknown {
  if (lenient && typeof (object as Entries)['toJSON'] === 'function') {
    const json = (object as { toJSON(): unknown }).toJSON();
    if (typeof json !== 'object' || !json) return copyValue(json, lenient, frozen, depth);
    object = json;
  }
  if (depth > MAX_DEPTH) throw new NotJson('is too deep, or contains itself');
  if (Array.isArray(object)) return copyItems(object, lenient, frozen, depth);
  if (!isRecord(object, lenient)) throw notJson(typeTag(object));
  const copy: Entries = {};
  let place: string | undefined;
  try {
    // Without an array of keys, which would be garbage at once.
    for (const key in object) {
      // oxlint-disable-next-line prefer-object-has-own -- which takes longer than all else in this loop
      if (!hasOwnProperty.call(object, key)) continue;
      place = key;
      countDown(key.length + 1);
      const value = (object as Entries)[key];
      const item = typeof value === 'string' ? value : copyValue(value, lenient, frozen, depth + 1);
      if (typeof value === 'string') left -= value.length;
      if (item === undefined) continue;
      // Assigning to `__proto__` would change the prototype.
      if (key === '__proto__') Object.defineProperty(copy, key, { value: item, enumerable: true });
      else copy[key] = item;
    }
  } catch (thrown) {
    throw place === undefined ? thrown : withKey(thrown, place);
  }
  return frozen ? Object.freeze(copy) : copy;
}

function copyItems(
  array: readonly unknown[],
  lenient: boolean,
  frozen: boolean,
  depth: number,
): readonly unknown[] {
  const copy: unknown[] = [];
  const { length } = array;
  // At once: a sparse array or a proxy has any length without any items.
  if (length > left) throw new TooLarge();
  let index = 0;
  try {
    for (; index < length; index++) {
      countDown(1);
      copy.push(copyValue(array[index], lenient, frozen, depth + 1) ?? null);
    }
  } catch (thrown) {
    throw withKey(thrown, index);
  }
  return frozen ? Object.freeze(copy) : copy;
}

function countDown(size: number): void {
  if ((left -= size) < 0) throw new TooLarge();
}

/** Ends a copy that has become too large. */
class TooLarge extends Error {}

/** Explains what is not JSON. */
class NotJson extends Error {
  /** The path to it, from its end. */
  readonly keys: (string | number)[] = [];
}

// Getters and proxies throw anything, so its message is not read.
const asNotJson = (thrown: unknown): NotJson =>
  thrown instanceof NotJson ? thrown : new NotJson('cannot be read');

function withKey(thrown: unknown, key: string | number): Error {
  if (thrown instanceof TooLarge) return thrown;
  const error = asNotJson(thrown);
  error.keys.push(key);
  return error;
}

function issueOf(thrown: unknown, most: number): Issue {
  // Of what is too large, the whole value is.
  const { keys, message } =
    thrown instanceof TooLarge ? new NotJson(`is larger than ${most} characters`) : asNotJson(thrown);
  const path = keys.reverse().map(pointerSegment).join('');
  return {
    path,
    keyword: 'json',
    message: `${path.replace(/^(.{99}).+/, '$1…') || 'the value'} ${message}`,
  };
}

const pointerSegment = (key: string | number): string =>
  `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`;

const notJson = (text: string): NotJson => new NotJson(`is not JSON: ${text}`);

// The prototype of another realm's plain object (an iframe, a vm context) has no prototype itself.
function isRecord(object: object, lenient: boolean): boolean {
  const prototype: unknown = Object.getPrototypeOf(object);
  return (
    prototype === Object.prototype ||
    !prototype ||
    !Object.getPrototypeOf(prototype) ||
    (lenient && typeTag(object) === '[object Object]')
  );
}

const typeTag = (object: object): string => Object.prototype.toString.call(object);
