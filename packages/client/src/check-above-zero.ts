import { BTCPError } from '@btcp/core';

/** @throws BTCPError `INVALID_ARGUMENT` for what is not a number above 0. */
export function checkAboveZero(name: string, value: number, most: number = Number.MAX_VALUE): void {
  if (!(typeof value === 'number' && value > 0 && value <= most))
    throw new BTCPError('INVALID_ARGUMENT', `\`${name}\` must be a number above 0; got ${value}.`);
}
