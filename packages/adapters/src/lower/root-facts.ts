import type { JsonSchema } from '@btcp/core';
import { findRecursiveRefs, getOwn, isObject, walkSchema } from '@btcp/schema';
import { findDeepRef } from './hoist-refs.ts';
import { isKeyword } from './keyword-rule.ts';

/** Properties of a whole schema, computed once for all targets. */
export class RootFacts {
  /** The JSON pointer of each of its schemas. */
  readonly pointers: ReadonlyMap<object, string>;
  /** Its recursive references. */
  readonly recursiveRefs: ReadonlySet<string>;
  /** The first reference to anything but the root or one of its definitions. */
  readonly deepRef: string | undefined;
  /** Whether all its keywords belong to JSON Schema. */
  readonly isStandard: boolean;

  constructor(root: JsonSchema) {
    const pointers = new Map<object, string>();
    let hasRef = false;
    let isStandard = true;
    walkSchema(root, (schema, pointer) => {
      if (!isObject(schema)) return;
      pointers.set(schema, pointer);
      hasRef ||= getOwn(schema, '$ref') !== undefined;
      isStandard &&= Object.keys(schema).every(isKeyword);
    });
    this.isStandard = isStandard;
    this.pointers = pointers;
    this.recursiveRefs = hasRef ? findRecursiveRefs(root) : new Set();
    this.deepRef = hasRef ? findDeepRef(root) : undefined;
  }
}

const FACTS = new WeakMap<object, RootFacts>();

/** @param root - A normalised schema that is never written to. */
export function factsOf(root: JsonSchema): RootFacts {
  if (!isObject(root)) return new RootFacts(root);
  const known = FACTS.get(root) ?? new RootFacts(root);
  FACTS.set(root, known);
  return known;
}
