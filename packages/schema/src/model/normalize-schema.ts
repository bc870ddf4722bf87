import type { JsonSchema } from '@btcp/core';
import { rewriteSchema } from './rewrite-schema.ts';
import { type SchemaIssue, parsePointer, decodeFragment } from './pointer.ts';
import { copyJson } from './copy-json.ts';
import { applyDeclaredDialect, type DocumentAt } from './dialect.ts';
import { findKeywordIssues } from './find-keyword-issues.ts';
import { isObject, type MutableObject, setOwn } from './own-property.ts';
import { indexSchema, type SchemaIndex } from './references/schema-index.ts';
import { rewriteLoosePatterns, type OnRewritten } from './rewrite/rewrite-loose-patterns.ts';
import { keywordAtPointer, listSubschemas, mapSubschemas } from './walk-schema.ts';
import { KEYWORDS, DEFINITION_KEYWORDS } from './keywords.ts';
import { memberOf, type Reference, type Place, placeOf, resolveUri } from './references/schema-place.ts';

/** A schema in its normal form, or its issues. */
export interface NormalizedSchema {
  /** The normal form; where there are issues, the input as plain JSON as far as it is JSON, not to be used. */
  readonly schema: JsonSchema;
  /** Empty where the normal form means the same as the input. */
  readonly issues: readonly SchemaIssue[];
  /** What was left out because the declared draft ignores it; the same values pass. */
  readonly ignored?: readonly SchemaIssue[];
}

/**
 * Brings a schema into the one form that everything else reads: plain JSON, draft 2020-12, all definitions under the
 * root's `$defs`, all references as pointers into the schema, no `$id`, no `$schema`. The same values pass. Properties
 * keep their order, and normalising again changes nothing.
 *
 * @param input - A TypeBox schema, one of JSON Schema from draft-04 to 2020-12, or one in the manner of OpenAPI; never
 * written to.
 * @returns The normal form, or the issues for which there is none; their paths are JSON pointers into the input. Never throws.
 */
export function normalizeSchema(input: unknown, options: NormalizeOptions = {}): NormalizedSchema {
  const { copy, index, issues, ignored } = readSchema(input, options);
  const read = { issues, ...(ignored.length > 0 && { ignored }) };
  if (typeof copy !== 'object' || index === undefined) return { schema: copy ?? {}, ...read };
  if (issues.length > 0) return { schema: copy, ...read };
  const scoped = isolateScopes(copy, index);
  if (scoped === undefined) return { schema: rewriteSchema(copy, index), ...read };
  const cycles = findRefCycles(scoped.index.references);
  return cycles.length > 0
    ? { schema: copy, issues: cycles }
    : { schema: rewriteSchema(scoped.root, scoped.index), ...read };
}

/** What a schema may refer to besides itself. */
export interface NormalizeOptions {
  /** Schemas with an `$id`, for `Type.Ref(Shared)`; those that are referred to are added under `$defs`. */
  readonly definitions?: readonly unknown[];
  /** Further documents that `$ref` and `$schema` may name, by their URI without a fragment. Nothing else is loaded. */
  readonly documentAt?: DocumentAt;
  /** Rewrites patterns that compile without the u flag only, instead of refusing them. */
  readonly onLoosePattern?: OnRewritten;
}

export interface SchemaReading {
  /** `undefined` where it is neither an object, `true` nor `false`. */
  readonly copy: MutableObject | boolean | undefined;
  /** Where the copy is an object. */
  readonly index?: SchemaIndex;
  readonly issues: readonly SchemaIssue[];
  /** What was left out because the declared draft ignores it. */
  readonly ignored: readonly SchemaIssue[];
}

export function readSchema(
  input: unknown,
  { definitions = [], documentAt, onLoosePattern }: NormalizeOptions = {},
): SchemaReading {
  const { copy, issues } = copySchema(input);
  if (typeof copy === 'boolean') return { copy, issues, ignored: [] };
  if (!isObject(copy)) {
    const found = issues.length > 0 ? issues : findKeywordIssues(copy);
    return { copy: undefined, issues: found, ignored: [] };
  }
  const { issues: unread, ignored } = applyDeclaredDialect(copy, documentAt);
  if (onLoosePattern) rewriteLoosePatterns(copy, onLoosePattern);
  issues.push(...unread, ...findKeywordIssues(copy, { olderDrafts: true }));
  const index = indexSchema(copy, definitions, documentAt);
  issues.push(...index.issues, ...findRefCycles(index.references));
  return { copy, index, issues, ignored };
}

function copySchema(schema: unknown): { copy: unknown; issues: SchemaIssue[] } {
  const issues: SchemaIssue[] = [];
  const copy = copyJson(schema, (path, message, help) => {
    issues.push({ path, keyword: keywordAtPointer(parsePointer(path) ?? []), message, help });
  });
  return { copy, issues };
}

interface Step {
  readonly next: object;
  /** The reference that leads there; `undefined` for a subschema. */
  readonly reference?: Reference;
}

interface Frame {
  readonly node: object;
  /** What is still to be followed from there. */
  readonly steps: Step[];
  readonly via: Reference | undefined;
}

/**
 * Finds references that are circular without descending into the value: checking any value against such a schema would
 * never end.
 */
function findRefCycles(references: readonly Reference[]): SchemaIssue[] {
  const byNode = groupByNode(references);
  const issues: SchemaIssue[] = [];
  const done = new Set<object>();
  for (const { node } of references) issues.push(...followFrom(node, byNode, done));
  return issues;
}

function followFrom(start: object, byNode: ReferencesByNode, done: Set<object>): SchemaIssue[] {
  const issues: SchemaIssue[] = [];
  const onTheWay = new Set<object>([start]);
  // An explicit stack: a chain of references may be longer than the call stack is deep.
  const stack: Frame[] = [{ node: start, steps: stepsFrom(start, byNode), via: undefined }];
  for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
    const step = top.steps.pop();
    if (step === undefined) {
      done.add(top.node);
      onTheWay.delete(top.node);
      stack.pop();
    } else if (onTheWay.has(step.next)) {
      // Subschemas alone form no cycle, so the last reference on the path is part of it.
      const last = step.reference ?? stack.findLast(({ via }) => via !== undefined)?.via;
      if (last !== undefined) issues.push(describeCycle(last));
    } else if (!done.has(step.next)) {
      onTheWay.add(step.next);
      stack.push({ node: step.next, steps: stepsFrom(step.next, byNode), via: step.reference });
    }
  }
  return issues;
}

function stepsFrom(node: object, byNode: ReferencesByNode): Step[] {
  const steps: Step[] = [];
  for (const reference of byNode.get(node) ?? []) {
    const next = memberOf(reference.target);
    if (isObject(next)) steps.push({ next, reference });
  }
  if (isObject(node)) {
    for (const { keyword, schema } of listSubschemas(node)) {
      if (KEYWORDS.get(keyword)?.role === 'in-place' && isObject(schema)) steps.push({ next: schema });
    }
  }
  return steps;
}

type ReferencesByNode = ReadonlyMap<object, readonly Reference[]>;

function groupByNode(references: readonly Reference[]): ReferencesByNode {
  const groups = new Map<object, Reference[]>();
  for (const reference of references) {
    const group = groups.get(reference.node);
    if (group === undefined) groups.set(reference.node, [reference]);
    else group.push(reference);
  }
  return groups;
}

function describeCycle({ path, keyword }: Reference): SchemaIssue {
  const message = 'The reference leads back to itself, so checking a value would never end.';
  return { path, keyword, message, help: 'Put the recursion below a property or an array item.' };
}

/** The dynamic anchors in scope: for each name the outermost schema's, as `$dynamicRef` resolves it. */
interface DynamicScope {
  readonly key: string;
  readonly anchors: ReadonlyMap<string, MutableObject>;
}

interface IndexedSchema {
  readonly root: MutableObject;
  readonly index: SchemaIndex;
}

/**
 * Makes dynamic references static, where they can mean several schemas: copies each referenced schema for every dynamic
 * scope that it is reached in.
 *
 * @returns `undefined` where there are none.
 */
function isolateScopes(root: MutableObject, index: SchemaIndex): IndexedSchema | undefined {
  const isDynamic = index.references.some(({ keyword }) => keyword === '$dynamicRef');
  const addresses = new Set(index.bases.values());
  return isDynamic && addresses.size > 1 ? new ScopedCopies(index).copyAll(root) : undefined;
}

class ScopedCopies {
  readonly #index: SchemaIndex;
  readonly #byNode: ReferencesByNode;
  readonly #references: Reference[] = [];
  readonly #copies = new Map<object, Map<string, MutableObject>>();
  readonly #ids = new Map<object, number>();
  // Copies are queued, so that a long chain of references needs no deep stack.
  readonly #pending: (() => void)[] = [];

  constructor(index: SchemaIndex) {
    this.#index = index;
    this.#byNode = groupByNode(index.references);
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
    if (!isObject(schema)) return placeOf(schema);
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
