import type { JsonSchemaObject } from '@btcp/core';
import type { Type } from '../../source/types/typescript.ts';

/** What `Definitions` makes of a type: what to write, and how many schemas that is. */
interface Finished {
  readonly schema: JsonSchemaObject;
  readonly size: number;
}

/**
 * Converts each type once, and closes recursion: a type met again inside itself becomes a definition, named
 * after it, that is referred to from then on.
 */
export class Definitions {
  /** The definitions so far, by name. */
  readonly byName: Map<string, JsonSchemaObject> = new Map();
  /** How many schemas the result holds so far, shared ones counted wherever they stand. */
  size = 0;
  readonly #finished = new Map<Type, Finished>();
  readonly #active = new Set<Type>();
  readonly #names = new Map<Type, string>();
  readonly #root: Type | undefined;

  /** @param root - The type of the whole, which is referred to as such. */
  constructor(root: Type | undefined) {
    this.#root = root;
  }

  /**
   * @param type - Told apart by identity.
   * @param convert - Converts the type; called at most once for each.
   */
  define(type: Type, convert: () => JsonSchemaObject): JsonSchemaObject {
    const finished = this.#finished.get(type);
    if (finished) {
      this.size += finished.size;
      return finished.schema;
    }
    if (this.#active.has(type)) return type === this.#root ? { $ref: '#' } : reference(this.#nameOf(type));
    return this.#convert(type, convert);
  }

  #convert(type: Type, convert: () => JsonSchemaObject): JsonSchemaObject {
    const sizeBefore = this.size;
    this.#active.add(type);
    const converted = convert();
    this.#active.delete(type);
    const name = this.#names.get(type);
    if (name !== undefined) this.byName.set(name, converted);
    const schema = name === undefined ? converted : reference(name);
    this.#finished.set(type, { schema, size: name === undefined ? this.size - sizeBefore : 1 });
    return schema;
  }

  #nameOf(type: Type): string {
    const known = this.#names.get(type);
    if (known !== undefined) return known;
    const base = baseName(type);
    const taken = new Set(this.#names.values());
    let name = base;
    for (let i = 2; taken.has(name); i++) name = `${base}${i}`;
    this.#names.set(type, name);
    return name;
  }
}

const reference = (name: string): JsonSchemaObject => ({ $ref: `#/$defs/${name}` });

function baseName(type: Type): string {
  const name = (type.getAliasSymbol() ?? type.getSymbol())?.name ?? '';
  // Types without a name have one of TypeScript's own, such as `__type`. Others stay free of what `$ref` escapes.
  return /^(?!__)[A-Za-z_][\w]*$/.test(name) ? name : 'Recursive';
}
