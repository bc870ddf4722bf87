import { isDeepStrictEqual } from 'node:util';
import type { ConformCase, Outcome, Surface } from './conform-case.ts';
import type { JudgeCall } from './judge-call.ts';

/** A call with which callers get something else on some surface than on another, or than the manifest says. */
export interface Difference {
  readonly call: ConformCase;
  /** By surface; those that cannot carry the input, or the result, are left out. */
  readonly outcomes: Readonly<Record<string, Outcome>>;
  /** What the manifest says of the call, where that is known. */
  readonly manifest?: string;
}

/** What comparing surfaces found. */
export interface Comparison {
  readonly differences: readonly Difference[];
  /** How many calls each surface got. */
  readonly calls: Readonly<Record<string, number>>;
}

/**
 * Makes every call on every surface, and compares what callers get, with each other and with what the manifest says.
 *
 * @param prepare - Called before each case.
 */
export async function findDifferences(
  surfaces: readonly Surface[],
  cases: readonly ConformCase[],
  prepare: (call: ConformCase) => Promise<void>,
  judge: JudgeCall,
): Promise<Comparison> {
  const differences: Difference[] = [];
  const calls = Object.fromEntries(surfaces.map(({ name }) => [name, 0]));
  for (const call of cases) {
    const json = JSON.stringify(call.input);
    await prepare(call);
    const outcomes: Record<string, Outcome> = {};
    for (const { name, carries, call: make } of surfaces) {
      // Each gets a copy, as from another process.
      const input: unknown = JSON.parse(json);
      if (carries?.(input, call.tool) === false) continue;
      outcomes[name] = comparable(await make(call.tool, input));
      calls[name] = (calls[name] ?? 0) + 1;
    }
    const [first, ...others] = Object.values(outcomes);
    const judgement = judge(call);
    const isAllowed = Object.values(outcomes).every((outcome) => judgement?.allows(outcome) ?? true);
    if (!isAllowed || others.some((other) => !isDeepStrictEqual(other, first)))
      differences.push({ call, outcomes, ...(judgement && { manifest: judgement.says }) });
  }
  return { differences, calls };
}

/** Maximum issues of an error that is sent, and characters of a path. */
const MAX_ISSUES = 100;
const MAX_PATH = 500;

function comparable(outcome: Outcome): Outcome {
  if (outcome.ok) return outcome;
  const paths = outcome.paths.slice(0, MAX_ISSUES).map((path) => path.slice(0, MAX_PATH));
  return { ...outcome, paths };
}
