import { equal, getOwn, type MutableObject } from '@btcp/schema';

/** An object with the fields of another one over its own; `null` takes a field away. */
export function overlay(own: MutableObject, given: MutableObject): MutableObject {
  const fields = Object.entries({ ...own, ...given });
  // `fromEntries` defines, so that a field named `__proto__` stays one.
  return Object.fromEntries(
    fields.filter(([key, value]) => value !== undefined && getOwn(given, key) !== null),
  );
}

/** What has to be laid over one object to get another one. */
export function overlayBetween(own: MutableObject, wanted: MutableObject): MutableObject {
  const gone = Object.keys(own).filter((key) => !Object.hasOwn(wanted, key));
  const others = Object.entries(wanted).filter(([key, value]) => !equal(getOwn(own, key), value));
  return Object.fromEntries([...gone.map((key): [string, unknown] => [key, null]), ...others]);
}
