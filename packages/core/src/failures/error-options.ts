import type { Issue } from '../validator.ts';

/** The properties of a `BTCPError` besides its code. */
export interface BTCPErrorOptions {
  /** What happened, for people and agents. */
  readonly message?: string | undefined;
  /** What the caller can do about it. */
  readonly suggestion?: string | undefined;
  /** The error behind this one; never sent to a caller. */
  readonly cause?: unknown;
  /** Facts for programs, as JSON. */
  readonly data?: Readonly<Record<string, unknown>> | undefined;
  /** The issues of an input, output or manifest. */
  readonly issues?: readonly Issue[] | undefined;
}
