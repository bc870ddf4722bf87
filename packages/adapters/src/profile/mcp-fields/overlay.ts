import { equal, getOwn, type MutableObject } from '@btcp/schema';

/** An object with fields replaced by those of another one; `null` removes a field. */
export function overlay(own: MutableObject, given: MutableObject): MutableObject {
  const fields = Object.entries({ ...own, ...given });
  // `fromEntries` defines properties, even `__proto__`.
  return Object.fromEntries(
    fields.filter(([key, value]) => value !== undefined && getOwn(given, key) !== null),
  );
}

/** The overlay that turns one object into another one. */
export function overlayBetween(own: MutableObject, wanted: MutableObject): MutableObject {
  const gone = Object.keys(own).filter((key) => !Object.hasOwn(wanted, key));
  const others = Object.entries(wanted).filter(([key, value]) => !equal(getOwn(own, key), value));
  return Object.fromEntries([...gone.map((key): [string, unknown] => [key, null]), ...others]);
}
