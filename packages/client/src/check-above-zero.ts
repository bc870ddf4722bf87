import { BTCPError } from '@btcp/core';

/** @throws BTCPError `INVALID_ARGUMENT` for what is not a finite number above 0. */
export function checkAboveZero(name: string, value: number): void {
  if (!(Number.isFinite(value) && value > 0))
    throw new BTCPError(
      'INVALID_ARGUMENT',
      `\`${name}\` must be a number above 0; got ${typeof value === 'string' ? 'a string' : value}.`,
    );
}
