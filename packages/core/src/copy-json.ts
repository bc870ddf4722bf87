import { failureDetails } from '#failure-details';
import type { NotJson } from './failures/not-json.ts';
import type { Issue, ValidationResult } from './validator.ts';

type Entries = Record<string | number, unknown>;

const MAX_DEPTH = 500;
// A few nested shared references are small in memory but exponential as JSON.
const MAX_SIZE = 2 ** 20;

// oxlint-disable-next-line typescript/unbound-method -- it is called with an object
const { hasOwnProperty } = Object.prototype;

/** The size that the current copy may still have. */
let left = 0;
/** The place of its problem, from its end: no code but this runs while it is collected. */
let keys: (string | number)[] = [];
/** The latest problem: a proxy that is thrown can answer anything, so it is not asked what it is. */
let latest: Omit<NotJson, 'keys'> | undefined;

/**
 * Copies a value as JSON, reading every property once, so that nothing can change between check and use.
 *
 * @param lenient - Take what `JSON.stringify` takes: call `toJSON`, and read class instances by their own fields.
 * @param most - Maximum size: one for each property or item, and the characters of all strings and property names. The
 * JSON text is longer.
 * @returns The copy, where `undefined` is dropped from objects and null elsewhere; or one issue: a value without a
 * JSON form, a cycle, more than 500 levels, too large a value, or a property that cannot be read.
 */
export function copyJson(value: unknown, lenient: boolean, most: number = MAX_SIZE): ValidationResult {
  // A getter or `toJSON` may make a copy during another one.
  const leftOfOther = left;
  left = most;
  try {
    const copy = copyValue(value, lenient, 0) ?? null;
    countDown(0);
    return { ok: true, value: copy };
  } catch (thrown) {
    const { reason, text } = latest && thrown === latest ? latest : { reason: 'unreadable' as const };
    const found: NotJson = { reason, text, keys: keys.reverse() };
    keys = [];
    return {
      ok: false,
      // Worded when it is read, as a page may load the words meanwhile.
      get issues(): readonly Issue[] {
        const { path = '', message = 'the value is not JSON' } =
          failureDetails()?.describeNotJson(found, most) ?? {};
        return [{ path, keyword: 'json', message }];
      },
    };
  } finally {
    left = leftOfOther;
  }
}

function copyValue(value: unknown, lenient: boolean, depth: number): unknown {
  switch (typeof value) {
    case 'object':
      return value && copyObject(value, lenient, depth);
    case 'string':
      left -= value.length;
      return value;
    case 'boolean':
    case 'undefined':
      return value;
    default:
      if (Number.isFinite(value)) return value;
      return refuse('value', String(value));
  }
}

function copyObject(object: object, lenient: boolean, depth: number): unknown {
  if (lenient && typeof (object as Entries)['toJSON'] === 'function') {
    const json = (object as { toJSON(): unknown }).toJSON();
    if (typeof json !== 'object' || !json) return copyValue(json, lenient, depth);
    object = json;
  }
  if (depth > MAX_DEPTH) refuse('depth');
  if (Array.isArray(object)) return copyItems(object, lenient, depth);
  if (!isRecord(object, lenient)) refuse('value', typeTag(object));
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
      const item = typeof value === 'string' ? value : copyValue(value, lenient, depth + 1);
      if (typeof value === 'string') left -= value.length;
      if (item === undefined) continue;
      // Assigning to `__proto__` would change the prototype.
      if (key === '__proto__') Object.defineProperty(copy, key, { value: item, enumerable: true });
      else copy[key] = item;
    }
  } catch (thrown) {
    if (place !== undefined) keys.push(place);
    throw thrown;
  }
  return copy;
}

function copyItems(array: readonly unknown[], lenient: boolean, depth: number): readonly unknown[] {
  const copy: unknown[] = [];
  const { length } = array;
  // At once: a sparse array or a proxy has any length without any items.
  if (length > left) refuse('size');
  let index = 0;
  try {
    for (; index < length; index++) {
      countDown(1);
      copy.push(copyValue(array[index], lenient, depth + 1) ?? null);
    }
  } catch (thrown) {
    keys.push(index);
    throw thrown;
  }
  return copy;
}

function countDown(size: number): void {
  if ((left -= size) < 0) refuse('size');
}

/** Ends the copy: `copyJson` makes an issue of it. */
function refuse(reason: NotJson['reason'], text?: string): never {
  latest = { reason, text };
  // oxlint-disable-next-line typescript/only-throw-error -- an error would have a stack, which nobody reads
  throw latest;
}

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
