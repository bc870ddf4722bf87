import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Diagnostic, Manifest } from '@btcp/core';
import type { BuildResult } from './build-result.ts';
import { Cache } from './cache/cache.ts';
import {
  areSame,
  hashOfText,
  type Inputs,
  isNewerThan,
  isPresentAndNewerThan,
  noteInputs,
} from './cache/inputs.ts';
import { hashOfCode, hashOfSearched } from './cache/searched-folders.ts';
import { isSelfContained } from './config/cached-config.ts';
import { findConfig } from './config/find-config.ts';
import type { LoadedConfig } from './config/loaded-config.ts';
import { matchFiles } from './source/match-files.ts';
import type { EmittedFile } from './write/write-files.ts';

/** The last build of a project without errors. */
interface CachedBuild {
  readonly inputs: Inputs;
  /** The globs of the tools, the config's targets, the files matched, and a hash of where the globs searched. */
  readonly tools: readonly string[];
  readonly targets: readonly string[];
  readonly matched: readonly string[];
  readonly searched: string | undefined;
  /** A hash of the names of all code. */
  readonly code: string;
  /** Absolute path. */
  readonly outDir: string;
  /** Path relative to the output folder → hash, in the order of the build. */
  readonly outputs: Readonly<Record<string, string>>;
  /** The same of `sources.json`, which is no part of the result. */
  readonly stamp: Readonly<Record<string, string>>;
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
    const cached = new Cache(config, 'build').find<CachedBuild>(['build'])?.value;
    if (!cached || !areSame(cached.inputs)) return undefined;
    if (!matchesSame(root, cached) || hashOfCode(root, cached.outDir) !== cached.code) return undefined;
    const textOf = (path: string): string => readFileSync(join(cached.outDir, path), 'utf8');
    const files = Object.keys(cached.outputs).map((path) => ({ path, text: textOf(path) }));
    if (!files.every(({ path, text }) => hashOfText(text) === cached.outputs[path])) return undefined;
    if (!Object.entries(cached.stamp).every(([path, hash]) => hashOfText(textOf(path)) === hash))
      return undefined;
    const manifest = JSON.parse(files.find(({ path }) => path === 'manifest.json')?.text ?? '') as Manifest;
    const { diagnostics, targets, outDir } = cached;
    return { ok: true, root, diagnostics, manifest, targets, outDir, files, stale: [] };
  } catch {
    return undefined;
  }
}

/** The result of a build that has been written. */
export interface WrittenBuild extends Pick<BuildResult, 'files' | 'diagnostics'> {
  /** `sources.json`. */
  readonly stamp: EmittedFile;
}

/** The inputs of a build. */
export interface BuildReads {
  /** Absolute paths of the project's own files. */
  readonly own: readonly string[];
  /** Absolute paths of files under `node_modules`. */
  readonly packages: readonly string[];
  /** Start of reading, in milliseconds since 1970; the result may or may not include later changes. */
  readonly since: number;
  /** A hash of the names of all code before that; undefined where they are too many. */
  readonly code: string | undefined;
}

/**
 * Caches a written build, unless its result may change while its files do not, as a config imports more than
 * `@btcp/core` or reads its environment.
 */
export function writeCachedBuild(
  config: LoadedConfig,
  result: WrittenBuild,
  { own, packages, since, code }: BuildReads,
): void {
  const { root, file, outDir, tools, targets } = config;
  try {
    if (code === undefined || !isSelfContained(readFileSync(file, 'utf8'))) return;
    if ([...own, ...packages].some((path) => isNewerThan(since, path))) return;
    const cache = new Cache(file, 'build');
    const inputs = noteInputs(
      [file, join(root, 'package.json'), join(root, 'tsconfig.json'), ...own],
      packages,
      outDir,
      cache.find<CachedBuild>(['build'])?.value.inputs,
    );
    if (Object.keys(inputs.files).some((path) => isPresentAndNewerThan(since, path))) return;
    const cached: CachedBuild = {
      inputs,
      code,
      tools,
      targets,
      matched: matchFiles(root, tools),
      searched: hashOfSearched(root, tools),
      outDir,
      outputs: hashesOf(result.files),
      stamp: hashesOf([result.stamp]),
      diagnostics: result.diagnostics,
    };
    cache.put(['build'], cached);
    cache.save();
  } catch {
    // A cache that cannot be written only costs time.
  }
}

const hashesOf = (files: readonly EmittedFile[]): Readonly<Record<string, string>> =>
  Object.fromEntries(files.map(({ path, text }) => [path, hashOfText(text)]));

function matchesSame(root: string, { tools, matched, searched }: CachedBuild): boolean {
  return searched === undefined
    ? matchFiles(root, tools).join('\n') === matched.join('\n')
    : hashOfSearched(root, tools) === searched;
}
