import { existsSync } from 'node:fs';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { createKeyPair, type PrivateKey, readKeySet } from '@btcp/client/signature';
import { BTCPError } from '@btcp/core';
import { fileError, InputError } from '../errors.ts';
import { decodeText, orInputError, readJsonText } from './read-json-text.ts';
import { refuseLinkOut, replaceJson } from '../system/write-files.ts';

/** The default of --keys. */
export const KEYS_FILE = 'btcp.keys.json';

/** The bits of a file's mode by which others than its owner can use it. */
const OTHERS = 0o077;

/** Reads the text of a private key from a file that only its owner can read. */
export async function readKeyFile(file: string, cwd: string): Promise<string> {
  let handle: FileHandle | undefined;
  try {
    handle = await open(resolve(cwd, file));
    const text = decodeText(await handle.readFile(), file);
    const { mode } = await handle.stat();
    // On Windows the mode says nothing of who can read the file.
    if (process.platform !== 'win32' && (mode & OTHERS) !== 0)
      throw new InputError(
        `${file} can be used by others: its mode is ${(mode & 0o777).toString(8)}.`,
        `Run \`chmod 600 ${file}\`; if others may have read it, make a new key and revoke this one.`,
      );
    return text;
  } catch (error) {
    throw error instanceof InputError ? error : fileError(`${file} cannot be read`, error);
  } finally {
    await handle?.close();
  }
}

/**
 * Reads the text of a JWK set of public keys.
 *
 * @throws InputError that names the file.
 */
export async function readKeySetText(file: string, cwd: string): Promise<string> {
  try {
    const text = await readJsonText(file, cwd);
    readKeySet(text);
    return text;
  } catch (error) {
    if (error instanceof InputError) throw new InputError(error.reason, KEY_SET_HELP);
    if (BTCPError.is(error)) throw new InputError(`${file}: ${error.message}`, KEY_SET_HELP);
    throw error;
  }
}

const KEY_SET_HELP = 'Name a JWK set of public keys with --keys <file>; `btcp sign --new-key` writes one.';

/**
 * Makes a pair of keys: the private one in a new file, the public one in a JWK set.
 *
 * @returns The key's name.
 */
export async function writeKeyFiles(file: string, keysFile: string, cwd: string): Promise<string> {
  if (resolve(cwd, file) === resolve(cwd, keysFile))
    throw new InputError(
      `${file} cannot hold both keys: the public ones are published.`,
      'Name another file for the private key.',
    );
  const keys = await readKeys(keysFile, cwd);
  const { privateKey, publicKey } = await createKeyPair();
  await writeKeyFile(file, cwd, privateKey);
  try {
    await replaceJson(keysFile, cwd, { keys: [...keys, publicKey] });
  } catch (error) {
    // No signature of a key that nobody knows counts.
    await rm(resolve(cwd, file));
    throw error;
  }
  return publicKey.kid;
}

async function readKeys(file: string, cwd: string): Promise<readonly unknown[]> {
  if (!existsSync(resolve(cwd, file))) return [];
  const text = await readJsonText(file, cwd);
  return orInputError(() => readKeySet(text), `Correct ${file}, or name another file with --keys.`);
}

async function writeKeyFile(file: string, cwd: string, key: PrivateKey): Promise<void> {
  await refuseLinkOut(file, cwd);
  const path = resolve(cwd, file);
  let handle: FileHandle | undefined;
  try {
    handle = await open(path, 'wx', 0o600);
    await handle.writeFile(`${JSON.stringify(key, null, 2)}\n`);
  } catch (error) {
    if (handle) await rm(path);
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST')
      throw fileError(`${file} cannot be written`, error);
    throw new InputError(
      `${file} is there already; a private key is never overwritten.`,
      'Name another file.',
    );
  } finally {
    await handle?.close();
  }
}
