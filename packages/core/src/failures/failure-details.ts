import { ERROR_CODES } from './error-codes.ts';
import { describeNotJson } from './not-json.ts';
import { sendable } from './sendable.ts';

/** What only failed calls need: a page loads it when it is idle. */
export interface FailureDetails {
  readonly ERROR_CODES: typeof ERROR_CODES;
  readonly describeNotJson: typeof describeNotJson;
  readonly sendable: typeof sendable;
}

/** The details of failed calls. */
export const FAILURE_DETAILS: FailureDetails = { ERROR_CODES, describeNotJson, sendable };
