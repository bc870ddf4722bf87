import type { ValidationResult } from './validator.ts';

type Entries = Record<string | number, unknown>;

const MAX_DEPTH = 500;
// A few nested shared references are small in memory but exponential as JSON.
const MAX_SIZE = 2 ** 20;

/** Explains what is not JSON. */
class NotJson extends Error {}

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
  return new Copying(lenient, frozen, most).result(value);
}

/** One copy; an object, because a getter or `toJSON` may start another one. */
class Copying {
  readonly #lenient: boolean;
  readonly #frozen: boolean;
  readonly #most: number;
  /** The size still allowed. */
  #left: number;
  /** The path to the current value; building it in a `try` for each object would slow down every start. */
  readonly #keys: (string | number)[] = [];
  #depthOfKey = 0;

  constructor(lenient: boolean, frozen: boolean, most: number) {
    this.#lenient = lenient;
    this.#frozen = frozen;
    this.#most = this.#left = most;
  }

  result(value: unknown): ValidationResult {
    try {
      const copy = this.#value(value, 0) ?? null;
      if (this.#left < 0) throw this.#tooLarge();
      return { ok: true, value: copy };
    } catch (thrown) {
      const path = this.#keys.slice(0, this.#depthOfKey).map(pointerSegment).join('');
      // Getters and proxies throw anything, so its message is not read.
      const message = thrown instanceof NotJson ? thrown.message : 'cannot be read';
      const issue = {
        path,
        keyword: 'json',
        message: `${path.replace(/^(.{99}).+/, '$1…') || 'the value'} ${message}`,
      };
      return { ok: false, issues: [issue] };
    }
  }

  #value(value: unknown, depth: number): unknown {
    switch (typeof value) {
      case 'object':
        return value && this.#object(value, depth);
      case 'string':
        this.#left -= value.length;
        return value;
      case 'boolean':
      case 'undefined':
        return value;
      default:
        if (Number.isFinite(value)) return value;
        throw notJson(String(value));
    }
  }

  #object(object: object, depth: number): unknown {
    if (this.#lenient && typeof (object as Entries)['toJSON'] === 'function') {
      const json = (object as { toJSON(): unknown }).toJSON();
      if (typeof json !== 'object' || !json) return this.#value(json, depth);
      object = json;
    }
    if (depth > MAX_DEPTH) throw new NotJson('is too deep, or contains itself');
    if (Array.isArray(object)) return this.#items(object, depth);
    if (!isRecord(object, this.#lenient)) throw notJson(typeTag(object));
    const copy: Entries = {};
    // Without an array of keys, which would be garbage at once.
    for (const key in object) {
      if (!Object.hasOwn(object, key)) continue;
      this.#left -= key.length;
      this.#step(key, depth);
      const value = (object as Entries)[key];
      let item = value;
      if (typeof value === 'string') this.#left -= value.length;
      else item = this.#value(value, depth + 1);
      if (item === undefined) continue;
      // Assigning to `__proto__` would change the prototype.
      if (key === '__proto__') Object.defineProperty(copy, key, { value: item, enumerable: true });
      else copy[key] = item;
    }
    return this.#frozen ? Object.freeze(copy) : copy;
  }

  #items(array: readonly unknown[], depth: number): readonly unknown[] {
    const copy: unknown[] = [];
    const { length } = array;
    // At once: a sparse array or a proxy has any length without any items.
    if (length > this.#left) throw this.#tooLarge();
    for (let index = 0; index < length; index++) {
      this.#step(index, depth);
      copy.push(this.#value(array[index], depth + 1) ?? null);
    }
    return this.#frozen ? Object.freeze(copy) : copy;
  }

  #step(key: string | number, depth: number): void {
    if (this.#left-- < 0) throw this.#tooLarge();
    this.#keys[depth] = key;
    this.#depthOfKey = depth + 1;
  }

  #tooLarge(): NotJson {
    // The whole value is.
    this.#depthOfKey = 0;
    return new NotJson(`is larger than ${this.#most} characters`);
  }
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
