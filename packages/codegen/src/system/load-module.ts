import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { BuildOptions, Loader, Plugin } from 'esbuild';
import { CONDITIONS, withEsbuild, ASSET_LOADERS } from './esbuild-service.ts';
import { makeTempFolder } from './temp-folder.ts';

interface BundledModule {
  readonly url: string;
  readonly dispose: () => Promise<void>;
}

/** A loaded module, and its files, which it may still import from. */
export interface LoadedModule<T> {
  readonly module: T;
  /** Removes the files; later dynamic imports fail. */
  readonly dispose: () => Promise<void>;
}

type Bundle = (options: BuildOptions) => Promise<unknown>;

export async function loadModule<T>(
  path: string,
  tsconfig?: string,
  bundle?: Bundle,
): Promise<LoadedModule<T>> {
  const { url, dispose } = await bundleModule(path, tsconfig, bundle);
  try {
    return { module: (await import(url)) as T, dispose };
  } catch (error) {
    await dispose();
    throw error;
  }
}

/**
 * Bundles one of the author's TypeScript modules with the author's modules that it imports; packages stay external, and
 * assets (styles, images, text) are empty, unless they are imported as text.
 *
 * @param path - Absolute.
 * @param tsconfig - As for `loadModule`, as is `bundle`.
 */
export async function bundleModule(
  path: string,
  tsconfig?: string,
  bundle: Bundle = buildWhole,
): Promise<BundledModule> {
  const { path: folder, remove: dispose } = await makeTempFolder();
  try {
    const build = (): Promise<unknown> =>
      bundle({
        entryPoints: { module: 'btcp-entry' },
        bundle: true,
        outdir: folder,
        outExtension: { '.js': '.mjs' },
        format: 'esm',
        // Splits off dynamic imports, so that a missing package fails only the code that needs it.
        splitting: true,
        platform: 'node',
        target: 'node20',
        sourcemap: 'inline',
        ...(tsconfig !== undefined && { tsconfig }),
        logLevel: 'silent',
        loader: ASSET_LOADERS,
        plugins: [entryAt(path), rawTexts(), packagesByPath(), sourceImportMeta(), refusedComponents()],
      });
    await withEsbuild(build, false);
    return { url: pathToFileURL(join(folder, 'module.mjs')).href, dispose };
  } catch (error) {
    await dispose();
    throw error;
  }
}

const buildWhole: Bundle = async (options) => (await import('esbuild')).build(options);

const RESOLVING = 'btcp-resolving';

// The path may contain glob characters, so they are escaped.
function entryAt(path: string): Plugin {
  return {
    name: 'btcp-entry',
    setup(esbuild) {
      esbuild.onResolve({ filter: /^btcp-entry$/ }, ({ kind }) =>
        kind === 'entry-point' ? { path } : undefined,
      );
    },
  };
}

// `./icon.svg?raw` is the text of a file for every bundler that knows it, so code may use it as one while it loads.
function rawTexts(): Plugin {
  return {
    name: 'btcp-raw',
    setup(esbuild) {
      esbuild.onResolve({ filter: /\?raw$/ }, async ({ path, resolveDir, kind }) => {
        const found = await esbuild.resolve(path.replace(/\?raw$/, ''), { resolveDir, kind });
        return { path: found.path, namespace: 'btcp-raw', errors: found.errors };
      });
      esbuild.onLoad({ filter: /./, namespace: 'btcp-raw' }, async ({ path }) => ({
        contents: await readFile(path, 'utf8'),
        loader: 'text',
      }));
    },
  };
}

// Resolves packages from the importing file, not from the bundle's folder.
function packagesByPath(): Plugin {
  return {
    name: 'btcp-packages',
    setup(esbuild) {
      esbuild.initialOptions.conditions = [...CONDITIONS];
      esbuild.onResolve({ filter: /^[^./]/ }, async (args) => {
        if (args.pluginData === RESOLVING || args.kind === 'entry-point') return undefined;
        const { resolveDir, kind } = args;
        const found = await esbuild.resolve(args.path, { resolveDir, kind, pluginData: RESOLVING });
        if (found.errors.length > 0 || found.external) return { path: args.path, external: true };
        if (!CODE.has(extname(found.path))) return found;
        return (await isCommonJs(found.path))
          ? { path: found.path, namespace: COMMONJS }
          : { path: pathToFileURL(found.path).href, external: true };
      });
      esbuild.onLoad({ filter: /./, namespace: COMMONJS }, ({ path }) => {
        const name = JSON.stringify(path);
        return {
          contents: `module.exports = process.getBuiltinModule('module').createRequire(${name})(${name});`,
        };
      });
    },
  };
}

const COMMONJS = 'btcp-commonjs';

// Node finds few names of what CommonJS exports, `import { debounce } from 'lodash'`, and bundlers take any.
async function isCommonJs(path: string): Promise<boolean> {
  if (extname(path) !== '.js') return extname(path) === '.cjs';
  let folder = dirname(path);
  while (!existsSync(join(folder, 'package.json')) && dirname(folder) !== folder) folder = dirname(folder);
  const text = await readFile(join(folder, 'package.json'), 'utf8').catch(() => '{}');
  const { type } = JSON.parse(text) as { readonly type?: unknown };
  return type !== 'module' && !IS_MODULE.test(await readFile(path, 'utf8'));
}

// What only the app's own bundler compiles throws when it is loaded, so that only what needs it fails.
function refusedComponents(): Plugin {
  return {
    name: 'btcp-components',
    setup(esbuild) {
      esbuild.onLoad({ filter: /\.(?:astro|svelte|vue)$/ }, ({ path }) => {
        const reason = `${basename(path)} is compiled by the app's own bundler alone, so \`btcp\` cannot run a tool that imports it: let the page pass what the tool needs of it by \`ctx\`, or run the tool in Vitest.`;
        // Of CommonJS, any name can be imported.
        return { contents: `exports.default = undefined; throw new Error(${JSON.stringify(reason)});` };
      });
    },
  };
}

// Sets `import.meta.url` and the like to the source's, because workers and other files are beside it, not the bundle; and
// `__dirname` of CommonJS, which a bundle in ES modules lacks.
function sourceImportMeta(): Plugin {
  return {
    name: 'btcp-import-meta',
    setup(esbuild) {
      esbuild.onLoad({ filter: /\.[cm]?[jt]sx?$/ }, async ({ path }) => {
        const text = await readFile(path, 'utf8');
        const isCommonJs = /\b__(?:dir|file)name\b/.test(text) && !IS_MODULE.test(text);
        if (!isCommonJs && !text.includes('import.meta')) return undefined;
        const values: Readonly<Record<string, string>> = {
          url: pathToFileURL(path).href,
          dirname: dirname(path),
          filename: path,
        };
        const replaced = text.replace(IMPORT_META, (whole, key: string) =>
          JSON.stringify(values[key] ?? whole),
        );
        const scope = `var __dirname=${JSON.stringify(dirname(path))},__filename=${JSON.stringify(path)};`;
        const contents = isCommonJs ? scope + replaced.replace(/^#!.*/, '') : replaced;
        return { contents, loader: LOADERS[extname(path).slice(-2)] ?? 'ts' };
      });
    },
  };
}

const IMPORT_META = /\bimport\.meta\.(url|dirname|filename)\b/g;
const IS_MODULE = /^\s*(?:import|export)\b/m;
const LOADERS: Readonly<Record<string, Loader>> = { sx: 'tsx', js: 'jsx' };

const CODE: ReadonlySet<string> = new Set(['.js', '.mjs', '.cjs', '.json', '.node']);
