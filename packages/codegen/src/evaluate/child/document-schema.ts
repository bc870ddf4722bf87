// Bundled with what runs in the child process: nothing of the build is imported here.

/** Marks what TypeBox made. */
export const KIND: symbol = Symbol.for('TypeBox.Kind');

/**
 * Gives a schema what its JSDoc says, where it does not say so itself.
 *
 * @param isFresh - Whether it was made for this place alone.
 */
export function documentSchema(
  schema: unknown,
  doc: Readonly<Record<string, unknown>>,
  isFresh: boolean,
): unknown {
  if (typeof schema !== 'object' || schema === null || !(KIND in schema)) return schema;
  if (!isFresh && Object.isExtensible(schema)) return new Proxy(schema, new Documented(doc));
  const missing = Object.entries(doc).filter(([key]) => !(key in schema));
  return { ...schema, ...Object.fromEntries(missing) };
}

/** Lets a schema that others use too look documented, and yet be changed with it. */
class Documented implements ProxyHandler<object> {
  readonly #doc: Readonly<Record<string, unknown>>;

  constructor(doc: Readonly<Record<string, unknown>>) {
    this.#doc = doc;
  }

  has(target: object, key: PropertyKey): boolean {
    return key in target || Object.hasOwn(this.#doc, key);
  }

  get(target: object, key: string | symbol): unknown {
    return key in target ? Reflect.get(target, key) : this.#docOf(key);
  }

  ownKeys(target: object): (string | symbol)[] {
    return [...new Set([...Reflect.ownKeys(target), ...Object.keys(this.#doc)])];
  }

  getOwnPropertyDescriptor(target: object, key: string | symbol): PropertyDescriptor | undefined {
    const own = Reflect.getOwnPropertyDescriptor(target, key);
    if (own || !Object.hasOwn(this.#doc, key)) return own;
    return { value: this.#docOf(key), enumerable: true, configurable: true, writable: true };
  }

  #docOf(key: string | symbol): unknown {
    return typeof key === 'string' && Object.hasOwn(this.#doc, key) ? this.#doc[key] : undefined;
  }
}
