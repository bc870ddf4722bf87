/** Milliseconds that whoever needs a late module waits at most: a network may never answer. */
const TIMEOUT = 3000;

type Later = ((act: () => void, milliseconds?: number) => unknown) | undefined;

// An isolated engine has no timers, and Safari no `requestIdleCallback`.
const { requestIdleCallback, setTimeout } = globalThis as {
  readonly requestIdleCallback?: Later;
  readonly setTimeout?: Later;
};

/** A module that a page imports while it is idle, or before, when something fails that needs it. */
export class LateModule<T> {
  /** The module, once it is loaded. */
  loaded: T | undefined;
  readonly #import: () => Promise<T>;
  #loading: Promise<T> | undefined;

  constructor(load: () => Promise<T>) {
    this.#import = load;
  }

  /** Loads it. Rejects as the import does; the next one who needs it tries again. Who asks first has it first. */
  need(): Promise<T> {
    // Once for all: of several imports Vite lets the first wait for style sheets, and later ones not.
    return (this.#loading ??= this.#import().then(
      (loaded) => (this.loaded = loaded),
      (error: unknown) => {
        this.#loading = undefined;
        throw error;
      },
    ));
  }

  /** Loads it. Never rejects, and takes no longer than `TIMEOUT`: without a network there is none. */
  load(): Promise<void> {
    // Nobody reads the module from what this resolves to.
    return Promise.race<unknown>([
      this.need().catch(() => {}),
      new Promise<void>((resolve) => setTimeout?.(resolve, TIMEOUT)),
    ]) as Promise<void>;
  }

  /** Loads it while the page does nothing else, so that it later needs no network, and does something then. */
  preload(act: (loaded: T | undefined) => void): void {
    try {
      (requestIdleCallback ?? setTimeout)?.(() => this.use(act));
    } catch {
      // Cloudflare Workers have no timers while they start, and have loaded everything.
      void this.need().then(act);
    }
  }

  /** Does something when it is loaded, or cannot be: at once, but in the first moments of a page. */
  use(act: (loaded: T | undefined) => void): void {
    if (this.loaded) act(this.loaded);
    else void this.load().then(() => act(this.loaded));
  }
}
