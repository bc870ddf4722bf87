import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const { resolve } = createRequire(import.meta.url);

/** The repository's own TypeScript compilers, 6 and 7; absolute paths. */
export const TSC: string = join(dirname(resolve('typescript/package.json')), 'bin/tsc');
export const TSC_7: string = join(dirname(resolve('typescript-7/package.json')), 'bin/tsc');

/** The built command line; absolute path. */
export const BTCP: string = fileURLToPath(new URL('../../../packages/cli/bin/btcp.js', import.meta.url));
