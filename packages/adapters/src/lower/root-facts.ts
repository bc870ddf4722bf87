import type { JsonSchema } from '@btcp/core';
import {
  findRecursiveRefs,
  getOwn,
  isObject,
  joinPointer,
  pointerToFragment,
  walkSchema,
} from '@btcp/schema';
import { findDeepRef } from './hoist-refs.ts';

/** What is asked of a whole schema, once for all the targets that it is written for. */
export class RootFacts {
  readonly #root: JsonSchema;
  #pointers: ReadonlyMap<object, string> | undefined;
  #recursiveRefs: ReadonlySet<string> | undefined;
  #endlessRefs: ReadonlySet<string> | undefined;
  #deepRef: { readonly ref: string | undefined } | undefined;

  constructor(root: JsonSchema) {
    this.#root = root;
  }

  /** Where each of its schemas stands. */
  get pointers(): ReadonlyMap<object, string> {
    this.#pointers ??= pointersOf(this.#root);
    return this.#pointers;
  }

  /** The references that lead back into themselves. */
  get recursiveRefs(): ReadonlySet<string> {
    this.#recursiveRefs ??= findRecursiveRefs(this.#root);
    return this.#recursiveRefs;
  }

  /** The same, with those of definitions that nothing refers to: they are written too. */
  get endlessRefs(): ReadonlySet<string> {
    if (this.#endlessRefs !== undefined) return this.#endlessRefs;
    const root = withUsedDefinitions(this.#root);
    this.#endlessRefs = root === this.#root ? this.recursiveRefs : findRecursiveRefs(root);
    return this.#endlessRefs;
  }

  /** The first reference to anything but the root or one of its definitions. */
  get deepRef(): string | undefined {
    this.#deepRef ??= { ref: findDeepRef(this.#root) };
    return this.#deepRef.ref;
  }
}

function withUsedDefinitions(root: JsonSchema): JsonSchema {
  const definitions = isObject(root) ? getOwn(root, '$defs') : undefined;
  if (!isObject(root) || !isObject(definitions)) return root;
  const uses = Object.keys(definitions).map((name) => ({
    $ref: pointerToFragment(joinPointer('', '$defs', name)),
  }));
  const allOf = getOwn(root, 'allOf');
  return { ...root, allOf: [...(Array.isArray(allOf) ? (allOf as JsonSchema[]) : []), ...uses] };
}

const FACTS = new WeakMap<object, RootFacts>();

/** @param root - A normalised schema, which nobody writes to. */
export function factsOf(root: JsonSchema): RootFacts {
  if (!isObject(root)) return new RootFacts(root);
  const known = FACTS.get(root) ?? new RootFacts(root);
  FACTS.set(root, known);
  return known;
}

function pointersOf(root: JsonSchema): ReadonlyMap<object, string> {
  const pointers = new Map<object, string>();
  walkSchema(root, (schema, pointer) => {
    if (isObject(schema)) pointers.set(schema, pointer);
  });
  return pointers;
}
