import { ANYWHERE, type Source } from './effects.ts';

type Listener = () => void;

/** That a name gets another value, rather than its value other members. */
export const THE_NAME = -1;

/** Tells who waits for it when the value of a name turns out to be needed, or to be changed. */
export class NeedWatch {
  readonly #needed = new Topic();
  readonly #changed = new Topic();
  readonly #due: Listener[] = [];

  /** Notes that a value is needed, or only what is so many steps inside of it, and further. */
  need(source: Source, from: number = THE_NAME): void {
    for (let depth = from; depth <= ANYWHERE; depth++)
      this.#due.push(...this.#needed.settle(at(source, depth)));
  }

  /** Notes that some statement changes a value. */
  change(source: Source): void {
    this.#due.push(...this.#changed.settle(source));
  }

  /** @param depth - How many steps inside of the value. */
  onNeeded(source: Source, depth: number, listener: Listener): void {
    this.#due.push(...this.#needed.listen(at(source, depth), listener));
  }

  onChanged(source: Source, listener: Listener): void {
    this.#due.push(...this.#changed.listen(source, listener));
  }

  /** Calls everyone who has waited for what came, until nothing more comes of it. */
  settle(): void {
    for (let next = this.#due.pop(); next; next = this.#due.pop()) next();
  }
}

const at = (source: Source, depth: number): string => `${depth}${source}`;

/** Listeners by source, each of which is due once. */
class Topic {
  readonly #known = new Set<Source>();
  readonly #waiting = new Map<Source, Listener[]>();

  /** @returns The listeners that are due. */
  settle(source: Source): readonly Listener[] {
    this.#known.add(source);
    const listeners = this.#waiting.get(source) ?? [];
    this.#waiting.delete(source);
    return listeners;
  }

  /** @returns The listener, if it is due at once. */
  listen(source: Source, listener: Listener): readonly Listener[] {
    if (this.#known.has(source)) return [listener];
    const waiting = this.#waiting.get(source);
    if (waiting) waiting.push(listener);
    else this.#waiting.set(source, [listener]);
    return [];
  }
}
