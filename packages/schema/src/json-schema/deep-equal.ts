import { isObject } from './own-property.ts';
import { PendingRef } from './pending-ref.ts';

/** Whether two JSON values are equal, whatever the order of their keys. */
export function deepEqual(a: unknown, b: unknown): boolean {
  if (a instanceof PendingRef && b instanceof PendingRef) return a.target === b.target;
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((item, index) => deepEqual(item, b[index]));
  }
  if (!isObject(a) || !isObject(b)) return a === b;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && deepEqual(a[key], b[key]))
  );
}
