import type { LimitId } from '../limits.ts';

/** One measured value of a figure. */
export interface Row {
  /** The figure's limit; absent for a value that is only shown for comparison. */
  readonly limit?: LimitId;
  /** What was measured, for a value without a limit. */
  readonly figure?: string;
  /** Which case of the figure. */
  readonly variant: string;
  /** In the limit's unit. */
  readonly measured: number;
  /** The unit, for a value without a limit. */
  readonly unit?: string;
  readonly details?: string;
}

/** How thorough a run is. */
export interface BenchOptions {
  /** Few and short rounds on small projects: shows that everything runs, measures nothing. */
  readonly quick: boolean;
}

/** Measures the rows of one bench. */
export type Bench = (options: BenchOptions) => Promise<readonly Row[]>;
