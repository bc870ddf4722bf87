import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { canonicalJson } from '../canonical-json.ts';
import type { FileWriter } from '../publication.ts';

const { resolve } = createRequire(import.meta.url);

/** The manifest, in the form whose digest is signed. */
export const manifestFile: FileWriter = ({ manifest }) => [
  { path: '.well-known/btcp.json', text: canonicalJson(manifest) },
];

/** The schemas of manifests and tools. */
export const metaSchemas: FileWriter = () =>
  Promise.all(
    ['manifest', 'tool'].map(async (name) => ({
      path: `schemas/${name}.json`,
      text: await readFile(resolve(`@btcp/schema/schemas/${name}.json`), 'utf8'),
    })),
  );
