export { isObject } from '../runtime/values.ts';

/** A JSON object that is still being built. */
export type MutableObject = Record<string, unknown>;

/** The object's own property, never an inherited one. */
export function getOwn(object: Readonly<MutableObject>, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

/** Sets an own property, also where the name is `__proto__`, to which assignment would set the prototype. */
export function setOwn(object: MutableObject, key: string, value: unknown): void {
  if (key === '__proto__') {
    Object.defineProperty(object, key, { value, configurable: true, enumerable: true, writable: true });
  } else {
    object[key] = value;
  }
}

/** An object with each value mapped, in the same order. */
export function mapValues(
  object: Readonly<MutableObject>,
  map: (value: unknown, key: string) => unknown,
): MutableObject {
  const mapped: MutableObject = {};
  for (const key of Object.keys(object)) setOwn(mapped, key, map(object[key], key));
  return mapped;
}

export function omitKeys(object: Readonly<MutableObject>, keys: readonly string[]): MutableObject {
  return Object.fromEntries(Object.entries(object).filter(([key]) => !keys.includes(key)));
}

/** An object with only some of its keys, in its own order. */
export function pickKeys(object: Readonly<MutableObject>, keys: readonly string[]): MutableObject {
  return Object.fromEntries(Object.entries(object).filter(([key]) => keys.includes(key)));
}

/** A copy of an object with one member replaced by others, at its position. */
export function replaceKey(object: Readonly<MutableObject>, key: string, by: MutableObject): MutableObject {
  const replaced: MutableObject = {};
  for (const [name, value] of Object.entries(object)) {
    if (name !== key) setOwn(replaced, name, value);
    else for (const [added, member] of Object.entries(by)) setOwn(replaced, added, member);
  }
  return replaced;
}
