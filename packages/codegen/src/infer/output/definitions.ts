import type { JsonSchemaObject } from '@btcp/core';
import { freeName } from '@btcp/schema';
import type { Type } from '../../source/types/typescript.ts';

/** A converted type: its schema, and the number of schemas in that. */
interface Finished {
  readonly schema: JsonSchemaObject;
  readonly size: number;
}

/**
 * Converts each type once. A type that contains itself becomes a definition, named after the type.
 */
export class Definitions {
  /** The definitions so far, by name. */
  readonly byName: Map<string, JsonSchemaObject> = new Map();
  /** Number of schemas in the result so far; a shared schema counts at each use. */
  size = 0;
  readonly #finished = new Map<Type, Finished>();
  readonly #active = new Set<Type>();
  readonly #names = new Map<Type, string>();
  readonly #root: Type | undefined;

  /** @param root - The type of the whole result, to which `#` refers. */
  constructor(root: Type | undefined) {
    this.#root = root;
  }

  /**
   * @param type - Compared by identity.
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
    const taken = new Set(this.#names.values());
    const name = freeName(baseName(type), (each) => taken.has(each));
    this.#names.set(type, name);
    return name;
  }
}

const reference = (name: string): JsonSchemaObject => ({ $ref: `#/$defs/${name}` });

function baseName(type: Type): string {
  const name = (type.getAliasSymbol() ?? type.getSymbol())?.name ?? '';
  // Rejects TypeScript's names for anonymous types, such as `__type`, and names that `$ref` would have to escape.
  return /^(?!__)[A-Za-z_][\w]*$/.test(name) ? name : 'Recursive';
}
