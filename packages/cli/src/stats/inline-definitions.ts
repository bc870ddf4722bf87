import type { JsonSchema, JsonSchemaObject } from '@btcp/core';
import {
  ANNOTATION_KEYWORDS,
  decodeFragment,
  findRecursiveRefs,
  getOwn,
  isObject,
  parsePointer,
  resolveRef,
  setOwn,
  walkSchema,
  type MutableObject,
} from '@btcp/schema';

/** Definitions that refer to definitions can grow exponentially when inlined. */
const MOST_SCHEMAS = 20_000;

/**
 * A copy of a normalised schema with its definitions where they are referenced. Recursive ones stay, and those that more
 * than annotations stand beside.
 *
 * @returns `undefined` where the copy would be huge, or a reference leads to anything but the root or a definition.
 */
export function inlineDefinitions(root: JsonSchemaObject): MutableObject | undefined {
  const recursive = findRecursiveRefs(root);
  const body = copyOf(root);
  delete body['$defs'];
  const kept: MutableObject = {};
  const pending: JsonSchema[] = [body];
  let count = 0;
  // Appends to the array while iterating.
  for (const schema of pending) {
    for (const ref of inlineWithin(schema)) {
      const [keyword, name, deeper] = parsePointer(decodeFragment(ref.slice(1))) ?? ['invalid'];
      if (keyword === undefined) continue;
      if (keyword !== '$defs' || name === undefined || deeper !== undefined) return undefined;
      if (Object.hasOwn(kept, name)) continue;
      const definition = resolveRef(root, ref) ?? {};
      setOwn(kept, name, typeof definition === 'boolean' ? definition : copyOf(definition));
      pending.push(kept[name] as JsonSchema);
    }
    if (count > MOST_SCHEMAS) return undefined;
  }
  return Object.keys(kept).length > 0 ? { ...body, $defs: kept } : body;

  /** @returns The references that are left. */
  function inlineWithin(schema: JsonSchema): readonly string[] {
    const left: string[] = [];
    walkSchema(schema, (node) => {
      if (++count > MOST_SCHEMAS) return false;
      if (!isObject(node)) return undefined;
      while (inlineOnce(node, root, recursive));
      const ref = getOwn(node, '$ref');
      if (typeof ref === 'string') left.push(ref);
      return undefined;
    });
    return left;
  }
}

/** A copy in which no two places share an object. */
export function copyOf(schema: JsonSchemaObject): MutableObject {
  return JSON.parse(JSON.stringify(schema)) as MutableObject;
}

/** @returns Whether it did, so that the result may be another reference. */
function inlineOnce(node: MutableObject, root: JsonSchemaObject, recursive: ReadonlySet<string>): boolean {
  const ref = getOwn(node, '$ref');
  if (typeof ref !== 'string' || recursive.has(ref)) return false;
  const target = resolveRef(root, ref);
  if (!isObject(target) || !Object.keys(node).every(isReferenceOrAnnotation)) return false;
  delete node['$ref'];
  for (const [keyword, value] of Object.entries(copyOf(target)))
    if (!Object.hasOwn(node, keyword)) setOwn(node, keyword, value);
  return true;
}

const isReferenceOrAnnotation = (keyword: string): boolean =>
  keyword === '$ref' || ANNOTATION_KEYWORDS.includes(keyword);
