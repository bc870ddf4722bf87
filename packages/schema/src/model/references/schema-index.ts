import { type MutableObject, getOwn, isObject } from '../own-property.ts';
import { type DocumentAt, applyDeclaredDialect } from '../dialect.ts';
import { SchemaMap, isEquivalent, duplicateId, type UnresolvedReference } from './schema-map.ts';
import {
  type Definition,
  type Reference,
  memberOf,
  placeOf,
  type Place,
  isExternal,
  NO_BASE_URI,
  resolveUri,
} from './schema-place.ts';
import { type SchemaIssue, decodeFragment, parsePointer } from '../pointer.ts';
import { findKeywordIssues } from '../find-keyword-issues.ts';
import { copyJson } from '../copy-json.ts';

export interface SchemaIndex {
  readonly issues: readonly SchemaIssue[];
  /** What goes into `$defs`: root definitions, nested ones, schemas with an `$id`, definitions that were given. */
  readonly definitions: readonly Definition[];
  /** Schemas that are written inline but go into `$defs`, because they have an `$id`. */
  readonly hoisted: ReadonlySet<object>;
  /** Repetitions of a schema with an `$id` → the first of them. */
  readonly repeats: ReadonlyMap<object, MutableObject>;
  readonly references: readonly Reference[];
  readonly bases: ReadonlyMap<object, string>;
  /** Schemas with a `$dynamicAnchor`, by base URI and name. */
  readonly dynamicAnchors: ReadonlyMap<string, ReadonlyMap<string, MutableObject>>;
}

/**
 * Finds every `$id`, anchor, definition and reference of a schema, and resolves the references.
 *
 * @param given - Other schemas, as the author has them; those with an `$id` that is referenced are added.
 */
export function indexSchema(
  root: MutableObject,
  given: readonly unknown[],
  documentAt?: DocumentAt,
): SchemaIndex {
  const map = new SchemaMap(root);
  const references = new ReferenceResolver(map, new GivenSchemas(given, documentAt)).resolveAll();
  const { issues, definitions, hoisted, repeats, bases, dynamicAnchors } = map;
  return { issues, definitions, hoisted, repeats, references, bases, dynamicAnchors };
}

class ReferenceResolver {
  readonly #map: SchemaMap;
  readonly #given: GivenSchemas;
  readonly #comparedIds = new Set<string>();

  constructor(map: SchemaMap, given: GivenSchemas) {
    this.#map = map;
    this.#given = given;
  }

  /** All resolved references; the others are reported. */
  resolveAll(): Reference[] {
    const references: Reference[] = [];
    // Adding a schema appends to the array while iterating.
    for (const reference of this.#map.unresolved) {
      const target = this.#resolve(reference);
      if (target !== undefined) references.push({ ...reference, target });
    }
    this.#refuseRecursiveScope();
    return references;
  }

  #resolve(reference: UnresolvedReference): Place | undefined {
    const { ref, base, path, keyword } = reference;
    const { document, fragment } = resolveUri(ref, base);
    this.#compareWithGiven(ref, path);
    const resource =
      this.#map.resources.get(document) ?? this.#map.byId.get(ref) ?? this.#takeIn(document, ref, path);
    const target = resource && this.#resolveFragment(resource, document, decodeFragment(fragment));
    if (target === undefined) this.#map.report(path, keyword, ...noTarget(ref, resource === undefined));
    return target;
  }

  #resolveFragment(resource: MutableObject, document: string, fragment: string): Place | undefined {
    const anchored = this.#map.anchors.get(`${document}#${fragment}`);
    if (anchored !== undefined && fragment !== '') return placeOf(anchored);
    const tokens = parsePointer(fragment);
    if (tokens === undefined) return undefined;
    let place = placeOf(resource);
    let nearest = resource;
    for (const token of tokens) {
      const holder = this.#first(memberOf(place));
      if (!isObject(holder) && !Array.isArray(holder)) return undefined;
      if (isObject(holder) && this.#map.bases.has(holder)) nearest = holder;
      place = { holder, key: token };
    }
    const target = this.#first(memberOf(place));
    if (typeof target === 'boolean') return place;
    if (!isObject(target)) return undefined;
    if (this.#map.bases.has(target)) return placeOf(target);
    return placeOf(this.#enterUnknown(target, nearest, this.#map.below(resource, ...tokens)));
  }

  // A schema below an unknown keyword, such as OpenAPI's `components`. That is data and remains as it is, so the schema
  // is a copy of it.
  #enterUnknown(data: MutableObject, nearest: MutableObject, path: string): MutableObject {
    const node = structuredClone(data);
    this.#map.repeats.set(data, node);
    const isForeign = this.#map.foreign.has(nearest);
    if (isForeign) this.#map.foreign.add(node);
    for (const issue of findKeywordIssues(node, { olderDrafts: true })) {
      this.#map.issues.push({ ...issue, path: isForeign ? path : path + issue.path });
    }
    this.#map.enter(node, path, this.#map.bases.get(nearest) ?? NO_BASE_URI);
    return node;
  }

  #first(node: unknown): unknown {
    return (isObject(node) ? this.#map.repeats.get(node) : undefined) ?? node;
  }

  // An `$id` that is in the schema itself and also among the given ones must mean the same in both.
  #compareWithGiven(ref: string, path: string): void {
    if (this.#comparedIds.has(ref)) return;
    this.#comparedIds.add(ref);
    const copies = this.#given.withId(ref).map(({ copy }) => copy);
    const first = this.#map.byId.get(ref) ?? copies[0];
    const same = copies.every((copy) => first !== undefined && isEquivalent(copy, first));
    if (!same) this.#map.report(path, '$ref', ...duplicateId(ref));
  }

  #takeIn(document: string, ref: string, path: string): MutableObject | undefined {
    const id = ref.replace(/#.*$/s, '');
    const [given] = [ref, id, document].flatMap((wanted) => this.#given.withId(wanted));
    if (given !== undefined) return this.#enterGiven(given, NO_BASE_URI, path);
    const found = this.#given.at(document);
    return found && this.#enterGiven(found, document, path);
  }

  #enterGiven(given: GivenSchema, address: string, path: string): MutableObject {
    const own = getOwn(given.copy, '$id');
    const id = typeof own === 'string' ? own : address;
    for (const { path: at, message, help } of given.issues) {
      this.#map.report(
        path,
        '$ref',
        `In the schema "${id}"${at === '' ? '' : ` at ${at}`}: ${message}`,
        help,
      );
    }
    this.#map.foreign.add(given.copy);
    if (address !== NO_BASE_URI) this.#map.resources.set(address, given.copy);
    this.#map.enter(given.copy, path, address, placeOf(given.copy));
    // It is not part of the input, so no place there needs a reference to it.
    this.#map.hoisted.delete(given.copy);
    return given.copy;
  }

  // With one resource it can only mean one schema; with several it depends on the dynamic scope.
  #refuseRecursiveScope(): void {
    const dynamic = this.#map.unresolved.find(({ keyword }) => keyword === '$recursiveRef');
    if (dynamic === undefined || new Set(this.#map.resources.values()).size === 1) return;
    const { path, keyword } = dynamic;
    const message = `\`${keyword}\` can mean several schemas here, because more than one has an \`$id\`.`;
    this.#map.report(path, keyword, message, 'Write `$ref` with the schema that is meant.');
  }
}

function noTarget(ref: string, documentMissing: boolean): [message: string, help: string] {
  if (documentMissing && isExternal(ref)) {
    const help = 'Copy the schema to `$defs` and write "#/$defs/Name": nothing is ever fetched.';
    return [`The reference "${ref}" points outside the schema.`, help];
  }
  return [`The reference "${ref}" names no schema.`, helpForMissing(ref, documentMissing)];
}

function helpForMissing(ref: string, documentMissing: boolean): string {
  if (!documentMissing) return 'Correct the reference, or put the schema that is meant into `$defs`.';
  // TypeBox numbers its recursive types; Type.Module gives them a new `$id` without telling their references.
  if (/^T[0-9]+$/.test(ref))
    return 'Inside a Type.Module, write Type.Ref with the entry instead of Type.Recursive.';
  return `Give the schema that is meant the \`$id\` "${ref}" and export it, or put it into \`$defs\` and write "#/$defs/Name".`;
}

/** A schema that was given beside the input, as plain JSON. */
export interface GivenSchema {
  readonly copy: MutableObject;
  /** Paths point into the given schema. */
  readonly issues: readonly SchemaIssue[];
}

/** Schemas that were given beside the input; copied only when one is asked for. */
class GivenSchemas {
  readonly #schemas: readonly unknown[];
  readonly #documentAt: DocumentAt | undefined;
  readonly #copies = new Map<unknown, GivenSchema>();

  constructor(schemas: readonly unknown[], documentAt: DocumentAt | undefined) {
    this.#schemas = schemas;
    this.#documentAt = documentAt;
  }

  withId(id: string): GivenSchema[] {
    return this.#schemas.filter((schema) => idOf(schema) === id).map((schema) => this.#copy(schema));
  }

  /** The document with a URI. */
  at(address: string): GivenSchema | undefined {
    const schema = this.#documentAt?.(address);
    return schema === undefined ? undefined : this.#copy(schema);
  }

  #copy(schema: unknown): GivenSchema {
    const known = this.#copies.get(schema);
    if (known !== undefined) return known;
    const copied = copyGiven(schema, this.#documentAt);
    this.#copies.set(schema, copied);
    return copied;
  }
}

// Reads without calling a getter, as `copyJson` does.
const idOf = (schema: unknown): unknown =>
  isObject(schema) ? Object.getOwnPropertyDescriptor(schema, '$id')?.value : undefined;

function copyGiven(schema: unknown, documentAt: DocumentAt | undefined): GivenSchema {
  const issues: SchemaIssue[] = [];
  const report = (path: string, message: string, help: string) => {
    issues.push({ path, keyword: '', message, help });
  };
  const copied = copyJson(schema, report);
  const copy = isObject(copied) ? copied : copied === false ? { not: {} } : {};
  issues.push(
    ...applyDeclaredDialect(copy, documentAt).issues,
    ...findKeywordIssues(copy, { olderDrafts: true }),
  );
  return { copy, issues };
}
