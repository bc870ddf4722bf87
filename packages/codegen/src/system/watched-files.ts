import { relative } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type FSWatcher, watch } from 'chokidar';
import { madeAt, statOf } from './paths.ts';

/** Milliseconds of silence before changes are reported: an editor or a checkout writes several files. */
const SETTLED = 5;

/** Milliseconds after which the watcher tells of changes to a file of which it has told: it drops those in between. */
const UNTOLD = 60;

/** Milliseconds between looks at the folders: the watcher stays with one in whose place another was put at once. */
const LOOK = 500;

/** A changed file; or the whole folder, of which any file may be another. */
export interface FileChange {
  /** Absolute. */
  readonly path: string;
  /** Whether it existed before, and still does. */
  readonly isOfText: boolean;
}

/** Watches the files of a folder, except packages, and further files. */
export class WatchedFiles {
  readonly #folder: string;
  readonly #changes = new Map<string, FileChange>();
  readonly #signal: AbortSignal | undefined;
  readonly #added = new Set<string>();
  /** When each folder that is watched was made. */
  readonly #folders = new Map<string, number>();
  #watcher: FSWatcher | undefined;
  #looking: ReturnType<typeof setTimeout> | undefined;
  #begun: Promise<void> | undefined;
  #isClosed = false;
  #wake: (() => void) | undefined;

  private constructor(folder: string, signal: AbortSignal | undefined) {
    this.#folder = folder;
    this.#signal = signal;
    signal?.addEventListener('abort', () => this.#wake?.());
  }

  /** Begins to watch, or begins anew. */
  async #begin(): Promise<void> {
    await this.#watcher?.close();
    const folder = this.#folder;
    // A project may itself lie below a folder called node_modules; further files may lie beside it.
    const ignored = (path: string): boolean =>
      IGNORED.test(path.startsWith(folder) ? path.slice(folder.length) : relative(folder, path));
    const watcher = watch([folder, ...this.#added], { ignored, ignoreInitial: true });
    this.#watcher = watcher;
    watcher.on('change', (path) => this.#noteText(path));
    for (const event of ['add', 'unlink'] as const) watcher.on(event, (path) => this.#note(path, false));
    watcher.on('addDir', (path) => this.#noteFolder(path));
    watcher.on('unlinkDir', (path) => this.#folders.delete(path));
    await new Promise<void>((ready) => watcher.once('ready', ready));
    this.#folders.clear();
    for (const path of Object.keys(watcher.getWatched())) this.#noteFolder(path);
    this.#lookLater();
  }

  #noteFolder(path: string): void {
    const made = madeAt(path);
    if (made !== undefined) this.#folders.set(path, made);
  }

  #lookLater(): void {
    if (!this.#isClosed) this.#looking = setTimeout(() => this.#look(), LOOK).unref();
  }

  #look(): void {
    const isSame = [...this.#folders].every(([path, made]) => (madeAt(path) ?? made) === made);
    if (isSame) return this.#lookLater();
    this.#begun = this.#begin().then(() => this.#note(this.#folder, false));
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

  static async in(folder: string, signal: AbortSignal | undefined): Promise<WatchedFiles> {
    const files = new WatchedFiles(folder, signal);
    await files.#begin();
    return files;
  }

  /** Watches further files, by their absolute paths. */
  add(paths: readonly string[]): void {
    const added = paths.filter((path) => !this.#added.has(path));
    // Adding nothing would take as long as reading all folders.
    if (added.length > 0) this.#watcher?.add(added);
    for (const path of added) this.#added.add(path);
  }

  /** Waits until relevant files have changed; none if the signal was aborted. */
  async next(matters: (change: FileChange) => boolean): Promise<readonly FileChange[]> {
    while (!this.#signal?.aborted) {
      if (this.#changes.size === 0) await new Promise<void>((wake) => (this.#wake = wake));
      for (let seen = -1; seen !== this.#changes.size; await delay(SETTLED)) seen = this.#changes.size;
      const changes = [...this.#changes.values()].filter(
        (each) => each.path === this.#folder || matters(each),
      );
      this.#changes.clear();
      if (changes.length > 0) return changes;
    }
    return [];
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#looking);
    await this.#begun;
    await this.#watcher?.close();
  }
}

function stampOf(path: string): string {
  const { mtimeMs, size } = statOf(path) ?? {};
  return `${mtimeMs} ${size}`;
}

const IGNORED = /(?:^|[\\/])(?:node_modules|\.git|\.btcp)(?:[\\/]|$)/;
