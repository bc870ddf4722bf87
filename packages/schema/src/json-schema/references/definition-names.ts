import { definitionName } from './schema-uri.ts';

/** Assigns the names of `$defs`, each only once. */
export class DefinitionNames {
  readonly #taken = new Set<string>();
  /** The next number for each name, so that many equal names do not each count from the start. */
  readonly #counts = new Map<string, number>();

  /** The name itself where it is free, else with a number. */
  take(wanted: string): string {
    let name = wanted;
    let count = this.#counts.get(wanted) ?? 2;
    for (; this.#taken.has(name); count++) name = `${wanted}_${count}`;
    this.#counts.set(wanted, count);
    this.#taken.add(name);
    return name;
  }

  /** A name for a schema with an `$id`. */
  takeForId(id: string): string {
    // TypeBox numbers anonymous recursive types in the order the program makes them; number them per schema instead.
    if (!/^T[0-9]+$/.test(id)) return this.take(definitionName(id));
    let count = this.#counts.get('T') ?? 0;
    while (this.#taken.has(`T${count}`)) count++;
    this.#counts.set('T', count);
    return this.take(`T${count}`);
  }
}
