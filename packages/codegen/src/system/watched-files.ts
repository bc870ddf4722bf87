import { relative } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type FSWatcher, watch } from 'chokidar';
import { statOf } from './paths.ts';

/** Milliseconds of silence before changes are reported: an editor or a checkout writes several files. */
const SETTLED = 5;

/** Milliseconds after which the watcher tells of changes to a file of which it has told: it drops those in between. */
const UNTOLD = 60;

/** A changed file. */
export interface FileChange {
  /** Absolute. */
  readonly path: string;
  /** Whether it existed before, and still does. */
  readonly isOfText: boolean;
}

/** Watches the files of a folder, except packages, and further files. */
export class WatchedFiles {
  readonly #watcher: FSWatcher;
  readonly #changes = new Map<string, FileChange>();
  readonly #signal: AbortSignal | undefined;
  readonly #added = new Set<string>();
  #wake: (() => void) | undefined;

  private constructor(watcher: FSWatcher, signal: AbortSignal | undefined) {
    this.#watcher = watcher;
    this.#signal = signal;
    watcher.on('change', (path) => this.#noteText(path));
    for (const event of ['add', 'unlink'] as const) watcher.on(event, (path) => this.#note(path, false));
    signal?.addEventListener('abort', () => this.#wake?.());
  }

  #note(path: string, isOfText: boolean): void {
    const before = this.#changes.get(path);
    this.#changes.set(path, { path, isOfText: isOfText && before?.isOfText !== false });
    this.#wake?.();
  }

  // A build may have read the file before it changes again, which the watcher would not tell.
  #noteText(path: string): void {
    this.#note(path, true);
    const noted = stampOf(path);
    setTimeout(() => {
      if (stampOf(path) !== noted) this.#noteText(path);
    }, UNTOLD).unref();
  }

  /** Starts to watch a folder. */
  static async in(folder: string, signal: AbortSignal | undefined): Promise<WatchedFiles> {
    // A project may itself lie below a folder called node_modules; further files may lie beside it.
    const ignored = (path: string): boolean =>
      IGNORED.test(path.startsWith(folder) ? path.slice(folder.length) : relative(folder, path));
    const watcher = watch(folder, { ignored, ignoreInitial: true });
    const files = new WatchedFiles(watcher, signal);
    await new Promise<void>((ready) => watcher.once('ready', ready));
    return files;
  }

  /** Watches further files, by their absolute paths. */
  add(paths: readonly string[]): void {
    const added = paths.filter((path) => !this.#added.has(path));
    // Adding nothing would take as long as reading all folders.
    if (added.length > 0) this.#watcher.add(added);
    for (const path of added) this.#added.add(path);
  }

  /**
   * Waits until relevant files have changed.
   *
   * @returns Empty if the signal was aborted.
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

function stampOf(path: string): string {
  const { mtimeMs, size } = statOf(path) ?? {};
  return `${mtimeMs} ${size}`;
}

const IGNORED = /(?:^|[\\/])(?:node_modules|\.git|\.btcp)(?:[\\/]|$)/;
