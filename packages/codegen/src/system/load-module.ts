import { readFile } from 'node:fs/promises';
import { dirname, extname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Loader, Plugin } from 'esbuild';
import { ASSET_LOADERS } from './asset-loaders.ts';
import { withEsbuild } from './esbuild-service.ts';
import { makeTempFolder } from './temp-folder.ts';

/** A module as Node can import it. */
interface BundledModule {
  /** Of the bundle. */
  readonly url: string;
  /** Removes its files. */
  readonly dispose: () => Promise<void>;
}

/** A module that was loaded, and the files that it may still import from. */
export interface LoadedModule<T> {
  readonly module: T;
  /** Removes those files; what has not been imported by then cannot be any more. */
  readonly dispose: () => Promise<void>;
}

/**
 * Loads a TypeScript module of the author's into this process.
 *
 * @param path - Absolute.
 * @param tsconfig - Absolute path of the file whose `paths` count. Default: the nearest tsconfig.json.
 */
export async function loadModule<T>(path: string, tsconfig?: string): Promise<LoadedModule<T>> {
  const { url, dispose } = await bundleModule(path, tsconfig);
  try {
    return { module: (await import(url)) as T, dispose };
  } catch (error) {
    await dispose();
    throw error;
  }
}

/**
 * Bundles a TypeScript module of the author's with what it imports of the author's; packages stay outside. What a page
 * would bundle in beside code (styles, images, text) is left empty.
 *
 * @param path - Absolute.
 * @param tsconfig - As for `loadModule`.
 */
export async function bundleModule(path: string, tsconfig?: string): Promise<BundledModule> {
  const { path: folder, remove: dispose } = await makeTempFolder();
  try {
    const { build } = await import('esbuild');
    const bundle = (): Promise<unknown> =>
      build({
        entryPoints: { module: 'btcp-entry' },
        bundle: true,
        outdir: folder,
        outExtension: { '.js': '.mjs' },
        format: 'esm',
        // What is imported on demand stays apart, so that a package it lacks fails only what needs it.
        splitting: true,
        platform: 'node',
        target: 'node20',
        sourcemap: 'inline',
        ...(tsconfig !== undefined && { tsconfig }),
        logLevel: 'silent',
        loader: ASSET_LOADERS,
        plugins: [entryAt(path), packagesByPath(), ownPlaces()],
      });
    await withEsbuild(bundle, false);
    return { url: pathToFileURL(join(folder, 'module.mjs')).href, dispose };
  } catch (error) {
    await dispose();
    throw error;
  }
}

const RESOLVING = 'btcp-resolving';
const CONDITIONS = extname(import.meta.url) === '.ts' ? ['@btcp/source'] : [];

// A path itself could hold characters of a glob.
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

// A package is found from the file that imports it, not from where the bundle lies.
function packagesByPath(): Plugin {
  return {
    name: 'btcp-packages',
    setup(esbuild) {
      esbuild.initialOptions.conditions = CONDITIONS;
      esbuild.onResolve({ filter: /^[^./]/ }, async (args) => {
        if (args.pluginData === RESOLVING || args.kind === 'entry-point') return undefined;
        const { resolveDir, kind } = args;
        const found = await esbuild.resolve(args.path, { resolveDir, kind, pluginData: RESOLVING });
        if (found.errors.length > 0 || found.external) return { path: args.path, external: true };
        return CODE.has(extname(found.path))
          ? { path: pathToFileURL(found.path).href, external: true }
          : found;
      });
    },
  };
}

// A module asks where it is to find what lies beside it, such as a worker; that is not where the bundle lies.
function ownPlaces(): Plugin {
  return {
    name: 'btcp-places',
    setup(esbuild) {
      esbuild.onLoad({ filter: /\.[cm]?[jt]sx?$/ }, async ({ path }) => {
        const text = await readFile(path, 'utf8');
        if (!text.includes('import.meta')) return undefined;
        const places: Readonly<Record<string, string>> = {
          url: pathToFileURL(path).href,
          dirname: dirname(path),
          filename: path,
        };
        const contents = text.replace(PLACE, (whole, key: string) => JSON.stringify(places[key] ?? whole));
        return { contents, loader: LOADERS[extname(path).slice(-2)] ?? 'ts' };
      });
    },
  };
}

const PLACE = /\bimport\.meta\.(url|dirname|filename)\b/g;
const LOADERS: Readonly<Record<string, Loader>> = { sx: 'tsx', js: 'jsx' };

const CODE: ReadonlySet<string> = new Set(['.js', '.mjs', '.cjs', '.json', '.node']);
