import { isObject, setOwn, type MutableObject } from '@btcp/schema';

/** A copy of a JSON value, so that who changes an export changes nothing else. */
export function copyJson(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copyJson);
  if (!isObject(value)) return value;
  const copy: MutableObject = {};
  for (const key of Object.keys(value)) setOwn(copy, key, copyJson(value[key]));
  return copy;
}
