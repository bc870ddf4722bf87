import { UsageError } from '../usage-error.ts';

/**
 * The input of a call, as the command line has it.
 *
 * @throws UsageError where it is not JSON.
 */
export function parseInput(json: string = '{}'): unknown {
  try {
    return JSON.parse(json);
  } catch (error) {
    // A shell takes the quotes out of what is not quoted itself.
    const help = /^[{["]/.test(json.trim()) ? '' : ` Put it in single quotes: '{"cell": "B5"}'.`;
    throw new UsageError(`The input is not JSON: ${(error as Error).message}.${help}`);
  }
}
