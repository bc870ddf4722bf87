import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { readStandardInput } from './read-standard-input.ts';
import { UsageError } from './usage-error.ts';

/** The text of a file that was named on the command line; `-` is standard input. */
export async function readTextOf(file: string, cwd: string): Promise<string> {
  if (file === '-') return readStandardInput();
  try {
    return await readFile(resolve(cwd, file), 'utf8');
  } catch (error) {
    throw new UsageError(`${file} cannot be read: ${(error as Error).message}.`);
  }
}
