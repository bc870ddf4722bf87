import { FAILURE_DETAILS, type FailureDetails } from './failure-details.ts';

export { ERROR_CODES } from './error-codes.ts';

export function failureDetails(): FailureDetails | undefined {
  return FAILURE_DETAILS;
}

/** Does nothing: only pages load the details later. */
export function setFailureDetails(_details: FailureDetails): void {}
