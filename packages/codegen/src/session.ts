import { dirname, join } from 'node:path';
import type { AnswerCache } from './cache/answer-cache.ts';
import { Memo } from './cache/memo.ts';
import { writeCachedBuild, type WrittenBuild } from './cache/build-cache.ts';
import {
  areSame,
  hashOfFile,
  hashOfText,
  type Inputs,
  isNewerThan,
  isPresentAndNewerThan,
  isSettings,
  notePackages,
} from './cache/inputs.ts';
import type { LoadedConfig } from './config/loaded-config.ts';
import type { KnownFiles } from './discover/discover-tools.ts';
import type { DiscoveredTool } from './discover/discovered-tool.ts';
import type { DefinitionCache } from './evaluate/evaluate-tools.ts';
import type { EvaluationProcesses } from './evaluate/evaluation-processes.ts';
import type { EvaluatedDefinition } from './evaluate/evaluation-protocol.ts';
import type { CodeReader } from './infer/code-reader.ts';
import type { CodeQuestions, Inference, ToolQuestion } from './infer/inference.ts';
import type { ToolLocation } from './infer/tool-location.ts';
import type { Pool } from './pool/pool.ts';
import { isOwn } from './source/match-files.ts';
import { ModuleClosures } from './source/module-closures.ts';
import { SourceProject } from './source/source-project.ts';
import { withExtended } from './cache/source-stamp.ts';

/** The files that a check has read, by their absolute paths. */
export interface Reads {
  readonly own: readonly string[];
  readonly packages: readonly string[];
}

/** What a session works with: its cache, its threads and processes. */
export interface SessionParts {
  readonly answers: AnswerCache;
  readonly inference: Inference;
  readonly processes: EvaluationProcesses;
  readonly pool: Pool;
  /** When reading began, in milliseconds since 1970. */
  readonly since: number;
  /** A hash of the names of all code at that time. */
  readonly code: string | undefined;
}

/** State shared by consecutive builds of a project: syntax trees, the type checker, and answers about its tools. */
export class Session implements CodeQuestions {
  readonly config: LoadedConfig;
  readonly project: SourceProject;
  readonly closures: ModuleClosures;
  readonly discovered: KnownFiles = { hashOf: (path) => this.closures.hashOf(path), found: new Map() };
  readonly inference: Inference;
  readonly answers: AnswerCache;
  readonly processes: EvaluationProcesses;
  readonly pool: Pool;
  /** When reading what may have changed began, in milliseconds since 1970. */
  #since: number;
  readonly #code: string | undefined;
  /** The packages as the session read them; undefined if they changed meanwhile. */
  #packages: Inputs | undefined;
  /** Results of the session's builds, which later ones need no answers for. */
  memo: Memo = new Memo();
  /** Absolute path → hash in `sources.json`. */
  readonly stamps: Map<string, string> = new Map();
  /** Absolute paths of the files to search for tools. */
  readonly files: readonly string[];
  /** Absolute paths of the tsconfig and what it extends. */
  readonly #settingsFiles: Promise<readonly string[]>;
  readonly #settings: Promise<string>;
  #built: { readonly written: WrittenBuild | undefined; readonly reads: Reads } | undefined;
  /** Files of the author's that the last build read. */
  #read: ReadonlySet<string> = new Set();
  /** Builds with the memo, after one without. */
  #builds = 0;
  #programFiles: Promise<readonly string[]> | undefined;
  #globals: Promise<string> | undefined;

  constructor(config: LoadedConfig, { answers, inference, processes, pool, since, code }: SessionParts) {
    this.#since = since;
    this.#code = code;
    this.config = config;
    this.inference = inference;
    this.processes = processes;
    this.pool = pool;
    this.project = new SourceProject(config.root, config.tsconfig);
    this.files = this.project.addFiles(config.tools);
    this.closures = new ModuleClosures(this.project);
    this.answers = answers;
    const { root, tsconfig } = config;
    this.#settingsFiles = tsconfig === undefined ? Promise.resolve([]) : withExtended(tsconfig);
    // What files are read with; questions that depend on the configuration include it.
    this.#settings = this.#settingsFiles.then((paths) => hashOfFiles([join(root, 'package.json'), ...paths]));
  }

  /** Hash of what the values in a file depend on: its transitive imports, and the settings. */
  async keyOf(file: string): Promise<string> {
    return `${await this.#settings} ${this.closures.hashOf(file)}`;
  }

  /** Asks about the code of a tool, unless the answer is cached. */
  async ask<Method extends ToolQuestion>(
    method: Method,
    ...args: Parameters<CodeReader[Method]>
  ): Promise<ReturnType<CodeReader[Method]>> {
    const [{ file }] = args as readonly [ToolLocation, ...unknown[]];
    return this.answers.get([method, await this.codeKeyOf(file), ...args], () =>
      this.inference.ask(method, ...args),
    );
  }

  /** Hash of what the code in a file depends on: its transitive imports, the settings, and global declarations. */
  async codeKeyOf(file: string): Promise<string> {
    const { root, outDir } = this.config;
    this.#globals ??= this.programFiles().then((paths) =>
      this.closures.globalHashOf(
        this.files,
        // What the build writes comes after the first one.
        paths.filter((path) => isOwn(root, path) && dirname(path) !== outDir),
      ),
    );
    return `${await this.keyOf(file)} ${await this.#globals}`;
  }

  /** Absolute paths of the files that TypeScript reads, in the project and in packages. */
  programFiles(): Promise<readonly string[]> {
    return (this.#programFiles ??= this.inference.ask('files'));
  }

  /** Definitions as earlier builds evaluated them. */
  get definitions(): DefinitionCache {
    const { answers, closures } = this;
    const questionOf = async ({ file, exportName }: DiscoveredTool): Promise<readonly unknown[]> => [
      'definition',
      await this.keyOf(file),
      exportName,
    ];
    return {
      find: async (tool) => {
        const known = answers.find(await questionOf(tool));
        return known && (known.value as EvaluatedDefinition);
      },
      put: async (tool, definition) => answers.put(await questionOf(tool), definition),
      closureOf: (file) => closures.of(file),
    };
  }

  /** Absolute paths of the author's files that the last build read. */
  get read(): readonly string[] {
    return [...this.#read];
  }

  /** Records the files that a build has read, and its result if that was written. */
  keep(reads: Reads, written?: WrittenBuild): void {
    this.#built = { written, reads };
    this.#read = new Set(reads.own);
  }

  /** Ends a build: forgets what may be wrong because a file changed meanwhile, and saves the rest for the next process. */
  async settle({ isSaved }: { readonly isSaved: boolean }): Promise<void> {
    if (!this.#built) return;
    const { config } = this;
    const { written, reads } = this.#built;
    const tsconfigs = await this.#settingsFiles;
    const settings = [...tsconfigs, join(config.root, 'package.json'), config.file];
    const isNew = (path: string): boolean => isNewerThan(this.#since, path);
    // Before what was noted of them is trusted: they may change meanwhile.
    const packages = notePackages(reads.packages, config.file);
    this.#packages = reads.packages.some(isNew) ? undefined : packages;
    const isSound =
      this.#packages !== undefined &&
      !reads.own.some(isNew) &&
      !settings.some((path) => isPresentAndNewerThan(this.#since, path));
    this.answers.settle(isSound, this.#builds === 0);
    this.#builds = isSound ? (this.#builds + 1) % MOST_BUILDS : 0;
    if (this.#builds === 0) this.memo = new Memo();
    // Syntax trees may be older than the hashes of their texts.
    if (!isSound) this.discovered.found.clear();
    if (!isSaved || !this.#packages) return;
    this.answers.save(this.#packages);
    const own = [...reads.own, ...tsconfigs];
    if (written) writeCachedBuild(config, written, { ...reads, own, since: this.#since, code: this.#code });
  }

  /** Whether the packages are as the session has read them. */
  hasSamePackages(): boolean {
    return this.#packages !== undefined && areSame(this.#packages);
  }

  /** Whether changing, adding or removing a file may change the build. */
  isTouchedBy(path: string): boolean {
    const { outDir, file } = this.config;
    if (dirname(path) === outDir && !this.#read.has(path)) return false;
    return this.canRefresh(path) || path === file || isSettings(path) || MODULE.test(path);
  }

  /** Whether rereading a file's text is enough after a change. */
  canRefresh(path: string): boolean {
    return this.#read.has(path) && !isSettings(path);
  }

  /** Rereads files of which only the text has changed. */
  async refresh(changed: readonly string[]): Promise<void> {
    this.#since = Date.now();
    this.project.refresh(changed);
    this.closures.refresh(changed);
    for (const path of changed) this.stamps.delete(path);
    this.#globals = undefined;
    this.#programFiles = undefined;
    await this.inference.ask('refresh', changed);
  }
}

/** Builds until one does without the memo, which shows the answers that are still used. */
const MOST_BUILDS = 200;

const MODULE = /\.[cm]?[jt]sx?$|\.json$/;

function hashOfFiles(paths: readonly string[]): string {
  return hashOfText(paths.map((path) => `${path} ${hashOfFile(path)}`).join('\n'));
}
