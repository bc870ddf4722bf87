import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { BTCPError } from '@btcp/core';
import { fileError, InputError } from '../errors.ts';

/**
 * Reads a file that is signed or verified: as UTF-8, in which no byte is replaced.
 *
 * @param file - As the user gave it.
 */
export async function readJsonText(file: string, cwd: string): Promise<string> {
  try {
    return decodeText(await readFile(resolve(cwd, file)), file);
  } catch (error) {
    throw error instanceof InputError ? error : fileError(`${file} cannot be read`, error);
  }
}

/** Decodes UTF-8. */
export function decodeText(bytes: Uint8Array, file: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new InputError(`${file} is not UTF-8.`, 'Write it as UTF-8.');
  }
}

/** The file of a manifest's signature: `btcp.json` → `btcp.sig.json`. */
export function signatureFile(manifest: string): string {
  return `${manifest.replace(/\.json$/, '')}.sig.json`;
}

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
