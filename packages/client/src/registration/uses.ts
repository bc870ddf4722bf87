import type { Registration } from '@btcp/core';
import type { RegisteredManifest, ToolsHandle, UseOptions } from '../client-options.ts';

/** A registration that is in use, until it is disposed. */
interface Use {
  readonly name: string;
  readonly register: () => Promise<RegisteredManifest | undefined>;
  ready: Promise<RegisteredManifest | undefined>;
}

/** What a client does for `Uses`. */
interface UsesParts {
  /** @param isCurrent - Whether it is still to be registered. */
  readonly register: (
    registration: Registration,
    options: UseOptions,
    isCurrent: () => boolean,
  ) => Promise<RegisteredManifest | undefined>;
  readonly remove: (name: string) => void;
}

/** Registrations in use: of several with one manifest's name the last counts, and the one before it when that is disposed. */
export class Uses {
  readonly #parts: UsesParts;
  readonly #lists = new Map<string, Use[]>();

  constructor(parts: UsesParts) {
    this.#parts = parts;
  }

  open(registration: Registration, options: UseOptions): ToolsHandle {
    let use = this.#add(registration, options);
    const stop = (registration as Registration | undefined)?.onUpdate?.((next) => {
      const before = use;
      use = this.#add(next, options);
      this.#remove(before);
    });
    return {
      get ready() {
        return use.ready;
      },
      dispose: () => {
        stop?.();
        this.#remove(use);
      },
    };
  }

  /** Somebody else registered, or removed, the manifest of that name; without one, all. */
  forget(name?: string): void {
    if (name === undefined) this.#lists.clear();
    else this.#lists.delete(name);
  }

  #add(registration: Registration, options: UseOptions): Use {
    // Callers in plain JavaScript may pass anything; `register` says what is wrong.
    const name = String((registration as Partial<Registration> | undefined)?.manifest?.name);
    const list = this.#lists.get(name) ?? [];
    this.#lists.set(name, list);
    const isCurrent = (): boolean => this.#lists.get(name)?.at(-1) === use;
    const register: Use['register'] = () => this.#parts.register(registration, options, isCurrent);
    const use = { name, register } as Use;
    list.push(use);
    use.ready = register();
    return use;
  }

  #remove(use: Use): void {
    const list = this.#lists.get(use.name) ?? [];
    const index = list.indexOf(use);
    if (index < 0) return;
    list.splice(index, 1);
    // Another one is registered in its place.
    if (index < list.length) return;
    const last = list.at(-1);
    if (last) last.ready = last.register();
    else this.#parts.remove(use.name);
  }
}
