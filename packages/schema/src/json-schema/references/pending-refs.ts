import type { MutableObject } from '../own-property.ts';

/** What a `$ref` means, until the place of its target in the normal form is known. */
interface PendingRef {
  /** The schema that is meant, as an object of the plain copy of the input. */
  readonly target: MutableObject;
  /** What to call the target if it has to become a definition. */
  readonly name: string;
}

/** The strings that stand in `$ref` in the meantime: one for each target, so that schemas can be compared as JSON. */
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
