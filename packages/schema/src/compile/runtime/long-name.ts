import { codePoints } from './code-points.ts';
import { isObject } from './is-object.ts';

/** The first name of an object that has more code points than a limit. */
export function longName(value: unknown, limit: number): string | undefined {
  if (!isObject(value)) return undefined;
  return Object.keys(value).find((name) => name.length > limit && codePoints(name) > limit);
}
