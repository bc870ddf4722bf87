import { copyJson } from './copy-json.ts';
import { deepEqual } from './deep-equal.ts';
import { applyDeclaredDialect } from './dialect.ts';
import { findKeywordProblems } from './find-keyword-problems.ts';
import { ANNOTATION_KEYWORDS, DEFINITION_KEYWORDS } from './keywords.ts';
import { getOwn, isObject, omitKeys, type MutableObject } from './own-property.ts';
import { decodeFragment, getMember, joinPointer, parsePointer } from './pointer.ts';
import type { SchemaProblem } from './schema-problem.ts';
import { definitionName, isExternal, NO_ADDRESS, resolveUri } from './schema-uri.ts';
import { listSubschemas } from './walk-schema.ts';

/** A member of an object or array: a subschema by its place, since `true` and `false` have no identity. */
export interface Place {
  readonly holder: MutableObject | unknown[];
  readonly key: string;
}

/** A schema that belongs into the root's `$defs`. */
export interface Definition extends Place {
  readonly name: string;
}

/** A `$ref` (or `$dynamicRef`, `$recursiveRef`) and the schema it names. */
export interface Reference {
  readonly node: MutableObject;
  readonly keyword: string;
  /** As written. */
  readonly ref: string;
  /** JSON pointer to the keyword in the input. */
  readonly path: string;
  readonly target: Place;
}

/** What a schema defines and refers to. */
export interface SchemaIndex {
  readonly problems: readonly SchemaProblem[];
  /** What goes into `$defs`: root definitions, nested ones, schemas with an `$id`, definitions that were given. */
  readonly definitions: readonly Definition[];
  /** Schemas that stand where they are used but go into `$defs`, because they have an `$id`. */
  readonly hoisted: ReadonlySet<object>;
  /** Repetitions of a schema with an `$id`, to the first of them. */
  readonly repeats: ReadonlyMap<object, MutableObject>;
  readonly references: readonly Reference[];
}

interface UnresolvedReference {
  readonly node: MutableObject;
  readonly keyword: string;
  readonly ref: string;
  readonly base: string;
  readonly path: string;
}

interface GivenSchema {
  readonly copy: MutableObject;
  readonly problems: readonly SchemaProblem[];
}

const REF_KEYWORDS = ['$ref', '$dynamicRef', '$recursiveRef'];
const ANCHOR_KEYWORDS = ['$anchor', '$dynamicAnchor'];

/**
 * Finds every `$id`, anchor, definition and reference of a schema, and what the references name.
 *
 * @param root - The input as plain JSON.
 * @param given - Other schemas, as the author has them; those with an `$id` that is referred to are taken in.
 */
export function indexSchema(root: MutableObject, given: readonly unknown[]): SchemaIndex {
  const indexer = new SchemaIndexer(given);
  indexer.enterRoot(root);
  return indexer.resolveAll();
}

class SchemaIndexer {
  readonly #given: readonly unknown[];
  readonly #problems: SchemaProblem[] = [];
  readonly #definitions: Definition[] = [];
  readonly #hoisted = new Set<object>();
  readonly #repeats = new Map<object, MutableObject>();
  readonly #unresolved: UnresolvedReference[] = [];
  readonly #resources = new Map<string, MutableObject>();
  readonly #idTexts = new Map<string, MutableObject>();
  readonly #anchors = new Map<string, MutableObject>();
  readonly #bases = new Map<object, string>();
  readonly #paths = new Map<object, string>();
  readonly #names = new Set<string>();
  readonly #checkedIds = new Set<string>();
  /** Schemas that were given beside the input: their problems are reported where the input refers to them. */
  readonly #foreign = new Set<object>();
  readonly #copies = new Map<unknown, GivenSchema>();

  constructor(given: readonly unknown[]) {
    this.#given = given;
  }

  enterRoot(root: MutableObject): void {
    this.#resources.set(NO_ADDRESS, root);
    this.#enter(root, '', NO_ADDRESS, undefined);
  }

  resolveAll(): SchemaIndex {
    const references: Reference[] = [];
    // Taking in a definition adds to the list while it is being read.
    for (const reference of this.#unresolved) {
      const target = this.#resolve(reference);
      if (target !== undefined) references.push({ ...reference, target });
    }
    this.#refuseDynamicScope();
    return {
      problems: this.#problems,
      definitions: this.#definitions,
      hoisted: this.#hoisted,
      repeats: this.#repeats,
      references,
    };
  }

  // `site` is where a schema stands that is no entry of `$defs`.
  #enter(node: MutableObject, path: string, outerBase: string, site: Place | undefined): void {
    if (this.#bases.has(node)) return;
    const base = this.#readId(node, path, outerBase, site);
    if (base === undefined) return;
    this.#bases.set(node, base);
    this.#paths.set(node, path);
    this.#readAnchors(node, base);
    this.#readReferences(node, base);
    this.#readDefinitions(node);
    for (const { keyword, tokens, schema, holder } of listSubschemas(node)) {
      if (!isObject(schema)) continue;
      const place = { holder, key: String(tokens.at(-1)) };
      const isDefinition = DEFINITION_KEYWORDS.includes(keyword);
      if (this.#foreign.has(node)) this.#foreign.add(schema);
      this.#enter(schema, this.#below(node, ...tokens), base, isDefinition ? undefined : place);
    }
  }

  /** Returns the address of the node, or nothing where it only repeats a schema that is known. */
  #readId(node: MutableObject, path: string, base: string, site: Place | undefined): string | undefined {
    const id = getOwn(node, '$id');
    if (typeof id !== 'string') return base;
    const { document, fragment } = resolveUri(id, base);
    // In draft-07, `$id: "#name"` is an anchor.
    if (fragment !== '') this.#anchors.set(`${document}#${fragment}`, node);
    if (id.startsWith('#')) return base;
    const known = this.#resources.get(document) ?? this.#idTexts.get(id);
    if (known !== undefined && known !== node) return this.#readRepeat(node, known, id, path);
    this.#resources.set(document, node);
    this.#idTexts.set(id, node);
    if (site !== undefined) {
      this.#hoisted.add(node);
      this.#definitions.push({ name: this.#nameForId(id), ...site });
    }
    return document;
  }

  #readRepeat(node: MutableObject, known: MutableObject, id: string, path: string): undefined {
    if (meansTheSame(node, known)) this.#repeats.set(node, known);
    else this.#report(joinPointer(path, '$id'), '$id', ...twoSchemas(id));
  }

  #readAnchors(node: MutableObject, base: string): void {
    for (const keyword of ANCHOR_KEYWORDS) {
      const anchor = getOwn(node, keyword);
      if (typeof anchor === 'string') this.#anchors.set(`${base}#${anchor}`, node);
    }
  }

  #readReferences(node: MutableObject, base: string): void {
    for (const keyword of REF_KEYWORDS) {
      const ref = getOwn(node, keyword);
      if (typeof ref === 'string') {
        this.#unresolved.push({ node, keyword, ref, base, path: this.#below(node, keyword) });
      }
    }
  }

  #below(node: object, ...tokens: (string | number)[]): string {
    const path = this.#paths.get(node) ?? '';
    return this.#foreign.has(node) ? path : joinPointer(path, ...tokens);
  }

  // All names of one level are taken before anything below them is read, so that the root keeps its own names.
  #readDefinitions(node: MutableObject): void {
    for (const keyword of DEFINITION_KEYWORDS) {
      const holder = getOwn(node, keyword);
      if (!isObject(holder)) continue;
      for (const key of Object.keys(holder)) {
        this.#definitions.push({ name: this.#unusedName(key), holder, key });
      }
    }
  }

  #nameForId(id: string): string {
    // TypeBox numbers anonymous recursive types in the order the program makes them; number them per schema instead.
    if (!/^T[0-9]+$/.test(id)) return this.#unusedName(definitionName(id));
    let count = 0;
    while (this.#names.has(`T${count}`)) count++;
    return this.#unusedName(`T${count}`);
  }

  #unusedName(wanted: string): string {
    let name = wanted;
    for (let count = 2; this.#names.has(name); count++) name = `${wanted}_${count}`;
    this.#names.add(name);
    return name;
  }

  #resolve(reference: UnresolvedReference): Place | undefined {
    const { ref, base, path, keyword } = reference;
    const { document, fragment } = resolveUri(ref, base);
    this.#compareWithGiven(ref, path);
    const resource =
      this.#resources.get(document) ?? this.#idTexts.get(ref) ?? this.#takeIn(document, ref, path);
    const target = resource && this.#resolveFragment(resource, document, decodeFragment(fragment));
    if (target === undefined) this.#report(path, keyword, ...noTarget(ref, resource === undefined));
    return target;
  }

  #resolveFragment(resource: MutableObject, document: string, fragment: string): Place | undefined {
    const anchored = this.#anchors.get(`${document}#${fragment}`);
    if (anchored !== undefined && fragment !== '') return placeOf(anchored);
    const tokens = parsePointer(fragment);
    if (tokens === undefined) return undefined;
    let place = placeOf(resource);
    let nearest = resource;
    for (const token of tokens) {
      const holder = this.#first(memberOf(place));
      if (!isObject(holder) && !Array.isArray(holder)) return undefined;
      if (isObject(holder) && this.#bases.has(holder)) nearest = holder;
      place = { holder, key: token };
    }
    const target = this.#first(memberOf(place));
    if (typeof target === 'boolean') return place;
    if (!isObject(target)) return undefined;
    if (this.#bases.has(target)) return placeOf(target);
    return placeOf(this.#enterUnknown(target, nearest, this.#below(resource, ...tokens)));
  }

  // A schema below a keyword that no dialect knows, such as OpenAPI's `components`. What stands there is data and
  // remains as it is, so the schema is a copy of it.
  #enterUnknown(data: MutableObject, nearest: MutableObject, path: string): MutableObject {
    const node = structuredClone(data);
    this.#repeats.set(data, node);
    const isForeign = this.#foreign.has(nearest);
    if (isForeign) this.#foreign.add(node);
    for (const problem of findKeywordProblems(node, { olderDrafts: true })) {
      this.#problems.push({ ...problem, path: isForeign ? path : path + problem.path });
    }
    this.#enter(node, path, this.#bases.get(nearest) ?? NO_ADDRESS, undefined);
    return node;
  }

  #first(node: unknown): unknown {
    return (isObject(node) ? this.#repeats.get(node) : undefined) ?? node;
  }

  #givenWithId(id: string): GivenSchema[] {
    return this.#given.filter((schema) => idOf(schema) === id).map((schema) => this.#copyGiven(schema));
  }

  #copyGiven(schema: unknown): GivenSchema {
    const known = this.#copies.get(schema);
    if (known !== undefined) return known;
    const copied = copyGivenSchema(schema);
    this.#copies.set(schema, copied);
    return copied;
  }

  // An `$id` that is in the schema itself and also among the given ones must mean the same in both.
  #compareWithGiven(ref: string, path: string): void {
    if (this.#checkedIds.has(ref)) return;
    this.#checkedIds.add(ref);
    const copies = this.#givenWithId(ref).map(({ copy }) => copy);
    const first = this.#idTexts.get(ref) ?? copies[0];
    const same = copies.every((copy) => first !== undefined && meansTheSame(copy, first));
    if (!same) this.#report(path, '$ref', ...twoSchemas(ref));
  }

  #takeIn(document: string, ref: string, path: string): MutableObject | undefined {
    const id = ref.replace(/#.*$/s, '');
    const [given] = [ref, id, document].flatMap((wanted) => this.#givenWithId(wanted));
    if (given === undefined) return undefined;
    for (const { path: at, message, help } of given.problems) {
      this.#report(path, '$ref', `In the schema "${id}"${at === '' ? '' : ` at ${at}`}: ${message}`, help);
    }
    this.#foreign.add(given.copy);
    this.#enter(given.copy, path, NO_ADDRESS, placeOf(given.copy));
    // It stands nowhere in the schema, so there is no place that would need a reference instead.
    this.#hoisted.delete(given.copy);
    return given.copy;
  }

  // With one resource, a dynamic reference can only mean one schema; with several it depends on the way there.
  #refuseDynamicScope(): void {
    const dynamic = this.#unresolved.find(({ keyword }) => keyword !== '$ref');
    if (dynamic === undefined || new Set(this.#resources.values()).size === 1) return;
    const { path, keyword } = dynamic;
    const message = `\`${keyword}\` can mean several schemas here, because more than one has an \`$id\`.`;
    this.#report(path, keyword, message, 'Write `$ref` with the schema that is meant.');
  }

  #report(path: string, keyword: string, message: string, help: string): void {
    this.#problems.push({ path, keyword, message, help });
  }
}

/** The schema or data at a place. */
export function memberOf({ holder, key }: Place): unknown {
  return getMember(holder, key);
}

const placeOf = (node: MutableObject): Place => ({ holder: [node], key: '0' });

// Read without calling a getter, as in `copyJson`.
const idOf = (schema: unknown): unknown =>
  isObject(schema) ? Object.getOwnPropertyDescriptor(schema, '$id')?.value : undefined;

function copyGivenSchema(schema: unknown): GivenSchema {
  const problems: SchemaProblem[] = [];
  const report = (path: string, message: string, help: string) => {
    problems.push({ path, keyword: '', message, help });
  };
  const copied = copyJson(schema, report);
  const copy = isObject(copied) ? copied : {};
  problems.push(...applyDeclaredDialect(copy), ...findKeywordProblems(copy, { olderDrafts: true }));
  return { copy, problems };
}

// What is said about a schema where it is used (its description there) does not change what it is.
function meansTheSame(a: MutableObject, b: MutableObject): boolean {
  return deepEqual(omitKeys(a, ANNOTATION_KEYWORDS), omitKeys(b, ANNOTATION_KEYWORDS));
}

function twoSchemas(id: string): [message: string, help: string] {
  return [`Two different schemas have the \`$id\` "${id}".`, 'Give one of them another `$id`.'];
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
