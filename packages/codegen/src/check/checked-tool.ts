import type { Diagnostic, ManifestTool } from '@btcp/core';
import type { Cache } from '../cache/cache.ts';
import type { LoadedConfig } from '../config/loaded-config.ts';
import type { SourceProject } from '../source/source-project.ts';
import type { CheckRequest, PublishedCheck } from './published/check-published.ts';

/** A tool, or an alias of one, after all checks of its own. Plain data, which the cache keeps. */
export interface CheckedTool {
  /** Absolute path. */
  readonly file: string;
  /** The name that its file exports it under; of an alias, that of its tool. */
  readonly exportName: string;
  readonly name: string;
  /** Set where it is an alias: a former name of a tool. */
  readonly alias?: { readonly toolName: string };
  /** A hash of all that it follows from. */
  readonly key: string;
  /** Where its code names it, relative to the project. */
  readonly place: { readonly file: string; readonly line: number };
  readonly published: ManifestTool;
  /** Whether its schemas can be compiled; the cache has the result. */
  readonly isCompiled: boolean;
  /** Absolute paths of the fixtures of its examples; undefined for an example without one. */
  readonly fixtures: readonly (string | undefined)[];
  /** Absolute path of the document that shows its results, or of its script. */
  readonly ui?: string;
  /** The members of `ctx` that its code reads and only a host can add; absent where there are none. */
  readonly contextMembers?: readonly string[];
  /** Whether it has an error that no comment can suppress. */
  readonly isBroken: boolean;
  /** About its definition, its schemas and its handler. */
  readonly diagnostics: readonly Diagnostic[];
  /** About what its code uses, compared with what it declares and with the config. */
  readonly ofUses: readonly Diagnostic[];
}

declare const publishable: unique symbol;

/** A tool without errors; only `compareTools` makes one, so nothing unchecked is emitted. */
export interface PublishableTool extends CheckedTool {
  readonly [publishable]: true;
  readonly isCompiled: true;
}

export const validatorsOf = ({ key }: Pick<CheckedTool, 'key'>): readonly unknown[] => ['validators', key];

/** The tools of a file, after all checks of their own. Plain data, which the cache keeps. */
export interface CheckedFile {
  readonly tools: readonly CheckedTool[];
  /** About the file rather than one of its tools. */
  readonly diagnostics: readonly Diagnostic[];
  /** The keys of the answers that it follows from. */
  readonly from: readonly string[];
}

export interface CheckContext {
  readonly syntax: SourceProject;
  readonly cache: Cache;
  readonly config: LoadedConfig;
  /** Notes that a question is about the tools of a file. */
  about(file: string, question: readonly unknown[]): readonly unknown[];
  readonly pool: {
    run(task: 'check', request: CheckRequest): Promise<PublishedCheck>;
  };
}
