import type { ChildProcess } from 'node:child_process';
import { API, type Project, type Snapshot } from './typescript.ts';

/** What a tsconfig says, that of its `extends` included: `options` as TypeScript 7 has them, `fileNames` absolute. */
type ParsedConfig = ReturnType<API['parseConfigFile']>;

/** TypeScript 7, which runs in a process of its own. Each question blocks this thread. */
export class CheckerProcess {
  static #running: CheckerProcess | undefined;
  /** The texts of the tsconfigs that stand in no file, by absolute path. */
  readonly #configs = new Map<string, string>();
  readonly #api: API;
  /** Projects that nobody needs any more. They keep TypeScript's own declarations in memory until another one is open. */
  #left: readonly OpenProject[] = [];

  /**
   * Asks the process, which is started if none runs in this thread, or if that one fails: what TypeScript fails on ends
   * it, for those who come later, too.
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
    this.#api = new API({
      fs: {
        readFile: (path) => this.#configs.get(path),
        fileExists: (path) => (this.#configs.has(path) ? true : undefined),
      },
    });
    process.on('exit', this.#end);
  }

  parseConfig(tsconfig: string): ParsedConfig {
    return this.#api.parseConfigFile(tsconfig);
  }

  /**
   * Opens a project.
   *
   * @param config - Absolute path that its tsconfig would have; no other project of this thread has it.
   * @param text - What the tsconfig would hold.
   */
  open(config: string, text: string): OpenProject {
    this.#configs.set(config, text);
    const snapshot = this.#api.updateSnapshot({
      openProjects: [config],
      closeProjects: this.#left.map((left) => left.config),
      // Files may have changed since another project read them.
      fileChanges: { invalidateAll: true },
    });
    for (const left of this.#left) this.#dispose(left);
    this.#left = [];
    return new OpenProject(this, config, snapshot);
  }

  /** Reads files of a project again, by their absolute paths. */
  refresh({ config, snapshot }: OpenProject, changed: readonly string[]): OpenProject {
    const fileChanges = { changed: [...changed] };
    const refreshed = this.#api.updateSnapshot({ openProjects: [config], fileChanges });
    snapshot.dispose();
    return new OpenProject(this, config, refreshed);
  }

  close(project: OpenProject): void {
    this.#left = [...this.#left, project];
  }

  #dispose({ config, snapshot }: OpenProject): void {
    this.#configs.delete(config);
    snapshot.dispose();
  }

  readonly #end = (): void => {
    process.off('exit', this.#end);
    // `close` sends SIGTERM, which the process may comment on standard error.
    const child = (this.#api as unknown as ApiProcess).client?.channel?.child;
    if (child) child.kill('SIGKILL');
    else this.#api.close();
  };
}

/** A project that the checker has open. */
export class OpenProject {
  readonly checker: CheckerProcess;
  readonly config: string;
  readonly snapshot: Snapshot;
  readonly project: Project;

  constructor(checker: CheckerProcess, config: string, snapshot: Snapshot) {
    const project = snapshot.getProject(config);
    if (!project) throw new Error(`TypeScript did not open ${config}.`);
    this.checker = checker;
    this.config = config;
    this.snapshot = snapshot;
    this.project = project;
  }
}

/** The process of the checker, which the API keeps to itself. */
interface ApiProcess {
  readonly client?: { readonly channel?: { readonly child?: ChildProcess } };
}
