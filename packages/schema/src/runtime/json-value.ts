/** Whether a value is a JSON object: neither `null` nor an array. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether two JSON values are the same: numbers by value, objects whatever the order of their keys. */
export function equal(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (Array.isArray(a)) return Array.isArray(b) && equalLists(a, b);
  return isObject(a) && isObject(b) && equalRecords(a, b);
}

function equalLists(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((item, i) => equal(item, b[i]));
}

type JsonRecord = Readonly<Record<string, unknown>>;

function equalRecords(a: JsonRecord, b: JsonRecord): boolean {
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && equal(a[key], b[key]))
  );
}
