import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin } from 'esbuild';
import type { Registration } from '@btcp/core';

/**
 * Loads what a build wrote, with its implementations, to run in this process. What a page would bundle in beside
 * code (styles, images, text) is left empty.
 *
 * @param outDir - Absolute path of the build's output folder.
 * @throws Error if there is no build, or an implementation cannot be loaded.
 */
export async function loadRegistration(outDir: string): Promise<Registration> {
  const path = join(outDir, 'registration.ts');
  if (!existsSync(path)) throw new Error(`There is no build in ${outDir}. Run \`btcp build\` first.`);
  const { registration } = await loadModule<{ registration: Registration }>(path);
  return registration;
}

/** Loads a TypeScript module of the author's, bundled with what it imports of the author's; packages stay outside. */
export async function loadModule<T>(path: string): Promise<T> {
  const result = await build({
    entryPoints: [path],
    bundle: true,
    write: false,
    outdir: join(path, '..'),
    format: 'esm',
    platform: 'node',
    target: 'node20',
    sourcemap: 'inline',
    logLevel: 'silent',
    loader: Object.fromEntries(ASSETS.map((extension) => [extension, 'empty'])),
    plugins: [packagesByPath()],
  });
  const folder = await mkdtemp(join(path, '..', '.btcp-load-'));
  try {
    const copy = join(folder, 'module.mjs');
    await writeFile(copy, result.outputFiles.find((file) => file.path.endsWith('.js'))?.text ?? '');
    return (await import(pathToFileURL(copy).href)) as T;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const ASSETS = [
  '.css',
  '.scss',
  '.less',
  '.svg',
  '.png',
  '.jpg',
  '.jpeg',
  '.gif',
  '.webp',
  '.woff',
  '.woff2',
  '.html',
  '.md',
  '.txt',
];

const RESOLVING = 'btcp-resolving';
const CONDITIONS = extname(import.meta.url) === '.ts' ? ['@btcp/source'] : [];

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

const CODE: ReadonlySet<string> = new Set(['.js', '.mjs', '.cjs', '.json', '.node']);
