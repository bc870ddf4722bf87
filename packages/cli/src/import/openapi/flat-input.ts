import { setOwn, type MutableObject } from '@btcp/schema';
import type { Note } from './operation.ts';

/** The input of a tool: parameters and the body's properties beside each other. */
export class FlatInput {
  readonly #properties: MutableObject = {};
  readonly #required: string[] = [];
  readonly #note: Note;

  constructor(note: Note) {
    this.#note = note;
  }

  /**
   * Adds a property.
   *
   * @param wanted - Its name in the document.
   * @param place - Where it is sent: `query`, `body`.
   * @returns Its name in the input, which is another one if that is taken or has characters that models' APIs refuse.
   */
  add(wanted: string, place: string, schema: unknown, isRequired: boolean): string {
    const allowed = /^[A-Za-z0-9_.-]+$/.test(wanted)
      ? wanted
      : wanted.replace(/[^A-Za-z0-9_.-]+/g, '_').replace(/^_|_$/g, '') || place;
    let name = allowed;
    for (let count = 1; this.#isTaken(name); count++)
      name = `${place}_${allowed}${count === 1 ? '' : `_${count}`}`;
    if (name !== wanted) {
      const why = name === allowed ? 'models cannot write that name' : 'that name is taken';
      this.#note(`"${wanted}" of the ${place} is "${name}" in the input, because ${why}`);
    }
    setOwn(this.#properties, name, schema);
    if (isRequired) this.#required.push(name);
    return name;
  }

  // Some of the names that every object has would be a prototype's.
  #isTaken(name: string): boolean {
    return Object.hasOwn(this.#properties, name) || name === '__proto__';
  }

  /** The schema. Closed, because what is no parameter would be lost. */
  schema(definitions: Readonly<Record<string, unknown>>): MutableObject {
    return {
      type: 'object',
      properties: this.#properties,
      ...(this.#required.length > 0 && { required: this.#required }),
      additionalProperties: false,
      ...(Object.keys(definitions).length > 0 && { $defs: definitions }),
    };
  }
}
