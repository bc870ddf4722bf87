import type { ChildProcess } from 'node:child_process';
import { rmSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { API, type Checker, type Project, type Snapshot } from './typescript.ts';
import { isRunning } from '../../system/process.ts';
import { statOf } from '../../system/paths.ts';

/** A tsconfig, with its `extends` resolved: `options` as TypeScript 7 has them, `fileNames` absolute. */
type ParsedConfig = ReturnType<API['parseConfigFile']>;

/** TypeScript 7 in a child process. Each request blocks this thread. */
export class CheckerProcess {
  static #running: CheckerProcess | undefined;
  /** Receives the process's id, so that another thread can end it: see `endProcess`. */
  static shared: Int32Array | undefined;
  readonly #api: API;
  /** Closed projects, released when another one is open, so that TypeScript's own declarations stay in memory. */
  #left: readonly OpenProject[] = [];

  /**
   * Sends a request to this thread's process. Starts one if there is none, or if it has crashed: an internal error of
   * TypeScript ends the process.
   */
  static use<T>(ask: (checker: CheckerProcess) => T): T {
    const running = CheckerProcess.#running;
    if (running) {
      try {
        return ask(running);
      } catch {
        running.#end();
      }
    }
    return ask((CheckerProcess.#running = new CheckerProcess()));
  }

  private constructor() {
    this.#api = new API();
    process.on('exit', this.#end);
    const { shared } = CheckerProcess;
    if (shared) Atomics.store(shared, 0, this.#child?.pid ?? 0);
  }

  get #child(): ChildProcess | undefined {
    return (this.#api as unknown as ApiProcess).client?.channel?.child;
  }

  parseConfig(tsconfig: string): ParsedConfig {
    return this.#api.parseConfigFile(tsconfig);
  }

  /**
   * Opens a project. Its tsconfig is a file meanwhile: asking this thread for each file that there may be would take
   * TypeScript as long as reading them.
   *
   * @param folder - Absolute path of the folder from which the tsconfig finds packages of types.
   * @param text - The text of the tsconfig.
   */
  open(folder: string, text: string): OpenProject {
    const config = writeConfig(folder, text);
    try {
      const snapshot = this.#api.updateSnapshot({
        openProjects: [config],
        closeProjects: this.#left.map((left) => left.config),
        // Files may have changed since an earlier project read them.
        fileChanges: { invalidateAll: true },
      });
      for (const left of this.#left) left.snapshot.dispose();
      this.#left = [];
      return new OpenProject(this, config, snapshot);
    } finally {
      rmSync(config, { force: true });
    }
  }

  /** Rereads files of a project, by their absolute paths. */
  refresh({ config, snapshot }: OpenProject, changed: readonly string[]): OpenProject {
    const fileChanges = { changed: [...changed] };
    const refreshed = this.#api.updateSnapshot({ openProjects: [config], fileChanges });
    snapshot.dispose();
    return new OpenProject(this, config, refreshed);
  }

  close(project: OpenProject): void {
    this.#left = [...this.#left, project];
  }

  readonly #end = (): void => {
    process.off('exit', this.#end);
    // `close` sends SIGTERM, which the process may report on standard error.
    if (this.#child) this.#child.kill('SIGKILL');
    else this.#api.close();
  };
}

export class OpenProject {
  readonly process: CheckerProcess;
  readonly config: string;
  readonly snapshot: Snapshot;
  readonly project: Project;
  readonly checker: Checker;

  constructor(process: CheckerProcess, config: string, snapshot: Snapshot) {
    const project = snapshot.getProject(config);
    if (!project) throw new Error(`TypeScript did not open ${config}.`);
    this.process = process;
    this.config = config;
    this.snapshot = snapshot;
    this.project = project;
    this.checker = memoizeChecker(project.checker);
  }
}

/** The checker's process, which the API does not expose. */
interface ApiProcess {
  readonly client?: { readonly channel?: { readonly child?: ChildProcess } };
}

/**
 * Writes a tsconfig for a moment, where it finds the same packages of types as one in a folder.
 *
 * @param folder - Absolute path.
 * @returns The absolute path of the file, of which each call makes its own.
 */
function writeConfig(folder: string, text: string): string {
  const name = `tsconfig.${process.pid}-${++written}.json`;
  const packages = packagesAbove(folder);
  // What is installed may be read-only, or the whole project.
  const places = packages === undefined ? [] : [join(packages, '.cache/btcp'), join(folder, '.btcp')];
  for (const place of places) {
    try {
      return write(place, name, text);
    } catch {
      continue;
    }
  }
  return write(tmpdir(), name, text);
}

let written = 0;

function write(folder: string, name: string, text: string): string {
  mkdirSync(folder, { recursive: true });
  if (!swept.has(folder)) sweep(folder);
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

/** The closest `node_modules` of a folder and those above. */
function packagesAbove(folder: string): string | undefined {
  const packages = join(folder, 'node_modules');
  if (statOf(packages)?.isDirectory()) return packages;
  return dirname(folder) === folder ? undefined : packagesAbove(dirname(folder));
}

const swept = new Set<string>();

/** Removes what killed processes left. */
function sweep(folder: string): void {
  swept.add(folder);
  for (const name of readdirSync(folder)) {
    const [, pid] = OWNER.exec(name) ?? [];
    if (pid !== undefined && !isRunning(Number(pid))) rmSync(join(folder, name), { force: true });
  }
}

const OWNER = /^tsconfig\.(\d+)-\d+\.json$/;

/** The questions that the build asks about one object, often the same ones for several purposes. */
const ABOUT_ONE = [
  'getAliasedSymbol',
  'getApparentType',
  'getBaseTypes',
  'getIndexInfosOfType',
  'getNonNullableType',
  'getPropertiesOfType',
  'getReturnTypeOfSignature',
  'getShorthandAssignmentValueSymbol',
  'getSignatureFromDeclaration',
  'getSymbolAtLocation',
  'getTypeArguments',
  'getTypeAtLocation',
  'getTypeOfSymbol',
  'isArrayLikeType',
  'isArrayType',
] as const satisfies readonly (keyof Checker)[];

const TYPING: ReadonlySet<string> = new Set(['getTypeAtLocation', 'getTypeOfSymbol']);

/** The questions about an object and a string or number. */
const ABOUT_TWO = ['getPropertyOfType', 'getSignaturesOfType'] as const satisfies readonly (keyof Checker)[];

/**
 * A checker that asks every question once, since each is a round trip to another process. Arrays are asked in one request,
 * whose answers are then known one by one.
 */
function memoizeChecker(checker: Checker): Checker {
  const methods: Record<string, unknown> = {};
  for (const method of ABOUT_ONE) {
    const ask = checker[method].bind(checker) as Ask;
    methods[method] = memoizeOne(TYPING.has(method) ? orAny(ask, checker) : ask);
  }
  for (const method of ABOUT_TWO) methods[method] = memoizeTwo(checker[method].bind(checker) as AskTwo);
  return Object.assign(Object.create(checker) as Checker, methods);
}

/** A method of the checker; of an array it returns an array. */
type Ask = (subject: unknown) => unknown;
type AskTwo = (subject: object, detail: unknown) => unknown;

// TypeScript 7.0 cannot describe the type `[]`, which must not keep all else about a tool from being known: it is as `any`.
function orAny(ask: Ask, checker: Checker): Ask {
  const one: Ask = (subject) => {
    try {
      return ask(subject);
    } catch (error) {
      if (error instanceof Error && error.message.includes('AsTupleType')) return checker.getAnyType();
      throw error;
    }
  };
  return (subject) => {
    if (!Array.isArray(subject)) return one(subject);
    try {
      return ask(subject);
    } catch {
      return subject.map(one);
    }
  };
}

function memoizeOne(ask: Ask): Ask {
  const known = new Map<unknown, unknown>();
  const askAll = (subjects: readonly unknown[]): readonly unknown[] => {
    const asked = [...new Set(subjects)].filter((subject) => !known.has(subject));
    const answers = asked.length > 0 ? (ask(asked) as readonly unknown[]) : [];
    for (const [index, subject] of asked.entries()) known.set(subject, answers[index]);
    return subjects.map((subject) => known.get(subject));
  };
  return (subject) => {
    if (Array.isArray(subject)) return askAll(subject);
    if (!known.has(subject)) known.set(subject, ask(subject));
    return known.get(subject);
  };
}

function memoizeTwo(ask: AskTwo): AskTwo {
  const known = new Map<object, Map<unknown, unknown>>();
  return (subject, detail) => {
    const answers = known.get(subject) ?? new Map<unknown, unknown>();
    known.set(subject, answers);
    if (!answers.has(detail)) answers.set(detail, ask(subject, detail));
    return answers.get(detail);
  };
}
