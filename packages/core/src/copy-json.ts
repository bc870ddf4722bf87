import { failureDetails } from '#failure-details';
import { NotJson } from './failures/not-json.ts';
import type { Issue, ValidationResult } from './validator.ts';

type Entries = Record<string | number, unknown>;

const MAX_DEPTH = 500;
// A few nested shared references are small in memory but exponential as JSON.
const MAX_SIZE = 2 ** 20;

// oxlint-disable-next-line typescript/unbound-method -- it is called with an object
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
    if (left < 0) throw problem('size');
    return { ok: true, value: copy };
  } catch (thrown) {
    return new NotCopied(asProblem(thrown), most);
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
      throw problem('value', String(value));
  }
}

function copyObject(object: object, lenient: boolean, frozen: boolean, depth: number): unknown {
  if (lenient && typeof (object as Entries)['toJSON'] === 'function') {
    const json = (object as { toJSON(): unknown }).toJSON();
    if (typeof json !== 'object' || !json) return copyValue(json, lenient, frozen, depth);
    object = json;
  }
  if (depth > MAX_DEPTH) throw problem('depth');
  if (Array.isArray(object)) return copyItems(object, lenient, frozen, depth);
  if (!isRecord(object, lenient)) throw problem('value', typeTag(object));
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
  if (length > left) throw problem('size');
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
  if ((left -= size) < 0) throw problem('size');
}

/** The latest problem: a proxy that is thrown can answer anything, so it is not asked what it is. */
let latest: NotJson | undefined;

const problem = (reason: NotJson['reason'], text?: string): NotJson => (latest = new NotJson(reason, text));

// Getters and proxies throw anything, so what they throw is not read.
const asProblem = (thrown: unknown): NotJson =>
  latest && thrown === latest ? latest : problem('unreadable');

function withKey(thrown: unknown, key: string | number): NotJson {
  const found = asProblem(thrown);
  found.keys.push(key);
  return found;
}

/** Words its issue when that is read, as a page may load the words meanwhile. */
class NotCopied {
  readonly ok = false;
  readonly #problem: NotJson;
  readonly #most: number;

  constructor(problem: NotJson, most: number) {
    this.#problem = problem;
    this.#most = most;
  }

  get issues(): readonly Issue[] {
    const { path = '', message = 'the value is not JSON' } =
      failureDetails()?.describeNotJson(this.#problem, this.#most) ?? {};
    return [{ path, keyword: 'json', message }];
  }
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
