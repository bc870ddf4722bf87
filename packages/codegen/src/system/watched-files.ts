import { relative } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type FSWatcher, watch } from 'chokidar';

/** Milliseconds without a change after which changes are told: an editor or a checkout writes several files. */
const SETTLED = 10;

/** A file that was written. */
export interface FileChange {
  /** Absolute. */
  readonly path: string;
  /** Whether it was there before, and still is. */
  readonly isOfText: boolean;
}

/** The files of a folder, and others, that are watched for changes; those of packages are not. */
export class WatchedFiles {
  readonly #watcher: FSWatcher;
  readonly #changes = new Map<string, FileChange>();
  readonly #signal: AbortSignal | undefined;
  #wake: (() => void) | undefined;

  private constructor(watcher: FSWatcher, signal: AbortSignal | undefined) {
    this.#watcher = watcher;
    this.#signal = signal;
    const note = (isOfText: boolean) => (path: string) => {
      const before = this.#changes.get(path);
      this.#changes.set(path, { path, isOfText: isOfText && before?.isOfText !== false });
      this.#wake?.();
    };
    watcher.on('change', note(true)).on('add', note(false)).on('unlink', note(false));
    signal?.addEventListener('abort', () => this.#wake?.());
  }

  /** Begins to watch a folder. Changes are noticed from now on. */
  static async in(folder: string, signal: AbortSignal | undefined): Promise<WatchedFiles> {
    // A project may itself lie below a folder called node_modules.
    const ignored = (path: string): boolean => IGNORED.test(relative(folder, path));
    const watcher = watch(folder, { ignored, ignoreInitial: true });
    const files = new WatchedFiles(watcher, signal);
    await new Promise<void>((ready) => watcher.once('ready', ready));
    return files;
  }

  /** Watches further files, by their absolute paths. */
  add(paths: readonly string[]): void {
    this.#watcher.add([...paths]);
  }

  /**
   * Waits until files that matter have changed.
   *
   * @returns Empty when the signal has been aborted.
   */
  async next(matters: (change: FileChange) => boolean): Promise<readonly FileChange[]> {
    while (!this.#signal?.aborted) {
      if (this.#changes.size === 0) await new Promise<void>((wake) => (this.#wake = wake));
      for (let seen = -1; seen !== this.#changes.size; await delay(SETTLED)) seen = this.#changes.size;
      const changes = [...this.#changes.values()].filter(matters);
      this.#changes.clear();
      if (changes.length > 0) return changes;
    }
    return [];
  }

  async close(): Promise<void> {
    await this.#watcher.close();
  }
}

const IGNORED = /(?:^|[\\/])(?:node_modules|\.git)(?:[\\/]|$)/;
