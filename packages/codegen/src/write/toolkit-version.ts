import { readFileSync } from 'node:fs';

const { version } = JSON.parse(
  // Two folders up in the source, as compiled, and in the bundle alike.
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
) as { readonly version: string };

/** The version of the toolkit. */
export const TOOLKIT: string = version;
