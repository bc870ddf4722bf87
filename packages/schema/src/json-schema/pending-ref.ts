import type { MutableObject } from './own-property.ts';

/** Stands for the text of a `$ref` until the place of its target in the normal form is known. */
export class PendingRef {
  /** The schema that is meant, as an object of the plain copy of the input. */
  readonly target: MutableObject;
  /** What to call the target if it has to become a definition. */
  readonly name: string;

  constructor(target: MutableObject, name: string) {
    this.target = target;
    this.name = name;
  }
}
