/**
 * Bundles what Node loads of a package, from what was compiled, into dist/bundle: few files instead of hundreds. Other
 * packages stay outside. Run in the package's folder, with its entries, relative to dist; after `--` come those of another
 * bundle, which shares no file with the one before; after `--data` those that export nothing but JSON, which is written in
 * place of the code that makes it, so that whoever asks for it loads none.
 */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin } from 'esbuild';

const OUT = 'dist/bundle';

/** Large CommonJS packages, and what is used of them. */
const REQUIRED: Readonly<Record<string, string>> = {
  'ts-morph': 'Project, ts',
  esbuild: 'build, stop, transform',
};

/**
 * Requires these packages instead of importing them: for an import Node reads all nine megabytes of ts-morph once more,
 * looking for the names that it exports, which takes as long as running it.
 */
const requireLarge: Plugin = {
  name: 'require-large',
  setup(esbuild) {
    esbuild.onResolve({ filter: /^(?:ts-morph|esbuild)$/ }, ({ path }) => ({ path, namespace: 'required' }));
    esbuild.onLoad({ filter: /^/, namespace: 'required' }, ({ path }) => ({
      contents: `import { requireCompiled } from './dist/source/require-compiled.js';
        export const { ${REQUIRED[path]} } = requireCompiled('${path}');`,
      resolveDir: process.cwd(),
    }));
  },
};

/** Takes JSON documents of packages into the bundle: Node 20 cannot import them. */
const includeJson: Plugin = {
  name: 'include-json',
  setup(esbuild) {
    esbuild.onResolve({ filter: /\.json$/ }, ({ path, resolveDir }) => ({
      path: createRequire(join(resolveDir, 'index.js')).resolve(path),
    }));
  },
};

/**
 * Takes functions of the schema package, and the names of the formats, into commands that need few of them, so that they
 * do not load the rest. Of what holds state, as `registration` and validators do, no copy may be made.
 */
const copyFunctions: Plugin = {
  name: 'copy-functions',
  setup(esbuild) {
    const name = basename(process.cwd());
    if (name === 'cli' || name === 'codegen')
      esbuild.onResolve({ filter: /^@btcp\/schema\/runtime$/ }, () => ({
        path: resolve('../schema/dist/compile/runtime/closest-name.js'),
      }));
    if (name !== 'cli') return;
    esbuild.onResolve({ filter: /^@btcp\/schema$/ }, () => ({ path: resolve('../schema/dist/index.js') }));
    esbuild.onResolve({ filter: /^@btcp\/adapters\/formats$/ }, () => ({
      path: resolve('../adapters/dist/bundle/formats/index.js'),
    }));
  },
};

await rm(OUT, { recursive: true, force: true });
const [code = '', data = ''] = process.argv.slice(2).join(' ').split(' --data ');
const groups = code.split(' -- ').map((entries) => entries.split(' '));
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
    plugins: [requireLarge, includeJson, copyFunctions],
    format: 'esm',
    platform: 'node',
    target: 'node20',
    sourcemap: true,
    logLevel: 'warning',
  });
}

for (const entry of data.split(' ').filter(Boolean)) {
  const values = (await import(pathToFileURL(resolve('dist', entry)).href)) as Readonly<
    Record<string, unknown>
  >;
  const lines = Object.entries(values).map(
    ([name, value]) => `export const ${name} = ${JSON.stringify(value)};\n`,
  );
  await mkdir(dirname(join(OUT, entry)), { recursive: true });
  await writeFile(join(OUT, entry), lines.join(''));
}
