import { DEFINITION_KEYWORDS } from '../keywords.ts';
import { isObject, setOwn, type MutableObject } from '../own-property.ts';
import { decodeFragment } from '../pointer.ts';
import type { SchemaIndex } from './schema-index.ts';
import { memberOf, type Place, placeOf, type Reference, resolveUri } from './schema-place.ts';
import { mapSubschemas } from '../walk-schema.ts';

/** The dynamic anchors in scope: for each name the outermost schema's, as `$dynamicRef` resolves it. */
interface DynamicScope {
  readonly key: string;
  readonly anchors: ReadonlyMap<string, MutableObject>;
}

/** A schema, and its index. */
export interface IndexedSchema {
  readonly root: MutableObject;
  readonly index: SchemaIndex;
}

/**
 * Makes dynamic references static, where they can mean several schemas: copies each referenced schema for every dynamic
 * scope that it is reached in.
 *
 * @returns `undefined` where there are none.
 */
export function isolateScopes(root: MutableObject, index: SchemaIndex): IndexedSchema | undefined {
  const isDynamic = index.references.some(({ keyword }) => keyword === '$dynamicRef');
  const addresses = new Set(index.bases.values());
  return isDynamic && addresses.size > 1 ? new ScopedCopies(index).copyAll(root) : undefined;
}

class ScopedCopies {
  readonly #index: SchemaIndex;
  readonly #byNode = new Map<object, Reference[]>();
  readonly #references: Reference[] = [];
  readonly #copies = new Map<object, Map<string, MutableObject>>();
  readonly #ids = new Map<object, number>();
  // Copies are queued, so that a long chain of references needs no deep stack.
  readonly #pending: (() => void)[] = [];

  constructor(index: SchemaIndex) {
    this.#index = index;
    for (const reference of index.references) {
      const known = this.#byNode.get(reference.node);
      if (known === undefined) this.#byNode.set(reference.node, [reference]);
      else known.push(reference);
    }
  }

  copyAll(given: MutableObject): IndexedSchema {
    const root = this.#copyOf(given, { key: '', anchors: new Map() });
    for (const copy of this.#pending) copy();
    const none = { definitions: [], hoisted: new Set<object>(), repeats: new Map<object, MutableObject>() };
    return { root, index: { ...this.#index, ...none, references: this.#references } };
  }

  #copyOf(schema: MutableObject, outer: DynamicScope): MutableObject {
    const node = this.#index.repeats.get(schema) ?? schema;
    const scope = this.#enter(outer, node);
    let copies = this.#copies.get(node);
    if (copies === undefined) this.#copies.set(node, (copies = new Map<string, MutableObject>()));
    const known = copies.get(scope.key);
    if (known !== undefined) return known;
    const copy: MutableObject = {};
    copies.set(scope.key, copy);
    this.#pending.push(() => this.#fill(copy, node, scope));
    return copy;
  }

  #fill(copy: MutableObject, node: MutableObject, scope: DynamicScope): void {
    const inner = (schema: unknown): unknown => {
      if (!isObject(schema)) return schema;
      const below: MutableObject = {};
      const first = this.#index.repeats.get(schema) ?? schema;
      this.#fill(below, first, this.#enter(scope, first));
      return below;
    };
    for (const [keyword, value] of Object.entries(node)) {
      if (DEFINITION_KEYWORDS.includes(keyword)) continue;
      setOwn(copy, keyword, mapSubschemas(keyword, value, inner));
    }
    for (const reference of this.#byNode.get(node) ?? [])
      this.#references.push({ ...reference, node: copy, target: this.#targetOf(reference, scope) });
  }

  #targetOf({ keyword, ref, target }: Reference, scope: DynamicScope): Place {
    const schema = memberOf(target);
    // In an array of its own, to be replaced by an object.
    if (!isObject(schema)) return { holder: [schema], key: '0' };
    const { fragment } = resolveUri(ref, '');
    const name = decodeFragment(fragment);
    const isDynamic = keyword === '$dynamicRef' && schema['$dynamicAnchor'] === name;
    return placeOf(this.#copyOf((isDynamic && scope.anchors.get(name)) || schema, scope));
  }

  #enter(scope: DynamicScope, node: MutableObject): DynamicScope {
    const named = this.#index.dynamicAnchors.get(this.#index.bases.get(node) ?? '') ?? [];
    const added = [...named].filter(([name]) => !scope.anchors.has(name));
    if (added.length === 0) return scope;
    const anchors = new Map([...scope.anchors, ...added]);
    const key = [...anchors].map(([name, schema]) => `${name}=${this.#idOf(schema)}`).sort();
    return { key: key.join(' '), anchors };
  }

  #idOf(schema: object): number {
    const id = this.#ids.get(schema) ?? this.#ids.size;
    this.#ids.set(schema, id);
    return id;
  }
}
