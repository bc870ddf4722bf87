import type { JsonSchema } from '@btcp/core';
import { findRecursiveRefs, getOwn, isObject, walkSchema } from '@btcp/schema';
import { findDeepRef } from './hoist-refs.ts';

/** What is asked of a whole schema, once for all the targets that it is written for. */
export class RootFacts {
  /** Where each of its schemas stands. */
  readonly pointers: ReadonlyMap<object, string>;
  /** The references that lead back into themselves. */
  readonly recursiveRefs: ReadonlySet<string>;
  /** The first reference to anything but the root or one of its definitions. */
  readonly deepRef: string | undefined;

  constructor(root: JsonSchema) {
    const pointers = new Map<object, string>();
    let hasRef = false;
    walkSchema(root, (schema, pointer) => {
      if (!isObject(schema)) return;
      pointers.set(schema, pointer);
      hasRef ||= getOwn(schema, '$ref') !== undefined;
    });
    this.pointers = pointers;
    this.recursiveRefs = hasRef ? findRecursiveRefs(root) : new Set();
    this.deepRef = hasRef ? findDeepRef(root) : undefined;
  }
}

const FACTS = new WeakMap<object, RootFacts>();

/** @param root - A normalised schema, which nobody writes to. */
export function factsOf(root: JsonSchema): RootFacts {
  if (!isObject(root)) return new RootFacts(root);
  const known = FACTS.get(root) ?? new RootFacts(root);
  FACTS.set(root, known);
  return known;
}
