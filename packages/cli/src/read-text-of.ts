import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { readStandardInput } from './read-standard-input.ts';
import { fileError } from './input-error.ts';

/** Reads a file that was named on the command line; `-` is standard input. */
export async function readTextOf(file: string, cwd: string): Promise<string> {
  if (file === '-') return readStandardInput();
  try {
    return await readFile(resolve(cwd, file), 'utf8');
  } catch (error) {
    throw fileError(`${file} cannot be read`, error);
  }
}
