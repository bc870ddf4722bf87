import type { JsonSchema } from '@btcp/core';
import { isObject, getOwn, omitKeys } from '../own-property.ts';
import { decodeFragment, getAtPointer, joinPointer, parsePointer } from '../pointer.ts';
import { walkSchema } from '../walk-schema.ts';
import { DEFINITION_KEYWORDS, REFERENCE_KEYWORDS } from '../keywords.ts';

/** The schema that a `$ref` of a normalised schema names; `undefined` for one to another document. */
export function resolveRef(root: JsonSchema, ref: string): JsonSchema | undefined {
  if (!ref.startsWith('#')) return undefined;
  const target = getAtPointer(root, decodeFragment(ref.slice(1)));
  return typeof target === 'boolean' || isObject(target) ? target : undefined;
}

/** The recursive references of a normalised schema, whose inlining would never end; none of unreferenced definitions. */
export function findRecursiveRefs(root: JsonSchema): ReadonlySet<string> {
  const edges = new Map<string, readonly string[]>();
  const refs = closureOf(refsBelow(root), (ref) => {
    const target = resolveRef(root, ref);
    // A target contains the definitions only where it is the root.
    const below = target === undefined ? [] : refsBelow(target);
    edges.set(ref, below);
    return below;
  });
  const next = (ref: string): readonly string[] => edges.get(ref) ?? [];
  return new Set([...refs].filter((ref) => closureOf(next(ref), next).has(ref)));
}

function refsBelow(schema: JsonSchema): string[] {
  const refs: string[] = [];
  walkSchema(schema, (node, pointer) => {
    if (pointer.startsWith('/$defs/')) return false;
    const ref = isObject(node) ? getOwn(node, '$ref') : undefined;
    if (typeof ref === 'string') refs.push(ref);
    return undefined;
  });
  return refs;
}

/** Items and all that they lead to, in the order in which they are found. */
export function closureOf<Item>(start: Iterable<Item>, next: (item: Item) => Iterable<Item>): Set<Item> {
  const found = new Set(start);
  // Iterating over a set includes elements added during the loop.
  for (const item of found) for (const each of next(item)) found.add(each);
  return found;
}

/** A schema with one of these may be referred to by it, from anywhere. */
const NAMES = ['$id', 'id', '$anchor', '$dynamicAnchor', '$recursiveAnchor'];

/** A schema without the definitions at its root that nothing refers to. */
export function withoutUnusedDefinitions(schema: JsonSchema): JsonSchema {
  if (!isObject(schema)) return schema;
  const used = usedDefinitions(schema);
  const kept = Object.entries(schema).flatMap(([keyword, value]): [string, unknown][] => {
    if (!DEFINITION_KEYWORDS.includes(keyword) || !isObject(value)) return [[keyword, value]];
    const unused = Object.keys(value).filter((name) => !used.has(joinPointer('', keyword, name)));
    return unused.length === Object.keys(value).length ? [] : [[keyword, omitKeys(value, unused)]];
  });
  return Object.fromEntries(kept);
}

/** The pointers of the definitions that are reached from outside of them. */
function usedDefinitions(schema: Readonly<Record<string, unknown>>): ReadonlySet<string> {
  const definitions = new Map(
    DEFINITION_KEYWORDS.flatMap((keyword) => {
      const held = getOwn(schema, keyword);
      return isObject(held)
        ? Object.entries(held).map(([name, each]) => [joinPointer('', keyword, name), each] as const)
        : [];
    }),
  );
  const used = (each: unknown): string[] =>
    [...referencesIn(each)].filter((pointer) => definitions.has(pointer));
  const named = [...definitions].filter(([, each]) => hasName(each)).map(([pointer]) => pointer);
  const outside = omitKeys(schema, DEFINITION_KEYWORDS);
  return closureOf([...named, ...used(outside)], (pointer) => used(definitions.get(pointer)));
}

const hasName = (schema: unknown): boolean =>
  some(schema, (node) => NAMES.some((each) => Object.hasOwn(node, each)));

function referencesIn(schema: unknown): ReadonlySet<string> {
  const found = new Set<string>();
  some(schema, (node) => {
    for (const keyword of REFERENCE_KEYWORDS) {
      const reference = getOwn(node, keyword);
      if (typeof reference !== 'string' || !reference.startsWith('#/')) continue;
      const tokens = parsePointer(decodeFragment(reference.slice(1))) ?? [];
      found.add(joinPointer('', ...tokens.slice(0, 2)));
    }
    return false;
  });
  return found;
}

/** Whether a schema or one below it passes a test. */
function some(schema: unknown, test: (node: Readonly<Record<string, unknown>>) => boolean): boolean {
  let found = false;
  walkSchema(schema as JsonSchema, (node) => {
    found ||= isObject(node) && test(node);
  });
  return found;
}
