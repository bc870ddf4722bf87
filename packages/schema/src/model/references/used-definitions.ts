import type { JsonSchema } from '@btcp/core';
import { closureOf } from './resolve-ref.ts';
import { DEFINITION_KEYWORDS, REFERENCE_KEYWORDS } from '../keywords.ts';
import { getOwn, isObject, omitKeys } from '../own-property.ts';
import { decodeFragment, joinPointer, parsePointer } from '../pointer.ts';
import { walkSchema } from '../walk-schema.ts';

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
