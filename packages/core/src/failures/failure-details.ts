import { ERROR_CODES } from './error-codes.ts';
import { sendable } from './sendable.ts';
import type { NotJson } from './not-json.ts';

/** The place of what is not JSON, and a sentence about it. */
function describeNotJson(
  { keys, reason, text }: NotJson,
  most: number,
): { readonly path: string; readonly message: string } {
  const what: Readonly<Record<NotJson['reason'], string>> = {
    value: `is not JSON: ${text}`,
    depth: 'is too deep, or contains itself',
    size: `is larger than ${most} characters`,
    unreadable: 'cannot be read',
  };
  // Of what is too large, the whole value is.
  const path = reason === 'size' ? '' : keys.map(pointerSegment).join('');
  return { path, message: `${path.replace(/^(.{99}).+/, '$1…') || 'the value'} ${what[reason]}` };
}

const pointerSegment = (key: string | number): string =>
  `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`;

/** What only failed calls need: a page loads it when it is idle. */
export interface FailureDetails {
  readonly ERROR_CODES: typeof ERROR_CODES;
  readonly describeNotJson: typeof describeNotJson;
  readonly sendable: typeof sendable;
}

/** The details of failed calls. */
export const FAILURE_DETAILS: FailureDetails = { ERROR_CODES, describeNotJson, sendable };
