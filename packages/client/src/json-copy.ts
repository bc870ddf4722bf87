import type { ValidationResult } from '@btcp/core';

type Entries = Record<string | number, unknown>;

const MAX_DEPTH = 500;
// A few shared references, each nested in the next, are small in memory and endless as JSON.
const MAX_SIZE = 1_000_000;

/** Says what is not JSON; where it is, is put together on the way out. */
class NotJson extends Error {
  path = '';
}

let copied = 0;

/**
 * Copies a value as JSON, reading every property once, so that nothing can change between check and use.
 *
 * @param lenient - Take what `JSON.stringify` takes: call `toJSON`, and read class instances by their own fields.
 * @returns The copy, where `undefined` is dropped from objects and null elsewhere; or one issue: a value without a
 * JSON form, a cycle, more than 500 levels or a million values, or a property that cannot be read.
 */
export function copyJson(value: unknown, lenient: boolean): ValidationResult {
  copied = 0;
  try {
    return { ok: true, value: copyValue(value, lenient, 0) ?? null };
  } catch (thrown) {
    const { path, message } = asNotJson(thrown);
    return {
      ok: false,
      issues: [
        { path, keyword: 'json', message: `${path.replace(/^(.{99}).+/, '$1…') || 'the value'} ${message}` },
      ],
    };
  }
}

// Getters and proxies throw what they like, so nothing of it is read.
function asNotJson(thrown: unknown): NotJson {
  return thrown instanceof NotJson ? thrown : new NotJson('cannot be read');
}

function copyValue(value: unknown, lenient: boolean, depth: number): unknown {
  if (copied++ > MAX_SIZE) throw new NotJson('is more than a million values');
  switch (typeof value) {
    case 'object':
      return value && copyObject(value, lenient, depth);
    case 'string':
    case 'boolean':
    case 'undefined':
      return value;
    default:
      if (Number.isFinite(value)) return value;
      throw new NotJson(`is not JSON: ${String(value)}`);
  }
}

function copyObject(object: object, lenient: boolean, depth: number): unknown {
  if (lenient && typeof (object as Entries)['toJSON'] === 'function') {
    const json = (object as { toJSON(): unknown }).toJSON();
    if (typeof json !== 'object' || !json) return copyValue(json, lenient, depth);
    object = json;
  }
  if (depth > MAX_DEPTH) throw new NotJson('is too deep, or contains itself');
  if (Array.isArray(object)) return copyArray(object, lenient, depth);
  if (!isRecord(object, lenient)) throw new NotJson(`is not JSON: ${typeTag(object)}`);
  const copy: Entries = {};
  const keys = Object.keys(object);
  // One `try` for all properties: one each would cost every call.
  let at = '';
  try {
    for (const key of keys) {
      at = key;
      const item = copyValue((object as Entries)[key], lenient, depth + 1);
      if (item === undefined) continue;
      // Assigning to `__proto__` would change the prototype.
      if (key === '__proto__') Object.defineProperty(copy, key, { value: item, enumerable: true });
      else copy[key] = item;
    }
  } catch (thrown) {
    throw addPath(thrown, at);
  }
  return copy;
}

function copyArray(array: readonly unknown[], lenient: boolean, depth: number): unknown[] {
  const copy: unknown[] = [];
  let at = 0;
  try {
    for (; at < array.length; at++) copy.push(copyValue(array[at], lenient, depth + 1) ?? null);
  } catch (thrown) {
    throw addPath(thrown, at);
  }
  return copy;
}

function addPath(thrown: unknown, key: string | number): NotJson {
  const error = asNotJson(thrown);
  error.path = `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}${error.path}`;
  return error;
}

// The prototype of a plain object of another realm (an iframe, a vm context) has no prototype itself.
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
