import type { ChildProcess } from 'node:child_process';
import { rmSync } from 'node:fs';
import { memoizeChecker } from './memoize-checker.ts';
import { writeConfig } from './config-file.ts';
import { API, type Checker, type Project, type Snapshot } from './typescript.ts';

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

/** An open project of the checker. */
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
