import { dirname, join } from 'node:path';
import type { FileRead } from './build-result.ts';
import { type Cache, keyOf } from './cache/cache.ts';
import {
  areSame,
  type Fingerprints,
  hashOfFile,
  hashOfText,
  type Inputs,
  isNewerThan,
  isPresentAndNewerThan,
  isSettings,
  noteFiles,
  notePackages,
  writtenAt,
} from './cache/inputs.ts';
import type { LoadedConfig } from './config/loaded-config.ts';
import type { EvaluationProcesses } from './evaluate/evaluation-processes.ts';
import type { CodeReader, ProgramFiles } from './infer/code-reader.ts';
import { type CodeQuestions, type Inference, PART, type ToolQuestion } from './infer/inference.ts';
import type { ToolLocation } from './infer/tool-location.ts';
import {
  ambienceOf,
  type CachedBuild,
  findLastBuild,
  writeCachedBuild,
  type WrittenBuild,
} from './last-build.ts';
import type { Pool } from './pool/pool.ts';
import { isTyped } from './source/known-modules.ts';
import { isOwn } from './source/match-files.ts';
import { Modules } from './source/modules.ts';
import { SourceProject } from './source/source-project.ts';
import { findIncludedFiles, tsconfigFiles } from './source/tsconfig.ts';
import { madeAt } from './system/paths.ts';
import { KnownFiles } from './write/write-files.ts';

/** The files that a check has read, by their absolute paths. */
export interface Reads {
  readonly own: readonly string[];
  readonly packages: readonly string[];
}

/** What a session works with: its cache, its threads and processes. */
export interface SessionParts {
  readonly cache: Cache;
  readonly inference: Inference;
  readonly processes: EvaluationProcesses;
  readonly pool: Pool;
  /** Absolute paths of the files to search for tools. */
  readonly files: readonly string[];
  /** Absolute paths of the files that the type checker reads already. */
  readonly roots: readonly string[];
  /** Whether all files will be asked about, sooner or later. */
  readonly isWatched: boolean;
  /** When reading began, in milliseconds since 1970. */
  readonly since: number;
  /** The names of all code at that time; undefined where they are too many. */
  readonly code: string | undefined;
}

/** The context of the stages of a build, which consecutive builds of a project share. */
export class Session implements CodeQuestions {
  readonly config: LoadedConfig;
  readonly syntax: SourceProject;
  readonly modules: Modules;
  readonly types: Inference;
  readonly cache: Cache;
  readonly processes: EvaluationProcesses;
  readonly pool: Pool;
  /** Absolute paths of the files to search for tools. */
  readonly files: readonly string[];
  /** Absolute paths of the tsconfig and what it extends. */
  readonly tsconfigs: readonly string[];
  readonly #isWatched: boolean;
  /** When reading what may have changed began, in milliseconds since 1970. */
  #since: number;
  readonly #code: string | undefined;
  /** The files that its builds have written or found. */
  readonly outputs: KnownFiles = new KnownFiles();
  /** A hash of what files are read with. */
  readonly settings: string;
  /** When and where the files of the settings were written. */
  readonly #settingsWritten: ReadonlyMap<string, string>;
  /** The packages as the session read them; undefined if they changed meanwhile. */
  #packages: Inputs | undefined;
  #roots: ReadonlySet<string>;
  #lastBuild: CachedBuild | undefined;
  #built: { readonly written: WrittenBuild | undefined; readonly reads: Reads } | undefined;
  /** Files of the author's that the last build read. */
  #read: ReadonlySet<string> = new Set();
  /** The keys of what was asked about each file. */
  readonly #asked = new Map<string, Set<string>>();
  #ambient: ReadonlySet<string> | undefined;
  /** Of the files that the tsconfig includes. */
  #included: Fingerprints = {};
  #globals: string | undefined;
  /** Whether a file came during the last build, which some of it may have missed. */
  #isTorn = false;

  constructor(config: LoadedConfig, parts: SessionParts) {
    const { cache, inference, processes, pool, files, roots, isWatched, since, code } = parts;
    const { root, tsconfig } = config;
    this.config = config;
    this.cache = cache;
    this.types = inference;
    this.processes = processes;
    this.pool = pool;
    this.files = files;
    this.#roots = new Set(roots);
    this.#isWatched = isWatched;
    this.#since = since;
    this.#code = code;
    this.#packages = cache.find<Inputs>(PACKAGES)?.value;
    this.syntax = new SourceProject(root, tsconfig);
    this.modules = new Modules(this.syntax, cache);
    this.tsconfigs = tsconfig === undefined ? [] : tsconfigFiles(tsconfig);
    const settings = [join(root, 'package.json'), ...this.tsconfigs];
    this.#settingsWritten = new Map([...settings, config.file].map((path) => [path, writtenAt(path)]));
    this.settings = hashOfFiles(settings);
  }

  /** Hash of what the code in a file depends on: its transitive imports, the settings, and global declarations. */
  codeKeyOf(file: string): string {
    this.#globals ??= this.modules.hashOfAll(this.#ambientFiles());
    return `${this.settings} ${this.modules.hashOf(file)} ${this.#globals}`;
  }

  /** Absolute paths of the author's files that hold without an import, and of what those import. */
  #ambientFiles(): ReadonlySet<string> {
    if (this.#ambient) return this.#ambient;
    const { modules, files } = this;
    const reached = [...modules.reachedFrom(files)];
    this.#included = noteFiles(findIncludedFiles(this.config), this.lastBuild?.included, ambienceOf);
    const included = Object.keys(this.#included).filter((path) => this.#included[path]?.[0] === 'ambient');
    const own = reached.filter((path) => modules.isAmbient(path));
    return (this.#ambient = modules.reachedFrom([...included, ...own]));
  }

  /** Notes that a question is about the tools of a file: its answer is kept as long as what follows from it. */
  about(file: string, question: readonly unknown[]): readonly unknown[] {
    const asked = this.#asked.get(file) ?? new Set();
    this.#asked.set(file, asked.add(keyOf(question)));
    return question;
  }

  askedAbout(file: string): readonly string[] {
    return [...(this.#asked.get(file) ?? [])];
  }

  /** Asks about the code of a tool, unless the answer is cached. */
  ask<Method extends ToolQuestion>(
    method: Method,
    ...args: Parameters<CodeReader[Method]>
  ): Promise<ReturnType<CodeReader[Method]>> {
    const [{ file }] = args as readonly [ToolLocation, ...unknown[]];
    const question = this.about(file, [method, this.codeKeyOf(file), ...args]);
    return this.cache.get(question, () => this.types.ask(method, ...args));
  }

  /** Lets the type checker read files, with what holds in them without an import; all files if it needs most of them. */
  openTypes(files: readonly string[]): void {
    const needed =
      this.#isWatched || files.length > this.files.length / 2 ? this.files : this.#rootsFor(files);
    const isLarge = !this.#isWatched && needed.length > PART;
    if (!isLarge && needed.every((path) => this.#roots.has(path))) return;
    // Those that others re-export, too: it must be known in which part they are.
    const all = isLarge ? [...new Set([...needed, ...files])] : needed;
    this.#roots = new Set(all);
    const { root, tsconfig, outDir } = this.config;
    const always = isLarge ? this.#alwaysRead() : undefined;
    this.types.open({ root, tsconfig, files: all, always, outDir }, []);
  }

  #rootsFor(files: readonly string[]): readonly string[] {
    const packages = [...this.modules.reachedFrom(this.files)].flatMap((path) =>
      this.modules.packagesOf(path).filter(isTyped),
    );
    return [...new Set([...this.#ambientRoots(), ...packages, ...files])];
  }

  // What these import is read with them.
  #ambientRoots(): readonly string[] {
    return [...this.#ambientFiles()].filter((path) => this.modules.isAmbient(path));
  }

  /** Of each package one file that imports it: TypeScript may read another of its files than the one that is found here. */
  #alwaysRead(): readonly string[] {
    const importers = new Map<string, string>();
    for (const path of this.modules.reachedFrom(this.files))
      for (const each of this.modules.packagesOf(path).filter(isTyped))
        if (!importers.has(each)) importers.set(each, path);
    return [...new Set([...this.#ambientRoots(), ...importers.values()])];
  }

  /** Stops the type checker where no build follows: it takes half of the memory. */
  releaseTypes(): void {
    if (!this.#isWatched) void this.types.close();
  }

  /** What TypeScript has read of the project and of packages. */
  async program(): Promise<ProgramFiles> {
    return this.#roots.size === 0 ? { files: [], broken: [] } : this.types.ask('program');
  }

  // Those of folders above the project are no source of it. Of a folder without one, it is noted that there is none.
  #packageFiles(): readonly string[] {
    return Object.entries(this.#packages?.files ?? {}).flatMap(([path, [hash]]) => (hash === '' ? [] : path));
  }

  /** Absolute paths of the author's files that the last build read. */
  get read(): readonly string[] {
    return [...this.#read];
  }

  /** Sorts the files that a build has read. */
  readsOf(paths: Iterable<string>): Reads {
    const all = [...new Set([...paths, ...this.#ambientFiles()])];
    const isOfAuthor = (path: string): boolean => isOwn(this.config.root, path);
    const packages = new Set([...all.filter((path) => !isOfAuthor(path)), ...this.#packageFiles()]);
    return { own: all.filter(isOfAuthor), packages: [...packages] };
  }

  /** Records the files that a build has read, and its result if that was written. */
  keep(reads: Reads, written?: WrittenBuild): void {
    this.#built = { written, reads };
    this.#read = new Set(reads.own);
  }

  /** Ends a build: forgets what may be wrong because a file changed meanwhile, and saves the rest for the next process. */
  settle({ isSaved }: { readonly isSaved: boolean }): void {
    if (!this.#built) return;
    const { config, cache } = this;
    const { written, reads } = this.#built;
    const isNew = (path: string): boolean => isNewerThan(this.#since, path);
    this.#isTorn = reads.own.some((path) => (madeAt(path) ?? 0) >= this.#since);
    // Before what was noted of them is trusted: they may change meanwhile.
    const packages = notePackages(reads.packages, config.file, this.#packages);
    this.#packages = reads.packages.some(isNew) ? undefined : packages;
    const isSound =
      this.#packages !== undefined &&
      reads.own.every((path) => !isNew(path) && this.modules.isAsRead(path)) &&
      [...this.#settingsWritten].every(
        ([path, before]) => !isPresentAndNewerThan(this.#since, path) && writtenAt(path) === before,
      );
    if (isSound) {
      this.modules.keep(cache);
      if (!isSameInputs(packages, cache.find<Inputs>(PACKAGES)?.value)) cache.put(PACKAGES, packages);
    }
    cache.settle(isSound);
    this.#asked.clear();
    if (!isSaved || !this.#packages) return;
    cache.save();
    const own = [...reads.own, ...this.tsconfigs];
    if (!written || !isSound) return;
    const before = this.lastBuild;
    const included = this.#included;
    const noted = { own, included, packages, since: this.#since, code: this.#code, before };
    this.#lastBuild = writeCachedBuild(config, written, noted) ?? before;
  }

  /** The last build that was written, by this session or before it. */
  get lastBuild(): CachedBuild | undefined {
    return (this.#lastBuild ??= findLastBuild(this.config));
  }

  /** Whether the session can go on: no file came during the last build, and the packages are as it has read them. */
  canGoOn(): boolean {
    return !this.#isTorn && this.#packages !== undefined && areSame(this.#packages);
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

  /** Returns what the last build knows of a file, also while the next one goes on. */
  fileReads(): (path: string) => FileRead {
    const hashes = new Map([...this.#read].map((path) => [path, this.modules.knownHashOf(path)]));
    return (path) => {
      const hash = hashes.get(path);
      if (hash === undefined || isSettings(path)) return 'none';
      return hash === hashOfFile(path) ? 'current' : 'old';
    };
  }

  /** Rereads files of which only the text has changed. */
  async refresh(changed: readonly string[]): Promise<void> {
    this.#since = Date.now();
    this.syntax.refresh(changed);
    this.modules.refresh(changed);
    this.#ambient = undefined;
    this.#globals = undefined;
    if (this.#roots.size > 0) await this.types.ask('refresh', changed);
  }
}

/** The question for the packages that all answers about code follow from. */
const PACKAGES = ['packages'] as const;

const isSameInputs = (a: Inputs, b: Inputs | undefined): boolean => JSON.stringify(a) === JSON.stringify(b);

const MODULE = /\.[cm]?[jt]sx?$|\.json$/;

function hashOfFiles(paths: readonly string[]): string {
  return hashOfText(paths.map((path) => `${path} ${hashOfFile(path)}`).join('\n'));
}
