/** The result of a matcher. */
export interface MatcherResult {
  readonly pass: boolean;
  readonly message: () => string;
}

/** @param message - Why; where the matcher is negated, that it passed. */
export const result = (pass: boolean, message: string): MatcherResult => ({ pass, message: () => message });
