import { existsSync } from 'node:fs';
import { type FileHandle, open, rm, readFile, realpath } from 'node:fs/promises';
import { resolve, basename, dirname, join, relative, sep } from 'node:path';
import { createKeyPair, type PrivateKey, readKeySet } from '@btcp/client/signature';
import { BTCPError } from '@btcp/core';
import { fileError, InputError } from '../errors.ts';
import { decodeText } from '../io.ts';
import { refuseLinkOut, replaceJson } from '../system/write-files.ts';
import { loadConfig } from '@btcp/codegen';

export const KEYS_FILE = 'btcp.keys.json';

/** The bits of a file's mode by which others than its owner can use it. */
const OTHERS = 0o077;

/** Reads the text of a private key from a file that only its owner can read. */
export async function readKeyFile(file: string, cwd: string): Promise<string> {
  let handle: FileHandle | undefined;
  try {
    handle = await open(resolve(cwd, file));
    const text = withoutMark(decodeText(await handle.readFile(), file));
    const { mode } = await handle.stat();
    // On Windows the mode says nothing of who can read the file. Without a `d` it holds no private key, which is said later.
    if (process.platform !== 'win32' && (mode & OTHERS) !== 0 && text.includes('"d"'))
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

/** Makes a pair of keys: the private one in a new file, the public one in a JWK set; returns the key's name. */
export async function writeKeyFiles(file: string, keysFile: string, cwd: string): Promise<string> {
  if (resolve(cwd, file) === resolve(cwd, keysFile))
    throw new InputError(
      `${file} cannot hold both keys: the public ones are published.`,
      'Name another file for the private key.',
    );
  const set = await readSet(keysFile, cwd);
  const { privateKey, publicKey } = await createKeyPair();
  await writeKeyFile(file, cwd, privateKey);
  try {
    await replaceJson(keysFile, cwd, { ...set, keys: [...set.keys, publicKey] });
  } catch (error) {
    // No signature of a key that nobody knows counts.
    await rm(resolve(cwd, file));
    throw error;
  }
  return publicKey.kid;
}

/** The JWK set with all its members. */
async function readSet(file: string, cwd: string): Promise<{ readonly keys: readonly unknown[] }> {
  if (!existsSync(resolve(cwd, file))) return { keys: [] };
  const text = await readJsonText(file, cwd);
  const keys = await orInputError(
    () => readKeySet(text),
    `Correct ${file}, or name another file with --keys.`,
  );
  return { ...(JSON.parse(text.replace(/^\uFEFF/, '')) as object), keys }; // an object, as was just read
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

const withoutMark = (text: string): string => text.replace(/^\uFEFF/, '');

/** Reads a file that is signed or verified: as UTF-8, in which no byte is replaced. */
export async function readJsonText(file: string, cwd: string): Promise<string> {
  try {
    return withoutMark(decodeText(await readFile(resolve(cwd, file)), file));
  } catch (error) {
    throw error instanceof InputError ? error : fileError(`${file} cannot be read`, error);
  }
}

/** The file of a manifest's signature: `btcp.json` → `btcp.sig.json`. */
export function signatureFile(manifest: string): string {
  return `${manifest.replace(/\.json$/, '')}.sig.json`;
}

/** Runs something that refuses documents or keys, whose sentence the command then prints, with what to do instead. */
export async function orInputError<T>(act: () => T | Promise<T>, help: string): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (BTCPError.is(error)) throw new InputError(error.message, help);
    throw error;
  }
}

/** What `btcp publish --out` writes into every folder. */
const PUBLISHED = ['.well-known/btcp.json', '.btcp-publish.json'];

/**
 * Refuses the file of a private key in a folder that is served or packed.
 *
 * @param file - As the user gave it; it need not exist yet.
 * @param folder - The folder that will be published.
 * @throws InputError that names the folder.
 */
export async function refuseExposedKey(file: string, folder: string, cwd: string): Promise<void> {
  const published = await bothPaths(resolve(cwd, folder));
  const paths = await bothPaths(resolve(cwd, file));
  const [, named = folder] = published;
  if (paths.some((path) => published.some((each) => path.startsWith(each.endsWith(sep) ? each : each + sep))))
    throw new InputError(
      `${file} is in ${relative(await realpath(cwd), named) || '.'}, whose files are published: the private key would be, too.`,
      existsSync(resolve(cwd, file))
        ? 'Keep the private key in another folder; if others may have read it, make a new key and revoke this one.'
        : 'Name a file in another folder.',
    );
}

/** Refuses a private key in a folder that was published, or that a build writes. */
export async function refuseExposedPlace(
  file: string,
  cwd: string,
  config: string | undefined,
): Promise<void> {
  for (const path of await bothPaths(resolve(cwd, file)))
    for (let folder = dirname(path); ; folder = dirname(folder)) {
      if (PUBLISHED.some((each) => existsSync(join(folder, each)))) await refuseExposedKey(file, folder, cwd);
      if (folder === dirname(folder)) break;
    }
  const loaded = await loadConfig({ cwd, configFile: config });
  if (loaded.ok) await refuseExposedKey(file, loaded.config.outDir, cwd);
}

/** An absolute path as it is given, and without symbolic links. */
async function bothPaths(path: string): Promise<readonly string[]> {
  const parent = await realpath(dirname(path)).catch(() => dirname(path));
  return [path, join(parent, basename(path)), await realpath(path).catch(() => path)];
}
