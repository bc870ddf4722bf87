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
