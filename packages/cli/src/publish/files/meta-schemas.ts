import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { FileWriter } from '../publication.ts';

const { resolve } = createRequire(import.meta.url);

/** The schemas of manifests and tools. */
export const metaSchemas: FileWriter = () =>
  Promise.all(
    ['manifest', 'tool'].map(async (name) => ({
      path: `schemas/${name}.json`,
      text: await readFile(resolve(`@btcp/schema/schemas/${name}.json`), 'utf8'),
    })),
  );
