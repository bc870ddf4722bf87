import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** The script of the repository's own TypeScript compiler; absolute path. */
export const TSC: string = join(
  dirname(createRequire(import.meta.url).resolve('typescript/package.json')),
  'bin/tsc',
);
