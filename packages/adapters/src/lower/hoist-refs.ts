import type { JsonSchema, JsonSchemaObject } from '@btcp/core';
import {
  getOwn,
  isObject,
  joinPointer,
  pointerToFragment,
  resolveRef,
  setOwn,
  walkSchema,
  type MutableObject,
} from '@btcp/schema';
import { mapRefs } from './copy-json.ts';

const isPlainRef = (ref: string): boolean => ref === '#' || /^#\/\$defs\/[^/]*$/.test(ref);

/** The first reference to anything but the root or one of its definitions. */
export function findDeepRef(root: JsonSchema): string | undefined {
  return deepRefsOf(root)[0];
}

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
  const existing = getOwn(root, '$defs');
  const definitions: MutableObject = isObject(existing) ? { ...existing } : {};
  const renamed = new Map<string, string>();
  for (const ref of deepRefsOf(root)) {
    const name = unusedName(definitions, ref.split('/').at(-1) ?? 'schema');
    setOwn(definitions, name, resolveRef(root, ref));
    renamed.set(ref, pointerToFragment(joinPointer('', '$defs', name)));
  }
  return mapRefs({ ...root, $defs: definitions }, (ref) => renamed.get(ref) ?? ref);
}

function unusedName(definitions: MutableObject, wanted: string): string {
  const plain = wanted.replaceAll(/[^A-Za-z0-9_]/g, '_');
  let name = plain;
  for (let count = 2; Object.hasOwn(definitions, name); count++) name = `${plain}_${count}`;
  return name;
}
