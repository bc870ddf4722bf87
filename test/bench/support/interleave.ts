import { median } from './median.ts';

/** Runs something this many times; returns how long it took, in milliseconds. */
export type Timed = (times: number) => number | Promise<number>;

/** How long a comparison takes. */
export interface Effort {
  readonly rounds: number;
  /** Milliseconds that one contender runs in one round. */
  readonly slice: number;
  /** Milliseconds that each contender runs before anything counts. */
  readonly warmUp: number;
}

/** Nanoseconds per run of each contender, one entry per round. */
export type Rounds = Readonly<Record<string, readonly number[]>>;

/** Interleaves contenders (A B C, B C A, …), so that disturbances affect all of them. */
export async function interleave(
  contenders: Readonly<Record<string, Timed>>,
  { rounds, slice, warmUp }: Effort,
): Promise<Rounds> {
  const entries = Object.entries(contenders);
  const times = new Map<string, number>();
  for (const [name, timed] of entries) times.set(name, await timesFor(timed, slice, warmUp));
  const results: Record<string, number[]> = {};
  for (let round = 0; round < rounds; round++) {
    const first = round % entries.length;
    for (const [name, timed] of [...entries.slice(first), ...entries.slice(0, first)]) {
      const count = times.get(name) ?? 1;
      (results[name] ??= []).push(((await timed(count)) / count) * 1e6);
    }
  }
  return results;
}

/** The median over the rounds of one contender's time divided by another's. */
export function ratio(rounds: Rounds, name: string, reference: string): number {
  return median((rounds[name] ?? []).map((time, index) => time / (rounds[reference]?.[index] ?? NaN)));
}

/** The median over the rounds of one contender's time minus another's, in nanoseconds. */
export function difference(rounds: Rounds, name: string, reference: string): number {
  return median((rounds[name] ?? []).map((time, index) => time - (rounds[reference]?.[index] ?? NaN)));
}

// How many runs fill a slice, measured while warming up.
async function timesFor(timed: Timed, slice: number, warmUp: number): Promise<number> {
  let count = 1;
  let spent = 0;
  for (;;) {
    const took = await timed(count);
    spent += took;
    if (took < slice / 2) count *= 2;
    else if (spent >= warmUp) return Math.max(1, Math.round((count * slice) / took));
  }
}
