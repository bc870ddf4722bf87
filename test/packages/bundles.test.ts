import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import * as formats from '@btcp/adapters/formats';
import { expect, it } from 'vitest';

const PACKAGES = fileURLToPath(new URL('../../packages', import.meta.url));

/** The packages that Node loads as bundles instead of many modules. */
const BUNDLED = ['core', 'schema', 'codegen', 'client', 'adapters', 'cli'];

/** The files of a folder, with what is below it; absolute paths. */
async function filesIn(folder: string): Promise<readonly string[]> {
  return (await readdir(folder, { recursive: true })).map((path) => join(folder, path));
}

/** The sources that a package's bundles were made from, by path, with their text. */
async function sourcesOf(name: string): Promise<ReadonlyMap<string, string>> {
  const sources = new Map<string, string>();
  for (const path of await filesIn(join(PACKAGES, name, 'dist/bundle'))) {
    if (!path.endsWith('.map')) continue;
    // As the bundler writes it.
    const map = JSON.parse(await readFile(path, 'utf8')) as {
      readonly sources: readonly string[];
      readonly sourcesContent: readonly string[];
    };
    for (const [index, source] of map.sources.entries())
      // What takes the place of a package has no file, and documents of packages have no text here.
      if (!/\brequired:|#getExePath$|\.json$/.test(source))
        sources.set(join(dirname(path), source), map.sourcesContent[index] ?? '');
  }
  return sources;
}

// `tsc -b` alone does not update them.
it.each(BUNDLED)(
  'the bundles of %s are of the sources as they are; else run `npm run build`',
  async (name) => {
    const sources = await sourcesOf(name);
    expect(sources.size).toBeGreaterThan(5);
    for (const [path, text] of sources) expect([path, await readFile(path, 'utf8')]).toEqual([path, text]);
  },
);

// Help reads these at every start, so they are bundled as JSON instead of the code that computes them.
it('the bundled arrays of formats equal those of the sources, and import nothing', async () => {
  const path = join(PACKAGES, 'adapters/dist/bundle/targets/index.js');
  expect({ ...((await import(pathToFileURL(path).href)) as object) }).toEqual({ ...formats });
  expect(await readFile(path, 'utf8')).not.toContain('import');
});

/** Files that code looks for next to itself: workers, and entries of other processes. */
const BESIDE = /new URL\(['`]\.\/([\w-]+)(?:\.js|\$\{)/g;

it.each([
  ['codegen', ['evaluation-runtime', 'inference-worker', 'pool-worker']],
  ['cli', ['example-child', 'tool-program']],
])('%s finds beside its bundles what it starts', async (name, started) => {
  const sources = (await filesIn(join(PACKAGES, name, 'src'))).filter((path) => /(?<!test)\.ts$/.test(path));
  const texts = await Promise.all(sources.map((path) => readFile(path, 'utf8')));
  const found = texts.flatMap((text) => [...text.matchAll(BESIDE)].map(([, file]) => file));
  expect(found.sort()).toEqual(started);
  expect(await readdir(join(PACKAGES, name, 'dist/bundle'))).toEqual(
    expect.arrayContaining(started.map((file) => `${file}.js`)),
  );
});

// It takes a quarter of a second, and no command needs it but for a budget and for statistics.
it('cli imports the tokenizer only on demand', async () => {
  const paths = (await filesIn(join(PACKAGES, 'cli/dist/bundle'))).filter((path) => path.endsWith('.js'));
  const texts = await Promise.all(paths.map((path) => readFile(path, 'utf8')));
  expect(texts.flatMap((text) => text.match(/\S+["']gpt-tokenizer\/[^"']+["']\)?/g) ?? [])).toEqual([
    'import("gpt-tokenizer/encoding/o200k_base")',
  ]);
});
