import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { canonicalJson } from '@btcp/client/signature';
import { orInputError } from '../../sign/or-input-error.ts';
import type { FileWriter } from '../publication.ts';

const { resolve } = createRequire(import.meta.url);

/** The manifest, in the form whose digest is signed. */
export const manifestFile: FileWriter = async ({ manifest }) => [
  {
    path: '.well-known/btcp.json',
    text: await orInputError(() => canonicalJson(manifest), 'Correct the tool that has it, and build again.'),
  },
];

/** The schemas of manifests and tools. */
export const metaSchemas: FileWriter = () =>
  Promise.all(
    ['manifest', 'tool'].map(async (name) => ({
      path: `schemas/${name}.json`,
      text: await readFile(resolve(`@btcp/schema/schemas/${name}.json`), 'utf8'),
    })),
  );
