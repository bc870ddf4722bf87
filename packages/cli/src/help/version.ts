import { readFileSync } from 'node:fs';

// Two folders up from the source, the compiled file and the bundle.
const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

export const VERSION: string = manifest.version;
