import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const PACKAGES = fileURLToPath(new URL('../../packages', import.meta.url));

/** What Node loads instead of a package's many modules. */
const BUNDLES = ['core/dist/bundle/index.js', 'client/dist/bundle/index.js', 'schema/dist/bundle/runtime.js'];

/** The sources that a bundle was made of, by path, as they were then. */
async function sourcesOf(bundle: string): Promise<readonly (readonly [path: string, text: string])[]> {
  // As esbuild writes it.
  const map = JSON.parse(await readFile(`${bundle}.map`, 'utf8')) as {
    readonly sources: readonly string[];
    readonly sourcesContent: readonly string[];
  };
  return map.sources.map((source, index) => [join(dirname(bundle), source), map.sourcesContent[index] ?? '']);
}

// `tsc -b` alone leaves them as they were.
it.each(BUNDLES)('%s is of the sources as they are; else run `npm run build`', async (bundle) => {
  const sources = await sourcesOf(join(PACKAGES, bundle));
  expect(sources.length).toBeGreaterThan(5);
  for (const [path, text] of sources) expect([path, await readFile(path, 'utf8')]).toEqual([path, text]);
});
