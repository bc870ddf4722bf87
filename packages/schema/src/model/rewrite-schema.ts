import type { JsonSchema, JsonSchemaObject } from '@btcp/core';
import { ANNOTATION_KEYWORDS, REFERENCE_KEYWORDS } from './keywords.ts';
import { getOwn, isObject, omitKeys, pickKeys, setOwn, type MutableObject } from './own-property.ts';
import { joinPointer, pointerToFragment } from './pointer.ts';
import {
  mergeIntersections,
  rewriteBooleanLimits,
  rewriteDependencies,
  rewriteLiteralUnions,
  rewriteNullable,
  rewriteRecords,
} from './rewrite/rewrite-keywords.ts';
import type { SchemaIndex } from './references/schema-index.ts';
import { memberOf, type Reference, definitionName } from './references/schema-place.ts';
import { mapSubschemas, walkSchema } from './walk-schema.ts';

/** Draft-07 tuples, `items: […]` with `additionalItems`, as `prefixItems` with `items`. */
function rewriteTuples(schema: MutableObject): MutableObject {
  const isTuple = Array.isArray(getOwn(schema, 'items'));
  if (!isTuple && !Object.hasOwn(schema, 'additionalItems')) return schema;
  const rewritten: MutableObject = {};
  for (const [key, value] of Object.entries(schema)) {
    // Without an array of items, draft-07 ignores `additionalItems`; an empty array leaves all items to it.
    if (key === 'additionalItems') {
      if (isTuple) rewritten['items'] = value;
    } else if (key !== 'items' || !isTuple) setOwn(rewritten, key, value);
    else if (Array.isArray(value) && value.length > 0) rewritten['prefixItems'] = value;
  }
  return rewritten;
}

/** Applied to every schema in this order, to the inner ones first. */
const REWRITES: readonly ((schema: MutableObject) => MutableObject)[] = [
  rewriteTuples,
  rewriteDependencies,
  rewriteBooleanLimits,
  rewriteRecords,
  rewriteLiteralUnions,
  mergeIntersections,
  rewriteNullable,
];

/** Keywords that the normal form does without; definitions are added again at the root. */
const DROPPED: ReadonlySet<string> = new Set([
  '$id',
  '$schema',
  '$anchor',
  '$dynamicAnchor',
  '$recursiveAnchor',
  '$defs',
  'definitions',
]);

/**
 * Writes the normal form of a schema without issues.
 *
 * @param root - The input as plain JSON; its references are replaced in place.
 */
export function rewriteSchema(root: MutableObject, index: SchemaIndex): JsonSchemaObject {
  const refs = new PendingRefs();
  for (const reference of index.references) markReference(reference, refs);
  return new SchemaRewriter(index, refs).rewriteRoot(root);
}

// A boolean target becomes an object, to have an identity.
function markReference({ node, keyword, ref, target }: Reference, refs: PendingRefs): void {
  if (typeof memberOf(target) === 'boolean') {
    const replacement = memberOf(target) === true ? {} : { not: {} };
    if (Array.isArray(target.holder)) target.holder[Number(target.key)] = replacement;
    else setOwn(target.holder, target.key, replacement);
  }
  const schema = memberOf(target);
  if (isObject(schema)) node[keyword] = refs.to(schema, definitionName(ref));
}

class SchemaRewriter {
  readonly #index: SchemaIndex;
  readonly #refs: PendingRefs;
  /** Schemas of the input → their rewritten form. */
  readonly #outputs = new Map<object, JsonSchemaObject>();

  constructor(index: SchemaIndex, refs: PendingRefs) {
    this.#index = index;
    this.#refs = refs;
  }

  rewriteRoot(root: MutableObject): JsonSchemaObject {
    const { merged, chain } = this.#followRoot(root);
    const inlined = new Set<unknown>(chain);
    const definitions: MutableObject = {};
    for (const definition of this.#index.definitions) {
      const schema = memberOf(definition);
      if (inlined.has(schema) || (isObject(schema) && this.#index.repeats.has(schema))) continue;
      setOwn(definitions, definition.name, this.#rewriteDefinition(schema));
    }
    const body: MutableObject = { ...this.#rewrite(merged) };
    for (const node of chain) this.#outputs.set(node, body);
    this.#placeReferences(body, definitions);
    if (Object.keys(definitions).length > 0) body['$defs'] = definitions;
    return body;
  }

  /**
   * A root that is nothing but a reference to a definition becomes that definition, so that a reader sees an object
   * at the root.
   */
  #followRoot(root: MutableObject): { merged: MutableObject; chain: MutableObject[] } {
    const definitions = new Set(this.#index.definitions.map(memberOf));
    const chain = [root];
    let merged = root;
    for (;;) {
      const target = onlyReference(merged, this.#refs);
      if (target === undefined || !definitions.has(target)) return { merged, chain };
      chain.push(target);
      merged = { ...target, ...omitKeys(merged, ['$ref', ...DROPPED]) };
    }
  }

  #rewriteDefinition(schema: unknown): JsonSchema {
    if (!isObject(schema)) return schema === true;
    // Annotations stay where the schema is used.
    const isHoisted = this.#index.hoisted.has(schema);
    const output = this.#rewrite(isHoisted ? omitKeys(schema, ANNOTATION_KEYWORDS) : schema);
    this.#outputs.set(schema, output);
    return output;
  }

  #rewriteSite(schema: unknown): unknown {
    if (!isObject(schema)) return schema;
    const first = this.#index.repeats.get(schema) ?? schema;
    if (first === schema && !this.#index.hoisted.has(schema)) return this.#rewrite(schema);
    return { $ref: this.#refs.to(first, ''), ...pickKeys(schema, ANNOTATION_KEYWORDS) };
  }

  #rewrite(schema: MutableObject): JsonSchemaObject {
    const rewritten: MutableObject = {};
    for (const key of Object.keys(schema)) {
      if (!DROPPED.has(key))
        setOwn(
          rewritten,
          key,
          mapSubschemas(key, schema[key], (below) => this.#rewriteSite(below)),
        );
    }
    const output = REWRITES.reduce((current, rewrite) => rewrite(current), unifyReferences(rewritten));
    this.#outputs.set(schema, output);
    return output;
  }

  // A referenced schema may have no place in the output, because it was merged into another one or stood below an
  // unknown keyword; then it becomes a definition.
  #placeReferences(body: MutableObject, definitions: MutableObject): void {
    const { references, hoisted, repeats } = this.#index;
    if (references.length + hoisted.size + repeats.size === 0) return;
    const pointers = new Map<object, string>();
    const pending: MutableObject[] = [];
    const locate = (schema: JsonSchema, prefix: string): void =>
      walkSchema(schema, (node, pointer) => {
        if (!isObject(node) || pointers.has(node)) return;
        pointers.set(node, prefix + pointer);
        if (Object.hasOwn(node, '$ref')) pending.push(node);
      });
    const adopt = (schema: JsonSchema, wanted: string): void => {
      const name = freeName(wanted, (key) => Object.hasOwn(definitions, key), '_');
      setOwn(definitions, name, schema);
      locate(schema, joinPointer('', '$defs', name));
    };
    locate(body, '');
    for (const name of Object.keys(definitions)) {
      locate(definitions[name] as JsonSchema, joinPointer('', '$defs', name));
    }
    // Appends to the array while iterating.
    for (const node of pending) {
      const reference = this.#refs.read(node['$ref']);
      if (reference === undefined) continue;
      const target = this.#outputs.get(reference.target) ?? this.#rewrite(reference.target);
      if (!pointers.has(target)) adopt(target, reference.name);
      node['$ref'] = pointerToFragment(pointers.get(target) ?? '');
    }
  }
}

/** The target of a schema that consists of `$ref` alone. */
function onlyReference(schema: MutableObject, refs: PendingRefs): MutableObject | undefined {
  const saysMore = Object.keys(schema).some(
    (key) => key !== '$ref' && !DROPPED.has(key) && !ANNOTATION_KEYWORDS.includes(key),
  );
  return saysMore ? undefined : refs.read(getOwn(schema, '$ref'))?.target;
}

/** Rewrites references of older drafts as `$ref`; several in one schema as an `allOf`. */
function unifyReferences(schema: MutableObject): MutableObject {
  if (!REFERENCE_KEYWORDS.some((key) => Object.hasOwn(schema, key))) return schema;
  const references = REFERENCE_KEYWORDS.map((key) => getOwn(schema, key)).filter((ref) => ref !== undefined);
  if (references.length === 0 || (references.length === 1 && Object.hasOwn(schema, '$ref'))) return schema;
  const [first, ...more] = references;
  const allOf = [getOwn(schema, 'allOf') ?? [], more.map(($ref) => ({ $ref }))].flat();
  return { ...omitKeys(schema, REFERENCE_KEYWORDS), $ref: first, ...(allOf.length > 0 && { allOf }) };
}

/** The meaning of a `$ref`, until the place of its target in the normal form is known. */
interface PendingRef {
  /** The target, an object of the plain copy of the input. */
  readonly target: MutableObject;
  /** The name of the target, if it becomes a definition. */
  readonly name: string;
}

/** Placeholders in `$ref`: one string for each target, so that schemas can be compared as JSON. */
class PendingRefs {
  readonly #texts = new Map<MutableObject, string>();
  readonly #refs = new Map<unknown, PendingRef>();

  /** The string for a reference to a schema. */
  to(target: MutableObject, name: string): string {
    const known = this.#texts.get(target);
    if (known !== undefined) return known;
    const text = String(this.#refs.size);
    this.#texts.set(target, text);
    this.#refs.set(text, { target, name });
    return text;
  }

  read(text: unknown): PendingRef | undefined {
    return this.#refs.get(text);
  }
}

/** The wanted name, or the first of `name2`, `name3`, … that is free. */
export function freeName(wanted: string, isTaken: (name: string) => boolean, separator: string = ''): string {
  let name = wanted;
  for (let count = 2; isTaken(name); count++) name = `${wanted}${separator}${count}`;
  return name;
}
