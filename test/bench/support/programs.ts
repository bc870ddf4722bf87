import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository's own TypeScript compiler; absolute path. */
export const TSC: string = join(
  dirname(createRequire(import.meta.url).resolve('typescript/package.json')),
  'bin/tsc',
);

/** The built command line; absolute path. */
export const BTCP: string = fileURLToPath(new URL('../../../packages/cli/bin/btcp.js', import.meta.url));
