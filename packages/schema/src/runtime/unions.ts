import { isAt, isUnknownProperty, type RawError } from './raw-error.ts';
import { demandOf, joinWords, sentence } from './sentences.ts';

const MAX_LIST = 4;
const SHOWN_PER_BRANCH = 2;
const MAX_NESTED = 200;

/** Replaces the failures of a union's branches by helpful ones: one summary, or those of the branch that fits best. */
export function resolveUnions(errors: readonly RawError[]): readonly RawError[] {
  if (!errors.some(isUnion)) return errors;
  return errors.flatMap((error) => {
    const branches = branchesOf(error);
    return branches === undefined ? [error] : resolve(error, branches);
  });
}

function resolve(union: RawError, branches: Branches): readonly RawError[] {
  const fitting = [...branches.keys()].filter((index) => branches[index] === null);
  if (fitting.length > 0) return [{ ...union, params: tooManyFit(fitting, branches.length) }];
  const failed = branches.map((branch) => resolveUnions(branch ?? []));
  const merged = mergeSimple(union, failed);
  if (merged !== undefined) return [merged];
  return bestFit(union, failed) ?? [described(union, failed)];
}

// Most failures of a large value are never shown.
function described(union: RawError, branches: readonly (readonly RawError[])[]): RawError {
  let text: string | undefined;
  return {
    ...union,
    get params() {
      return (text ??= describe(union, branches));
    },
  };
}

function tooManyFit(fitting: readonly number[], count: number): string {
  const numbers = fitting.map((index) => index + 1).join(' and ');
  return `must fit exactly one of ${count} alternatives, but fits numbers ${numbers}`;
}

// Where every branch only expects another type, or other values, one sentence covers them all.
function mergeSimple(union: RawError, branches: readonly (readonly RawError[])[]): RawError | undefined {
  const only = branches.map((branch) =>
    branch[0] && branch.length === 1 && isAt(branch[0], union.path) ? branch[0] : undefined,
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

// A branch for another type was not meant; of the others, one must be clearly best.
function bestFit(
  union: RawError,
  branches: readonly (readonly RawError[])[],
): readonly RawError[] | undefined {
  const kind = new Set(['type', 'enum', 'const']);
  const near = branches.filter(
    (branch) => !branch.some((error) => isAt(error, union.path) && kind.has(error.keyword)),
  );
  const [first, second] = near.toSorted((a, b) => a.length - b.length);
  if (first === undefined) return undefined;
  return second === undefined || first.length * 2 <= second.length ? first : undefined;
}

function describe(union: RawError, branches: readonly (readonly RawError[])[]): string {
  const wants = [...new Set(branches.map((branch) => wantOf(union, branch)))];
  const shown = wants.slice(0, MAX_LIST);
  if (wants.length > shown.length) shown.push(`fit one of ${wants.length - shown.length} other alternatives`);
  const sameVerb = shown.every((want) => want.startsWith('must '));
  const bare = shown.map((want) => want.replace(/^must /, ''));
  if (sameVerb) return `must ${joinWords('or', bare)}`;
  return `must fit one of ${branches.length} alternatives: ${shown.join('; or ')}`;
}

function wantOf(union: RawError, branch: readonly RawError[]): string {
  const shown = branch
    .slice(0, SHOWN_PER_BRANCH)
    .map(summarized)
    .map((error) => {
      const own =
        isAt(error, union.path) && error.keyword !== 'required' && error.keyword !== 'dependentRequired';
      return own && !isUnknownProperty(error) ? demandOf(error) : sentence(error);
    });
  return shown.join(' and ') + (branch.length > shown.length ? ' and more' : '');
}

// Explains a nested union only where that is short.
function summarized(error: RawError): RawError {
  const { params } = error;
  const isLong = isUnion(error) && typeof params === 'string' && params.length > MAX_NESTED;
  return isLong ? { ...error, params: 'must fit one of its alternatives' } : error;
}

/** What the emitted code passes with the failure of a union: every branch's failures, `null` where the value fits. */
export type Branches = readonly (readonly RawError[] | null)[];

/** The length of all JSON pointers of failures. Text that was joined, as they are, is copied when it is read. */
export function charactersOf(errors: readonly RawError[]): number {
  let sum = 0;
  for (const error of errors) {
    sum += error.path.length;
    for (const branch of branchesOf(error) ?? []) sum += charactersOf(branch ?? []);
  }
  return sum;
}

/** The failures of a union's branches, `null` where the value fits; `undefined` for other failures. */
export function branchesOf(error: RawError): Branches | undefined {
  return isUnion(error) && Array.isArray(error.params) ? (error.params as Branches) : undefined;
}

function isUnion({ keyword }: RawError): boolean {
  return keyword === 'anyOf' || keyword === 'oneOf';
}
