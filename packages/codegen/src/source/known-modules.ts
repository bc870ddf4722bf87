import type { Cache } from '../cache/cache.ts';
import { writtenAt } from '../cache/inputs.ts';
import { push } from './group-by.ts';

/** What the text of one of the author's files says, as it was last read. */
export interface ModuleText {
  /** Tells whether it was written since. */
  readonly written: string;
  readonly hash: string;
  /** The same in every checkout. */
  readonly stamp: string;
  readonly specifiers: readonly string[];
  /** Absolute paths in `/// <reference path>`. */
  readonly referenced: readonly string[];
  /** Whether it has global declarations, which hold without an import. */
  readonly isAmbient: boolean;
  /** Whether it may have comments that suppress diagnostics. */
  readonly mentionsIgnore: boolean;
}

export interface Module extends ModuleText {
  /** Absolute paths of the author's files that it imports, as types or as values. */
  readonly imports: readonly string[];
  /** Absolute paths of files of packages that it imports. */
  readonly packages: readonly string[];
  /** Of its text, and of what its imports lead to: an installation or a file that comes may lead them elsewhere. */
  readonly hashOfImports: string;
  /** Whether an import, maybe only of types, leads to no file. */
  readonly isIncomplete: boolean;
}

/** The question for the modules that the last build has read. */
export const KNOWN_MODULES = ['modules'] as const;
/** By absolute path. */
export type KnownModules = ReadonlyMap<string, Module>;

/** The question for the absolute paths of the files in which the last build found tools. */
export const TOOL_FILES = ['tool-files'] as const;

export interface LikelyReads {
  /** Those of the files with tools that reach a file that was written since the last build. */
  readonly files: readonly string[];
  /** What others have to be read with them for what holds without an import. */
  readonly others: readonly string[];
}

/**
 * Guesses what a build will ask about, from what the last one has read. Loads no compiler.
 *
 * @param files - Absolute paths of the files with tools.
 */
export function guessReads(cache: Cache, files: readonly string[]): LikelyReads {
  const known = cache.find<KnownModules>(KNOWN_MODULES)?.value ?? new Map<string, Module>();
  const importers = new Map<string, string[]>();
  const reached = new Set(files.filter((path) => !known.has(path)));
  for (const [path, module] of known) {
    for (const each of module.imports) push(importers, each, path);
    if (module.written !== writtenAt(path)) reached.add(path);
  }
  // Iterating over a set includes elements added during the loop.
  for (const path of reached) for (const each of importers.get(path) ?? []) reached.add(each);
  const others = [...known].flatMap(([path, { isAmbient, packages }]) => [
    ...(isAmbient ? [path] : []),
    ...packages,
  ]);
  if ([...reached].some((path) => known.get(path)?.isAmbient)) return { files, others: [] };
  const withTools = new Set(cache.find<readonly string[]>(TOOL_FILES)?.value);
  // One that re-exports tools reaches all of them, and has none to ask about.
  const likely = files.filter((path) => reached.has(path) && (withTools.has(path) || !known.has(path)));
  return { files: likely, others: [...new Set(others)].filter((path) => isTyped(path)) };
}

export const isTyped = (path: string): boolean => /\.[cm]?tsx?$/.test(path);
