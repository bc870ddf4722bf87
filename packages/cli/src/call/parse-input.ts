import { BTCPError, parseCallJson } from '@btcp/core';
import { InputError, UsageError } from '../errors.ts';

/**
 * Parses the input of a call from the command line.
 *
 * @throws UsageError where it is not JSON; InputError where JavaScript would round a number of it.
 */
export function parseInput(json: string = '{}'): unknown {
  try {
    return parseCallJson(json, 'The input');
  } catch (error) {
    if (BTCPError.is(error)) throw new InputError(`${error.message}.`, error.suggestion ?? '');
    // A shell removes quotes that are not quoted themselves.
    const help = /^[{["]/.test(json.trim()) ? '' : ` Put it in single quotes: '{"cell": "B5"}'.`;
    throw new UsageError(`The input is not JSON: ${(error as Error).message}.${help}`);
  }
}
