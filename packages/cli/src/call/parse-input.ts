import { UsageError } from '../errors.ts';

/**
 * Parses the input of a call from the command line.
 *
 * @throws UsageError where it is not JSON.
 */
export function parseInput(json: string = '{}'): unknown {
  try {
    return JSON.parse(json);
  } catch (error) {
    // A shell removes quotes that are not quoted themselves.
    const help = /^[{["]/.test(json.trim()) ? '' : ` Put it in single quotes: '{"cell": "B5"}'.`;
    throw new UsageError(`The input is not JSON: ${(error as Error).message}.${help}`);
  }
}
