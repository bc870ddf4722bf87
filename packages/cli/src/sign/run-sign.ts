import { relative } from 'node:path';
import { digestManifest, signManifest } from '@btcp/client/signature';
import { checkDocument } from '../check-document.ts';
import { InputError } from '../errors.ts';
import { findBuild } from '../export/read-manifest.ts';
import { refuseIfStale } from '../host/refuse-if-stale.ts';
import type { CliIo, ExitCode } from '../io.ts';
import { KEYS_FILE, readKeyFile, writeKeyFiles } from './key-files.ts';
import { orInputError } from './or-input-error.ts';
import { readJsonText, signatureFile } from './read-json-text.ts';
import { refuseExposedPlace } from './refuse-exposed-key.ts';
import { refuseUnverified } from './refuse-unverified.ts';
import { replaceJson } from '../system/replace-json.ts';

interface SignValues {
  readonly key?: string;
  readonly 'new-key'?: string;
  readonly keys?: string;
  readonly config?: string;
}

const MANIFEST_HELP = 'Correct it, or build it again.';
const KEY_HELP = 'Take a key that `btcp sign --new-key` made.';

/** Runs `btcp sign`. */
export async function runSign(
  { key = '', keys, config, 'new-key': newKey }: SignValues,
  [path]: readonly string[],
  io: CliIo,
): Promise<ExitCode> {
  if (newKey !== undefined) {
    await refuseExposedPlace(newKey, io.cwd, config);
    const keysFile = keys ?? KEYS_FILE;
    const kid = await writeKeyFiles(newKey, keysFile, io.cwd);
    io.stdout(`key ${kid}: the private one in ${newKey}, for you alone; the public one in ${keysFile}\n`);
    return 0;
  }
  const built = path === undefined ? await findBuild(config, io, refuseIfStale) : undefined;
  const file = path ?? (built && relative(io.cwd, built.manifest));
  if (file === undefined) return 1;
  const text = await readJsonText(file, io.cwd);
  // A build has been checked.
  if (!built) refuseErrors(file, text);
  await refuseExposedPlace(key, io.cwd, config);
  const privateKey = await readKeyFile(key, io.cwd);
  // Of two refusals, each has its own advice.
  await orInputError(() => digestManifest(text), MANIFEST_HELP);
  const signature = await orInputError(() => signManifest(text, privateKey), KEY_HELP);
  await refuseUnverified({ text, signature, key }, keys, io.cwd);
  const out = signatureFile(file);
  await replaceJson(out, io.cwd, signature);
  const { name, version } = signature.payload;
  io.stdout(`${name} ${version} is signed, in ${out}\n`);
  return 0;
}

function refuseErrors(file: string, text: string): void {
  const error = checkDocument(file, text, {}).find(({ severity }) => severity === 'error');
  if (error)
    throw new InputError(
      `${file}:${error.line}: ${error.message}`,
      `Correct what \`btcp check ${file}\` finds.`,
    );
}
