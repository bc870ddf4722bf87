import { readFileSync } from 'node:fs';

// Two folders up in the source, as compiled, and in the bundle alike.
const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

/** The version of this package. */
export const VERSION: string = manifest.version;
