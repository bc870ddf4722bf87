import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Diagnostic, Manifest } from '@btcp/core';
import type { BuildResult } from './build-result.ts';
import { Cache } from './cache/cache.ts';
import {
  areSame,
  areSameFiles,
  type Fingerprints,
  hashOfText,
  type Inputs,
  isPresentAndNewerThan,
  noteFiles,
  noteInputs,
} from './cache/inputs.ts';
import { listCode, listSearched } from './cache/searched-folders.ts';
import { isSelfContained } from './config/cached-config.ts';
import { findConfig } from './config/find-config.ts';
import type { LoadedConfig } from './config/loaded-config.ts';
import { isAmbientFile, matchFiles } from './source/match-files.ts';
import type { EmittedFile } from './write/write-files.ts';

export interface CachedBuild {
  readonly inputs: Inputs;
  /** Of the files that the tsconfig includes, by `ambienceOf`. */
  readonly included: Fingerprints;
  /** The globs of the tools, the config's targets, the files matched, and the names where the globs searched. */
  readonly tools: readonly string[];
  readonly targets: readonly string[];
  readonly matched: readonly string[];
  readonly searched: string | undefined;
  readonly code: string;
  /** Absolute path. */
  readonly outDir: string;
  /** Paths relative to the output folder, in the order of the build. */
  readonly outputs: readonly string[];
  /** Of these, and of `sources.json`, which is no part of the result. */
  readonly written: Fingerprints;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Returns the last build if it is up to date: no input has changed, and all output exists. Loads no compiler.
 *
 * @param configFile - The config file's path, relative to `cwd`.
 */
export function readCachedBuild(cwd: string, configFile: string | undefined): BuildResult | undefined {
  const config = findConfig(cwd, configFile);
  if (config === undefined) return undefined;
  const root = dirname(config);
  try {
    const cached = findLastBuild({ file: config });
    if (!cached || !areSame(cached.inputs)) return undefined;
    if (!areSameFiles(cached.included, ambienceOf)) return undefined;
    if (!matchesSame(root, cached) || listCode(root, cached.outDir) !== cached.code) return undefined;
    const files = cached.outputs.map((path) => ({
      path,
      text: readFileSync(join(cached.outDir, path), 'utf8'),
    }));
    if (!areSameFiles(cached.written)) return undefined;
    const manifest = JSON.parse(files.find(({ path }) => path === 'manifest.json')?.text ?? '') as Manifest;
    const { diagnostics, targets, outDir } = cached;
    return { ok: true, root, diagnostics, manifest, targets, outDir, files, stale: [] };
  } catch {
    return undefined;
  }
}

/** The last build that was written, up to date or not. */
export function findLastBuild({ file }: Pick<LoadedConfig, 'file'>): CachedBuild | undefined {
  const json = new Cache(file, 'build').find<string>(QUESTION)?.value;
  // As this module has written it.
  return json === undefined ? undefined : (JSON.parse(json) as CachedBuild);
}

const QUESTION = ['build'] as const;

/** What matters of a file that the tsconfig includes: whether its declarations hold without an import. */
export const ambienceOf = (path: string): 'ambient' | '' => (isAmbientFile(path) ? 'ambient' : '');

export interface WrittenBuild extends Pick<BuildResult, 'files' | 'diagnostics' | 'stale'> {
  /** `sources.json`. */
  readonly stamp: EmittedFile;
}

export interface BuildReads {
  /** Absolute paths of the project's own files. */
  readonly own: readonly string[];
  readonly included: CachedBuild['included'];
  /** Fingerprints of what it reads of packages, none of which has changed since. */
  readonly packages: Inputs;
  /** Start of reading, in milliseconds since 1970; the result may or may not include later changes. */
  readonly since: number;
  /** The names of all code before that; undefined where they are too many. */
  readonly code: string | undefined;
  readonly before: CachedBuild | undefined;
}

/**
 * Caches a written build, unless its result may change while its files do not, as a config imports more than
 * `@btcp/core` or reads its environment.
 */
export function writeCachedBuild(
  config: LoadedConfig,
  result: WrittenBuild,
  { own, included, packages, since, code, before }: BuildReads,
): CachedBuild | undefined {
  const { root, file, outDir, tools, targets } = config;
  try {
    if (code === undefined || !isSelfContained(readFileSync(file, 'utf8'))) return undefined;
    const inputs = noteInputs(
      [file, join(root, 'package.json'), join(root, 'tsconfig.json'), ...own],
      packages,
      outDir,
      before?.inputs,
    );
    if (own.some((path) => inputs.files[path]?.[0] === '')) return undefined;
    if (Object.keys(inputs.files).some((path) => isPresentAndNewerThan(since, path))) return undefined;
    const outputs = [...result.files, result.stamp].map(
      ({ path, text }) => [join(outDir, path), text] as const,
    );
    const replaced = new Set([...result.stale, result.stamp].map(({ path }) => join(outDir, path)));
    const written = noteFiles(
      outputs.map(([path]) => path),
      before?.written,
    );
    // Somebody else wrote it since.
    const isOurs = ([path, text]: (typeof outputs)[number]): boolean =>
      (!replaced.has(path) && written[path] === before?.written[path]) ||
      written[path]?.[0] === hashOfText(text);
    if (!outputs.every(isOurs)) return undefined;
    const cached: CachedBuild = {
      inputs,
      included,
      code,
      tools,
      targets,
      matched: matchFiles(root, tools),
      searched: listSearched(root, tools),
      outDir,
      outputs: result.files.map(({ path }) => path),
      written,
      diagnostics: result.diagnostics,
    };
    const cache = new Cache(file, 'build');
    // Which is read in half the time of what V8 writes of an object.
    cache.put(QUESTION, JSON.stringify(cached));
    cache.save();
    return cached;
  } catch {
    // A cache that cannot be written only costs time.
    return undefined;
  }
}

function matchesSame(root: string, { tools, matched, searched }: CachedBuild): boolean {
  return searched === undefined
    ? matchFiles(root, tools).join('\n') === matched.join('\n')
    : listSearched(root, tools) === searched;
}
