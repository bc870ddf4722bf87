import type { MutableObject } from '../own-property.ts';

/** The meaning of a `$ref`, until the place of its target in the normal form is known. */
interface PendingRef {
  /** The target, an object of the plain copy of the input. */
  readonly target: MutableObject;
  /** The name of the target, if it becomes a definition. */
  readonly name: string;
}

/** Placeholders in `$ref`: one string for each target, so that schemas can be compared as JSON. */
export class PendingRefs {
  readonly #texts = new Map<MutableObject, string>();
  readonly #refs = new Map<unknown, PendingRef>();

  /** The string for a reference to a schema. */
  to(target: MutableObject, name: string): string {
    const known = this.#texts.get(target);
    if (known !== undefined) return known;
    const text = String(this.#refs.size);
    this.#texts.set(target, text);
    this.#refs.set(text, { target, name });
    return text;
  }

  /** What a string stands for. */
  read(text: unknown): PendingRef | undefined {
    return this.#refs.get(text);
  }
}
