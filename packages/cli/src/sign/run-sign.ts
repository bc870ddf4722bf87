import { existsSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import {
  digestManifest,
  type ManifestSignature,
  readKeySet,
  signManifest,
  verifyManifest,
} from '@btcp/client/signature';
import { loadConfig } from '@btcp/codegen';
import { refuseErrors } from '../check-document.ts';
import { InputError } from '../errors.ts';
import { findBuild, refuseIfEdited } from '../host/project.ts';
import type { Run } from '../io.ts';
import {
  KEYS_FILE,
  readKeyFile,
  readKeySetText,
  writeKeyFiles,
  orInputError,
  readJsonText,
  signatureFile,
  refuseExposedPlace,
} from './key-files.ts';
import { refuseOther, replaceJson } from '../system/write-files.ts';

interface SignValues {
  readonly key?: string;
  readonly 'new-key'?: string;
  readonly keys?: string;
  readonly config?: string;
}

const MANIFEST_HELP = 'Correct it, or build it again.';
const KEY_HELP = 'Take a key that `btcp sign --new-key` made.';

export const runSign: Run<SignValues> = async ({ key = '', keys, config, 'new-key': newKey }, [path], io) => {
  if (newKey !== undefined) {
    await refuseExposedPlace(newKey, io.cwd, config);
    const keysFile = keys ?? KEYS_FILE;
    const kid = await writeKeyFiles(newKey, keysFile, io.cwd);
    io.stdout(`key ${kid}: the private one in ${newKey}, for you alone; the public one in ${keysFile}\n`);
    return 0;
  }
  const isBuild = path === undefined || (await isBuildHere(path, io.cwd, config));
  const built = isBuild ? await findBuild(config, io, refuseIfEdited) : undefined;
  const file = path ?? relative(io.cwd, built?.manifest ?? '');
  const text = await readJsonText(file, io.cwd);
  // A build has been checked.
  if (!built) refuseErrors(file, text, `Correct what \`btcp check ${file}\` finds.`);
  await refuseExposedPlace(key, io.cwd, config);
  const privateKey = await readKeyFile(key, io.cwd);
  // Of two refusals, each has its own advice.
  await orInputError(() => digestManifest(text), MANIFEST_HELP);
  const signature = await orInputError(() => signManifest(text, privateKey), KEY_HELP);
  await refuseUnverified({ text, signature, key }, keys, io.cwd);
  const out = signatureFile(file);
  await refuseOther(out, io.cwd, /"jws"\s*:/, 'signature');
  await replaceJson(out, io.cwd, signature);
  const { name, version } = signature.payload;
  io.stdout(`${name} ${version} is signed, in ${out}\n`);
  return 0;
};

/** Whether a file is the manifest that the project of a folder builds. */
async function isBuildHere(path: string, cwd: string, config: string | undefined): Promise<boolean> {
  const loaded = await loadConfig({ cwd, configFile: config });
  return loaded.ok && resolve(cwd, path) === join(loaded.config.outDir, 'manifest.json');
}

interface Signed {
  readonly text: string;
  readonly signature: ManifestSignature;
  /** The private key's file, as the user gave it. */
  readonly key: string;
}

/**
 * Refuses a signature that the author's own key set does not verify, for example because the key is revoked.
 *
 * @param keys - The file of the set. Default: btcp.keys.json, in this folder and beside the key, where it has the key.
 */
async function refuseUnverified(
  { text, signature, key }: Signed,
  keys: string | undefined,
  cwd: string,
): Promise<void> {
  const usual = new Set([KEYS_FILE, join(dirname(key), KEYS_FILE)]);
  const files = keys === undefined ? [...usual].filter((file) => existsSync(resolve(cwd, file))) : [keys];
  for (const file of files) {
    const set = await readKeySetText(file, cwd);
    if (keys === undefined && !hasKeyOf(signature, set)) continue;
    const verified = await verifyManifest(text, signature, set);
    if (!verified.ok)
      throw new InputError(
        `${file}: ${verified.issues[0]?.message ?? ''}`,
        'Sign with a key of that set that is not revoked; `btcp sign --new-key` adds one.',
      );
  }
}

function hasKeyOf({ jws }: ManifestSignature, set: string): boolean {
  const [header = ''] = jws.split('.');
  const { kid } = JSON.parse(Buffer.from(header, 'base64url').toString()) as { kid: string }; // as just signed
  return readKeySet(set).some((key) => key['kid'] === kid);
}
