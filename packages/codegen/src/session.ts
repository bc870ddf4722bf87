import { dirname, join } from 'node:path';
import { AnswerCache } from './cache/answer-cache.ts';
import { hashOfFile, hashOfText, isNewerThan, isSettings, notePackages } from './cache/inputs.ts';
import type { LoadedConfig } from './config/loaded-config.ts';
import type { DiscoveredTool } from './discover/discovered-tool.ts';
import type { DefinitionCache } from './evaluate/evaluate-tools.ts';
import type { EvaluationProcesses } from './evaluate/evaluation-processes.ts';
import type { EvaluatedDefinition } from './evaluate/evaluation-protocol.ts';
import type { CodeReader } from './infer/code-reader.ts';
import type { CodeQuestions, Inference, ToolQuestion } from './infer/inference.ts';
import type { ToolPlace } from './infer/tool-place.ts';
import { ModuleClosures } from './source/module-closures.ts';
import { SourceProject } from './source/source-project.ts';
import { withExtended } from './cache/source-stamp.ts';

/** The files that a check has read, by their absolute paths. */
export interface Reads {
  readonly own: readonly string[];
  readonly packages: readonly string[];
}

/** A project as one build leaves it to the next: its syntax trees, the type checker, and what was said of its tools. */
export class Session implements CodeQuestions {
  readonly config: LoadedConfig;
  readonly project: SourceProject;
  readonly closures: ModuleClosures;
  readonly inference: Inference;
  readonly answers: AnswerCache;
  readonly processes: EvaluationProcesses;
  /** Absolute paths of the files that tools are looked for in. */
  readonly files: readonly string[];
  readonly #settings: Promise<string>;
  /** Files of the author's that the last build read. */
  #read: ReadonlySet<string> = new Set();
  #packages: readonly string[] = [];
  #declarations: Promise<string> | undefined;
  #ambient: string | undefined;

  constructor(config: LoadedConfig, inference: Inference, processes: EvaluationProcesses) {
    this.config = config;
    this.inference = inference;
    this.processes = processes;
    this.project = new SourceProject(config.root, config.tsconfig);
    this.files = this.project.addFiles(config.tools);
    this.closures = new ModuleClosures(this.project);
    this.answers = new AnswerCache(config.file);
    this.#settings = settingsOf(config);
  }

  /** What the values in a file follow from: everything that it imports, and the settings it is read with. */
  async keyOf(file: string): Promise<string> {
    return `${await this.#settings} ${this.closures.hashOf(file)}`;
  }

  /** Asks about the code of a tool, unless that is known from an earlier build. */
  async ask<Method extends ToolQuestion>(
    method: Method,
    ...args: Parameters<CodeReader[Method]>
  ): Promise<ReturnType<CodeReader[Method]>> {
    const [{ file }] = args as readonly [ToolPlace, ...unknown[]];
    this.#declarations ??= this.inference.ask('declarations').then(hashOfFiles);
    this.#ambient ??= this.closures.ambientHashOf(this.files);
    const question = [method, await this.keyOf(file), await this.#declarations, this.#ambient, ...args];
    return this.answers.get(question, () => this.inference.ask(method, ...args));
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

  /**
   * Notes what a build has read.
   *
   * @param since - When it began to, in milliseconds since 1970.
   */
  keep({ own, packages }: Reads, since: number): void {
    this.#read = new Set(own);
    this.#packages = packages;
    this.answers.settle(!own.some((path) => isNewerThan(since, path)));
  }

  /** Keeps for the next process what was said of the tools. */
  save(): void {
    this.answers.save({ files: {}, folders: {}, above: {}, packages: notePackages(this.#packages) });
  }

  /** Whether a build may give something else after a change of a file, which may also have come or gone. */
  isTouchedBy(path: string): boolean {
    const { outDir, file } = this.config;
    if (dirname(path) === outDir && !this.#read.has(path)) return false;
    return this.canRefresh(path) || path === file || isSettings(path) || MODULE.test(path);
  }

  /** Whether nothing but the text of a file has to be read again after it has changed. */
  canRefresh(path: string): boolean {
    return this.#read.has(path) && !isSettings(path);
  }

  /** Reads files again: their text has changed, and nothing else of the project. */
  async refresh(changed: readonly string[]): Promise<void> {
    this.project.refresh(changed);
    this.closures.refresh(changed);
    this.#ambient = undefined;
    this.#declarations = undefined;
    await this.inference.ask('refresh', changed);
  }
}

const MODULE = /\.[cm]?[jt]sx?$|\.json$/;

// What a project's files are read with; its configuration stands in the questions that depend on it.
async function settingsOf({ root, tsconfig }: LoadedConfig): Promise<string> {
  const settings = tsconfig === undefined ? [] : await withExtended(tsconfig);
  return hashOfFiles([join(root, 'package.json'), ...settings]);
}

function hashOfFiles(paths: readonly string[]): string {
  return hashOfText(paths.map((path) => `${path} ${hashOfFile(path)}`).join('\n'));
}
