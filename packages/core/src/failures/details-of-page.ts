import type { FailureDetails } from './failure-details.ts';

let details: FailureDetails | undefined;

/** As in `error-codes.ts`, once a page has loaded that; empty before. */
export let ERROR_CODES: FailureDetails['ERROR_CODES'] = {} as FailureDetails['ERROR_CODES'];

/**
 * The details of failed calls, once a page has loaded them. Bundlers for pages take this file in the place of
 * `details-at-once.ts`, by package.json's `imports`.
 */
export function failureDetails(): FailureDetails | undefined {
  return details;
}

/** Lets errors have details from now on; called by what has loaded them. */
export function setFailureDetails(loaded: FailureDetails): void {
  details = loaded;
  ({ ERROR_CODES } = loaded);
}
