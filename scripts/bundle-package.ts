/**
 * Bundles what Node loads of a package, from what was compiled, into dist/bundle: few files instead of hundreds. Other
 * packages stay outside. Run in the package's folder, with its entries, relative to dist; after `--` come those of another
 * bundle, which shares no file with the one before.
 */
import { rm } from 'node:fs/promises';
import { basename } from 'node:path';
import { build, type Plugin } from 'esbuild';

const OUT = 'dist/bundle';

/**
 * Requires ts-morph instead of importing it: for an import Node reads all nine megabytes of the compiler in it once more,
 * looking for the names that it exports, which takes as long as running it.
 */
const requireTsMorph: Plugin = {
  name: 'require-ts-morph',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^ts-morph$/ }, ({ path }) => ({ path, namespace: 'required' }));
    onLoad({ filter: /^/, namespace: 'required' }, ({ path }) => ({
      contents: `import { createRequire } from 'node:module';
        export const { Project, ts } = createRequire(import.meta.url)('${path}');`,
    }));
  },
};

await rm(OUT, { recursive: true, force: true });
const groups = process.argv
  .slice(2)
  .join(' ')
  .split(' -- ')
  .map((entries) => entries.split(' '));
for (const entries of groups) {
  await build({
    entryPoints: entries.map((entry) => `dist/${entry}`),
    // A worker is looked for beside the file that starts it, which may end in a chunk.
    entryNames: entries.every((entry) => basename(entry) === 'index.js') ? '[dir]/[name]' : '[name]',
    outbase: 'dist',
    outdir: OUT,
    bundle: true,
    splitting: true,
    packages: 'external',
    plugins: [requireTsMorph],
    format: 'esm',
    platform: 'node',
    target: 'node20',
    sourcemap: true,
    logLevel: 'warning',
  });
}
