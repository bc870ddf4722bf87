import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { fileError } from './errors.ts';

/** Reads a file that was named on the command line; `-` is standard input. */
export async function readTextOf(file: string, cwd: string): Promise<string> {
  if (file === '-') return readStandardInput();
  try {
    return await readFile(resolve(cwd, file), 'utf8');
  } catch (error) {
    throw fileError(`${file} cannot be read`, error);
  }
}

/** All of standard input, as text. */
export async function readStandardInput(): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(Buffer.from(chunk as Buffer));
  return Buffer.concat(chunks).toString('utf8');
}
