import type { Issue } from '@btcp/core';
import { preview } from './preview.ts';
import { gather, pathOf, type Collect, type RawError } from './raw-error.ts';
import { toIssue } from './sentences.ts';
import { resolveUnions } from './unions.ts';
import { isObject } from './values.ts';
import { pointerKeys } from './pointer-tokens.ts';

const MAX_ISSUES = 100;
// Sorting more failures than this, or more characters of their paths, costs more than it helps.
const MAX_SORTED = 10_000;
const MAX_CHARACTERS = 2 ** 21;

export function collectIssues(value: unknown, collect: Collect): readonly Issue[] {
  try {
    return issuesOf(gather(collect, value, '') ?? [UNSTABLE], value);
  } catch (error) {
    return [unreadable(error)];
  }
}

// A getter, or the caller, changed the value between the check and the reading of the issues.
const UNSTABLE: RawError = { path: '', keyword: 'changed', params: null, value: undefined, name: undefined };

// Reading a value can only fail by running out of stack, or in a getter or proxy of the caller's own.
function unreadable(error: unknown): Issue {
  if (error instanceof RangeError) {
    return { path: '', keyword: 'depth', message: 'the value is nested too deeply to be checked' };
  }
  const reason = error instanceof Error ? error.message : String(error);
  return { path: '', keyword: 'unreadable', message: `the value could not be read: ${preview(reason)}` };
}

// In document order, without duplicates, at most 100 and then the number of the rest.
function issuesOf(errors: readonly RawError[], root: unknown): readonly Issue[] {
  const resolved = resolveUnions(errors);
  const only = resolved[0];
  return only !== undefined && resolved.length === 1 ? [toIssue(only)] : severalIssues(resolved, root);
}

function severalIssues(errors: readonly RawError[], root: unknown): readonly Issue[] {
  const placed = sortable(errors).map((error) => ({ error, path: pathOf(error) }));
  const sorted = inDocumentOrder(placed, root);
  const issues = new Map<string, Issue>();
  let handled = 0;
  for (const { error } of sorted) {
    if (issues.size === MAX_ISSUES) break;
    handled++;
    const issue = toIssue(error);
    const key = `${issue.path} ${issue.message}`;
    if (!issues.has(key)) issues.set(key, issue);
  }
  const more = errors.length - handled;
  return more === 0 ? [...issues.values()] : [...issues.values(), rest(more)];
}

function sortable(errors: readonly RawError[]): readonly RawError[] {
  let characters = 0;
  const end = errors.findIndex(({ path }) => (characters += path.length) > MAX_CHARACTERS);
  return errors.slice(0, end < 0 ? MAX_SORTED : Math.min(Math.max(end, 1), MAX_SORTED));
}

const rest = (more: number): Issue => ({
  path: '',
  keyword: 'truncated',
  message: `${more} more ${more === 1 ? 'problem is' : 'problems are'} not listed`,
  params: { more },
});

/** Sorts by the position of JSON pointers in a value; the sort is stable. */
function inDocumentOrder<T extends { readonly path: string }>(things: readonly T[], root: unknown): T[] {
  const positions = new Map<object, ReadonlyMap<string, number>>();
  return things
    .map((thing) => ({ thing, ranks: ranksOf(pointerKeys(thing.path), root, positions) }))
    .toSorted((a, b) => compareRanks(a.ranks, b.ranks))
    .map(({ thing }) => thing);
}

// The index of the child that each token of the pointer names.
function ranksOf(
  keys: readonly string[],
  root: unknown,
  positions: Map<object, ReadonlyMap<string, number>>,
): number[] {
  let at: unknown = root;
  return keys.map((key) => {
    if (Array.isArray(at)) {
      at = (at as unknown[])[Number(key)];
      return Number(key);
    }
    if (!isObject(at)) return Infinity;
    const rank = positionsIn(at, positions).get(key) ?? Infinity;
    at = at[key];
    return rank;
  });
}

function positionsIn(
  record: object,
  known: Map<object, ReadonlyMap<string, number>>,
): ReadonlyMap<string, number> {
  let positions = known.get(record);
  if (positions === undefined) {
    positions = new Map(Object.keys(record).map((key, index) => [key, index]));
    known.set(record, positions);
  }
  return positions;
}

function compareRanks(a: readonly number[], b: readonly number[]): number {
  for (let i = 0; i < a.length && i < b.length; i++) {
    const x = a[i] ?? 0;
    const y = b[i] ?? 0;
    if (x !== y) return x < y ? -1 : 1;
  }
  return a.length - b.length;
}
