import { equal } from '../../runtime/json-value.ts';
import { LIMITED_TYPES, limitsOf } from '../../keywords/limits.ts';
import { ANNOTATION_KEYWORDS } from '../keywords.ts';

/** Merges two values of a keyword, so that both still hold; `undefined` where that is not possible. */
export type Merge = (a: unknown, b: unknown) => unknown;

const ofNumbers =
  (choose: (a: number, b: number) => number | undefined): Merge =>
  (a, b) =>
    typeof a === 'number' && typeof b === 'number' ? choose(a, b) : undefined;

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value]);

const orNothing = (list: unknown[]): unknown[] | undefined => (list.length > 0 ? list : undefined);

function mergeTypes(a: unknown, b: unknown): unknown {
  const left = listOf(a);
  const right = listOf(b);
  const common = left.filter(
    (type) => right.includes(type) || (type === 'integer' && right.includes('number')),
  );
  const narrowed = right.filter((type) => type === 'integer' && left.includes('number'));
  const types = [...new Set([...common, ...narrowed])];
  return types.length > 1 ? types : types[0];
}

const mergeEnums: Merge = (a, b) =>
  orNothing(listOf(a).filter((value) => listOf(b).some((other) => equal(value, other))));

const unite: Merge = (a, b) => [...new Set([...listOf(a), ...listOf(b)])];

/** How the two values of a keyword become one. A keyword that is not listed must be equal in both. */
export const MERGE_KEYWORD: ReadonlyMap<string, Merge> = new Map<string, Merge>([
  ...LIMITED_TYPES.flatMap(limitsOf).map(([key, { merge }]): [string, Merge] => [key, ofNumbers(merge)]),
  ...ANNOTATION_KEYWORDS.map((key): [string, Merge] => [key, (a) => a]),
  ['type', mergeTypes],
  ['enum', mergeEnums],
  ['required', unite],
  ['uniqueItems', (a, b) => a === true || b === true],
]);
