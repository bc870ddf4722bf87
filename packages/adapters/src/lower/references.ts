import type { JsonSchema, JsonSchemaObject } from '@btcp/core';
import {
  findRecursiveRefs,
  freeName,
  getOwn,
  isObject,
  walkSchema,
  joinPointer,
  pointerToFragment,
  resolveRef,
  setOwn,
  type MutableObject,
} from '@btcp/schema/internal';
import { isKeyword } from './rules.ts';
import { mapRefs } from './schemas.ts';

/** Properties of a whole schema, computed once for all targets. */
export class RootFacts {
  readonly pointers: ReadonlyMap<object, string>;
  readonly recursiveRefs: ReadonlySet<string>;
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

const isPlainRef = (ref: string): boolean => ref === '#' || /^#\/\$defs\/[^/]*$/.test(ref);

/** The references to anything but the root or one of its definitions. */
function deepRefsOf(root: JsonSchema): string[] {
  const refs = new Set<string>();
  walkSchema(root, (schema) => {
    const ref = isObject(schema) ? getOwn(schema, '$ref') : undefined;
    if (typeof ref === 'string' && !isPlainRef(ref)) refs.add(ref);
  });
  return [...refs];
}

/**
 * A schema whose references all target the root or one of its definitions: other targets may move when the schema is
 * rewritten.
 */
export function hoistRefs(root: JsonSchemaObject): JsonSchemaObject {
  const refs = deepRefsOf(root);
  if (refs.length === 0) return root;
  const existing = getOwn(root, '$defs');
  const definitions: MutableObject = isObject(existing) ? { ...existing } : {};
  const renamed = new Map<string, string>();
  for (const ref of refs) {
    const wanted = (ref.split('/').at(-1) ?? '').replaceAll(/[^A-Za-z0-9_]/g, '_');
    const name = freeName(wanted, (each) => Object.hasOwn(definitions, each), '_');
    setOwn(definitions, name, resolveRef(root, ref));
    renamed.set(ref, pointerToFragment(joinPointer('', '$defs', name)));
  }
  return mapRefs({ ...root, $defs: definitions }, (ref) => renamed.get(ref) ?? ref);
}

/** Whether a schema or an array of them, what is below, or what any of these references passes a test. */
export function isAnyBelow(
  value: unknown,
  root: JsonSchema,
  test: (schema: MutableObject) => boolean,
): boolean {
  const seen = new Set<string>();
  let isFound = false;
  const look = (schema: JsonSchema): void =>
    walkSchema(schema, (node) => {
      if (!isObject(node) || isFound) return;
      isFound = test(node);
      const ref = getOwn(node, '$ref');
      if (typeof ref !== 'string' || seen.has(ref)) return;
      seen.add(ref);
      look(resolveRef(root, ref) ?? true);
    });
  for (const schema of [value].flat() as JsonSchema[]) look(schema);
  return isFound;
}
