import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { type ManifestSignature, readKeySet, verifyManifest } from '@btcp/client/signature';
import { InputError } from '../errors.ts';
import { KEYS_FILE, readKeySetText } from './key-files.ts';

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
export async function refuseUnverified(
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
