import type { Issue, ValidationResult } from './validator.ts';

type Entries = Record<string | number, unknown>;

const MAX_DEPTH = 500;
// A few nested shared references are small in memory but exponential as JSON.
const MAX_SIZE = 2 ** 20;

/** Explains what is not JSON. */
class NotJson extends Error {}

/** The state of one copy; separate, because a getter or `toJSON` may start another one. */
interface Copying {
  readonly lenient: boolean;
  readonly frozen: boolean;
  readonly most: number;
  /** The size still allowed. */
  left: number;
  /** The path to the current value; building it in a `try` for each object would slow down every start. */
  readonly keys: (string | number)[];
  depthOfKey: number;
}

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
  const copying: Copying = { lenient, frozen, most, left: most, keys: [], depthOfKey: 0 };
  try {
    const copy = copyValue(value, copying, 0) ?? null;
    if (copying.left < 0) throw tooLarge(copying);
    return { ok: true, value: copy };
  } catch (thrown) {
    return { ok: false, issues: [problem(copying, thrown)] };
  }
}

function problem({ keys, depthOfKey }: Copying, thrown: unknown): Issue {
  const path = keys.slice(0, depthOfKey).map(pointerSegment).join('');
  // Getters and proxies throw anything, so its message is not read.
  const message = thrown instanceof NotJson ? thrown.message : 'cannot be read';
  return { path, keyword: 'json', message: `${path.replace(/^(.{99}).+/, '$1…') || 'the value'} ${message}` };
}

const pointerSegment = (key: string | number): string =>
  `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`;

function copyValue(value: unknown, copying: Copying, depth: number): unknown {
  switch (typeof value) {
    case 'object':
      return value && copyObject(value, copying, depth);
    case 'string':
      copying.left -= value.length;
      return value;
    case 'boolean':
    case 'undefined':
      return value;
    default:
      if (Number.isFinite(value)) return value;
      throw notJson(String(value));
  }
}

const notJson = (text: string): NotJson => new NotJson(`is not JSON: ${text}`);

function copyObject(object: object, copying: Copying, depth: number): unknown {
  if (copying.lenient && typeof (object as Entries)['toJSON'] === 'function') {
    const json = (object as { toJSON(): unknown }).toJSON();
    if (typeof json !== 'object' || !json) return copyValue(json, copying, depth);
    object = json;
  }
  if (depth > MAX_DEPTH) throw new NotJson('is too deep, or contains itself');
  if (Array.isArray(object)) return copyItems(object, copying, depth);
  if (!isRecord(object, copying.lenient)) throw notJson(typeTag(object));
  const copy: Entries = {};
  // Without an array of keys, which would be garbage at once.
  for (const key in object) {
    if (!Object.hasOwn(object, key)) continue;
    copying.left -= key.length;
    step(key, copying, depth);
    const value = (object as Entries)[key];
    let item = value;
    if (typeof value === 'string') copying.left -= value.length;
    else item = copyValue(value, copying, depth + 1);
    if (item === undefined) continue;
    // Assigning to `__proto__` would change the prototype.
    if (key === '__proto__') Object.defineProperty(copy, key, { value: item, enumerable: true });
    else copy[key] = item;
  }
  return copying.frozen ? Object.freeze(copy) : copy;
}

function copyItems(array: readonly unknown[], copying: Copying, depth: number): readonly unknown[] {
  const copy: unknown[] = [];
  const { length } = array;
  // At once: a sparse array or a proxy has any length without any items.
  if (length > copying.left) throw tooLarge(copying);
  for (let index = 0; index < length; index++) {
    step(index, copying, depth);
    copy.push(copyValue(array[index], copying, depth + 1) ?? null);
  }
  return copying.frozen ? Object.freeze(copy) : copy;
}

function step(key: string | number, copying: Copying, depth: number): void {
  if (copying.left-- < 0) throw tooLarge(copying);
  copying.keys[depth] = key;
  copying.depthOfKey = depth + 1;
}

function tooLarge(copying: Copying): NotJson {
  // The whole value is.
  copying.depthOfKey = 0;
  return new NotJson(`is larger than ${copying.most} characters`);
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
