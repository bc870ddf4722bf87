import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { canonicalJson, readKeySet, signManifest, verifyManifest } from '@btcp/client/signature';
import { InputError } from '../../errors.ts';
import { type FileWriter, type Publication, publishedJson, type PublishedFile } from '../settings.ts';
import { readDocument, UI_FOLDER } from '../../system/write-files.ts';
import { orInputError } from '../../sign/key-files.ts';

const { resolve } = createRequire(import.meta.url);

/** The manifest, in the form whose digest is signed. */
export const manifestFile: FileWriter = async ({ manifest }) => [
  {
    path: '.well-known/btcp.json',
    text: await orInputError(() => canonicalJson(manifest), 'Correct the tool that has it, and build again.'),
  },
];

export const metaSchemas: FileWriter = () =>
  Promise.all(
    ['manifest', 'tool'].map(async (name) => ({
      path: `schemas/${name}.json`,
      text: await readFile(resolve(`@btcp/schema/schemas/${name}.json`), 'utf8'),
    })),
  );

/** The manifest's signature, and the public keys that verify it. */
export const signatureFiles: FileWriter = async ({ manifest, signing }) => {
  if (!signing) return [];
  const help = 'Pass a key that `btcp sign --new-key` made, and the set with its public key.';
  const [signature, keys] = await orInputError(
    async () => [await signManifest(manifest, signing.key), { keys: readKeySet(signing.keys) }] as const,
    help,
  );
  const verified = await verifyManifest(manifest, signature, keys);
  if (!verified.ok)
    throw new InputError(
      `The published keys do not verify the signature: ${verified.issues[0]?.message ?? ''}`,
      help,
    );
  return [
    { path: '.well-known/btcp.sig.json', text: publishedJson(signature) },
    { path: '.well-known/btcp.keys.json', text: publishedJson(keys) },
  ];
};

/** The documents of tools with `ui`, for servers elsewhere and whoever verifies the manifest. */
export const uiDocuments: FileWriter = (publication) => documentFiles(publication, UI_FOLDER);

export function documentFiles(
  { manifest, config }: Publication,
  folder: string,
): Promise<readonly PublishedFile[]> {
  const shown = manifest.tools.filter(({ ui }) => ui);
  return Promise.all(
    shown.map(async (tool) => ({
      path: `${folder}/${tool.name}.html`,
      text: await readDocument(tool, config.outDir),
    })),
  );
}
