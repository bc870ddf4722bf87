import { joinPointer } from './pointer.ts';

/** The first difference of two JSON values. */
export interface Difference {
  /** JSON pointer; empty for the values as a whole. */
  readonly path: string;
  /** `undefined` where the value is absent. */
  readonly expected: unknown;
  readonly actual: unknown;
}

type Members = Readonly<Record<string, unknown>>;

/** Finds the first difference of two JSON values, ignoring the order of keys. */
export function findDifference(expected: unknown, actual: unknown, path = ''): Difference | undefined {
  if (expected === actual) return undefined;
  const members = isContainer(expected) && isContainer(actual) && isArray(expected) === isArray(actual);
  if (!members) return { path, expected, actual };
  for (const key of new Set([...Object.keys(expected), ...Object.keys(actual)])) {
    const at = joinPointer(path, key);
    const found = findDifference(own(expected, key), own(actual, key), at);
    if (found) return found;
  }
  return undefined;
}

const isContainer = (value: unknown): value is Members => typeof value === 'object' && value !== null;
const isArray = (value: unknown): boolean => Array.isArray(value);
const own = (members: Members, key: string): unknown =>
  Object.hasOwn(members, key) ? members[key] : undefined;
