import type { RawError } from './raw-error.ts';
import { alternatives, demandOf, isUnknownProperty, sentence } from './sentences.ts';

/** What the emitted code passes with the failure of an `anyOf` or `oneOf`. */
export interface UnionParams {
  /** How many failures each branch reported, in order; they stand right before the union's own. */
  readonly sizes: readonly number[];
  /** The indexes of the branches that fit: two for a `oneOf` that fits too much. */
  readonly fitting?: readonly number[] | null;
}

const LONGEST_LIST = 4;
const SHOWN_PER_BRANCH = 2;

// What ajv adds after the failures of `then` or `else`, which say everything.
const MARKER = 'if';

/** Replaces the failures of a union's branches by what helps: one failure, or those of the branch that fits best. */
export function resolveUnions(errors: readonly RawError[]): RawError[] {
  const kept: RawError[][] = [];
  for (let i = errors.length - 1; i >= 0; i--) {
    const error = errors[i] as RawError; // i is within the list
    if (error.keyword === MARKER) continue;
    const union = unionParams(error);
    if (union === undefined) {
      kept.push([error]);
      continue;
    }
    const branches = cutBranches(errors, i, union.sizes);
    kept.push(resolve(error, union, branches));
    i -= union.sizes.reduce((sum, size) => sum + size, 0);
  }
  return kept.reverse().flat();
}

function unionParams({ keyword, params }: RawError): UnionParams | undefined {
  if (keyword !== 'anyOf' && keyword !== 'oneOf') return undefined;
  return typeof params === 'object' && params !== null ? (params as UnionParams) : undefined;
}

function cutBranches(errors: readonly RawError[], end: number, sizes: readonly number[]): RawError[][] {
  const branches: RawError[][] = [];
  let to = end;
  for (const size of sizes.toReversed()) {
    branches.unshift(resolveUnions(errors.slice(to - size, to)));
    to -= size;
  }
  return branches;
}

function resolve(union: RawError, { fitting }: UnionParams, branches: readonly RawError[][]): RawError[] {
  if (fitting) return [{ ...union, params: tooManyFit(fitting, branches.length) }];
  const failed = branches.filter((branch) => branch.length > 0);
  const merged = mergeSimple(union, failed);
  if (merged !== undefined) return [merged];
  return bestFit(union, failed) ?? [{ ...union, params: describe(union, failed) }];
}

function tooManyFit(fitting: readonly number[], count: number): string {
  const numbers = fitting.map((index) => index + 1).join(' and ');
  return `must fit exactly one of ${count} alternatives, but fits numbers ${numbers}`;
}

// When every branch wants only another type, or only other values, one sentence can say it all.
function mergeSimple(union: RawError, branches: readonly RawError[][]): RawError | undefined {
  const only = branches.map((branch) =>
    branch.length === 1 && branch[0]?.path === union.path ? branch[0] : undefined,
  );
  if (only.every((error) => error?.keyword === 'type')) {
    return { ...union, keyword: 'type', params: [...new Set(only.flatMap((error) => error?.params))] };
  }
  if (only.every((error) => error?.keyword === 'enum' || error?.keyword === 'const')) {
    return {
      ...union,
      keyword: 'enum',
      params: only.flatMap((e) => (e?.keyword === 'const' ? [e.params] : e?.params)),
    };
  }
  return undefined;
}

// A branch that wants another kind of value is not what was meant; of the others, one must be clearly ahead.
function bestFit(union: RawError, branches: readonly RawError[][]): RawError[] | undefined {
  const kind = new Set(['type', 'enum', 'const']);
  const near = branches.filter(
    (branch) => !branch.some((error) => error.path === union.path && kind.has(error.keyword)),
  );
  const [first, second] = near.toSorted((a, b) => a.length - b.length);
  if (first === undefined) return undefined;
  return second === undefined || first.length * 2 <= second.length ? first : undefined;
}

function describe(union: RawError, branches: readonly RawError[][]): string {
  const wants = [...new Set(branches.map((branch) => wantOf(union, branch)))];
  const shown = wants.slice(0, LONGEST_LIST);
  if (wants.length > shown.length) shown.push(`fit one of ${wants.length - shown.length} other alternatives`);
  const sameVerb = shown.every((want) => want.startsWith('must '));
  if (sameVerb) return `must ${alternatives(shown.map((want) => want.replace(/^must /, '')))}`;
  return `must fit one of ${branches.length} alternatives: ${shown.join('; or ')}`;
}

function wantOf(union: RawError, branch: readonly RawError[]): string {
  const shown = branch.slice(0, SHOWN_PER_BRANCH).map((error) => {
    const own =
      error.path === union.path && error.keyword !== 'required' && error.keyword !== 'dependentRequired';
    return own && !isUnknownProperty(error) ? demandOf(error) : sentence(error);
  });
  return shown.join(' and ') + (branch.length > shown.length ? ' and more' : '');
}
