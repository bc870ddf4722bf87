import { BTCPError } from '@btcp/core';
import { InputError } from '../errors.ts';

/**
 * Runs something that refuses documents or keys, whose sentence the command then prints.
 *
 * @param help - What to do instead.
 */
export async function orInputError<T>(act: () => T | Promise<T>, help: string): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (BTCPError.is(error)) throw new InputError(error.message, help);
    throw error;
  }
}
