import { equal } from '../../runtime/values.ts';
import { ANNOTATION_KEYWORDS, DEFINITION_KEYWORDS, REFERENCE_KEYWORDS } from '../keywords.ts';
import { getOwn, isObject, omitKeys, type MutableObject } from '../own-property.ts';
import { joinPointer, type SchemaIssue } from '../pointer.ts';
import {
  type Definition,
  type Place,
  type Reference,
  NO_BASE_URI,
  resolveUri,
  definitionName,
} from './schema-place.ts';
import { listSubschemas } from '../walk-schema.ts';

/** Assigns the names of `$defs`, each only once. */
class DefinitionNames {
  readonly #taken = new Set<string>();
  /** The next number for each name, so that many equal names do not each count from the start. */
  readonly #counts = new Map<string, number>();

  /** The name itself where it is free, else with a number. */
  take(wanted: string): string {
    let name = wanted;
    let count = this.#counts.get(wanted) ?? 2;
    for (; this.#taken.has(name); count++) name = `${wanted}_${count}`;
    this.#counts.set(wanted, count);
    this.#taken.add(name);
    return name;
  }

  /** A name for a schema with an `$id`. */
  takeForId(id: string): string {
    // TypeBox numbers anonymous recursive types in the order the program makes them; number them per schema instead.
    if (!/^T[0-9]+$/.test(id)) return this.take(definitionName(id));
    let count = this.#counts.get('T') ?? 0;
    while (this.#taken.has(`T${count}`)) count++;
    this.#counts.set('T', count);
    return this.take(`T${count}`);
  }
}

/** A reference as written, with its base URI. */
export interface UnresolvedReference extends Omit<Reference, 'target'> {
  readonly base: string;
}

const ANCHOR_KEYWORDS = ['$anchor', '$dynamicAnchor'];

/** The places and identifiers of a schema and of those that are added to it. */
export class SchemaMap {
  readonly issues: SchemaIssue[] = [];
  readonly definitions: Definition[] = [];
  readonly hoisted: Set<object> = new Set();
  readonly repeats: Map<object, MutableObject> = new Map();
  readonly unresolved: UnresolvedReference[] = [];
  /** Schemas by their URI. */
  readonly resources: Map<string, MutableObject> = new Map();
  /** Schemas by their `$id` as written, which is how TypeBox finds them. */
  readonly byId: Map<string, MutableObject> = new Map();
  /** Schemas by their URI, `#` and anchor. */
  readonly anchors: Map<string, MutableObject> = new Map();
  /** The base URI of each schema that was entered. */
  readonly bases: Map<object, string> = new Map();
  /** Schemas that were given beside the input: their issues are reported where the input refers to them. */
  readonly foreign: Set<object> = new Set();
  /** Schemas with a `$dynamicAnchor`, by base URI and name. */
  readonly dynamicAnchors: Map<string, Map<string, MutableObject>> = new Map();
  readonly #paths = new Map<object, string>();
  readonly #names = new DefinitionNames();

  constructor(root: MutableObject) {
    this.resources.set(NO_BASE_URI, root);
    this.enter(root, '', NO_BASE_URI);
  }

  /**
   * Reads a schema and everything below it.
   *
   * @param path - JSON pointer to the schema in the input.
   * @param outerBase - The base URI of the enclosing schema.
   * @param site - Its place, unless it is an entry of `$defs`.
   */
  enter(node: MutableObject, path: string, outerBase: string, site?: Place): void {
    if (this.bases.has(node)) return;
    const base = this.#readId(node, path, outerBase, site);
    if (base === undefined) return;
    this.bases.set(node, base);
    this.#paths.set(node, path);
    this.#readAnchors(node, base);
    this.#readReferences(node, base);
    this.#readDefinitions(node);
    for (const { keyword, tokens, schema, holder } of listSubschemas(node)) {
      if (!isObject(schema)) continue;
      const place = { holder, key: String(tokens.at(-1)) };
      const isDefinition = DEFINITION_KEYWORDS.includes(keyword);
      if (this.foreign.has(node)) this.foreign.add(schema);
      this.enter(schema, this.below(node, ...tokens), base, isDefinition ? undefined : place);
    }
  }

  /** Returns the node's base URI, or `undefined` where it only repeats a known schema. */
  #readId(node: MutableObject, path: string, base: string, site?: Place): string | undefined {
    const id = getOwn(node, '$id');
    if (typeof id !== 'string') return base;
    const { document, fragment } = resolveUri(id, base);
    // In draft-07, `$id: "#name"` is an anchor.
    if (fragment !== '') this.anchors.set(`${document}#${fragment}`, node);
    if (id.startsWith('#')) return base;
    const known = this.resources.get(document);
    if (known !== undefined && known !== node) return this.#readRepeat(node, known, id, path);
    this.resources.set(document, node);
    if (!this.byId.has(id)) this.byId.set(id, node);
    if (site !== undefined) {
      this.hoisted.add(node);
      this.definitions.push({ name: this.#names.takeForId(id), ...site });
    }
    return document;
  }

  #readRepeat(node: MutableObject, known: MutableObject, id: string, path: string): undefined {
    if (isEquivalent(node, known)) this.repeats.set(node, known);
    else this.report(joinPointer(path, '$id'), '$id', ...duplicateId(id));
  }

  #readAnchors(node: MutableObject, base: string): void {
    for (const keyword of ANCHOR_KEYWORDS) {
      const anchor = getOwn(node, keyword);
      if (typeof anchor !== 'string') continue;
      const known = this.anchors.get(`${base}#${anchor}`);
      if (known !== undefined && known !== node && !isEquivalent(known, node))
        this.report(this.below(node, keyword), keyword, ...duplicateAnchor(anchor));
      this.anchors.set(`${base}#${anchor}`, node);
      if (keyword === '$dynamicAnchor') this.#addDynamicAnchor(base, anchor, node);
    }
  }

  #addDynamicAnchor(base: string, name: string, node: MutableObject): void {
    const named = this.dynamicAnchors.get(base) ?? new Map<string, MutableObject>();
    this.dynamicAnchors.set(base, named.set(name, node));
  }

  #readReferences(node: MutableObject, base: string): void {
    for (const keyword of REFERENCE_KEYWORDS) {
      const ref = getOwn(node, keyword);
      if (typeof ref === 'string') {
        this.unresolved.push({ node, keyword, ref, base, path: this.below(node, keyword) });
      }
    }
  }

  /** JSON pointer to what is below a schema; for a given schema, to the reference that added it. */
  below(node: object, ...tokens: (string | number)[]): string {
    const path = this.#paths.get(node) ?? '';
    return this.foreign.has(node) ? path : joinPointer(path, ...tokens);
  }

  // Names of one level are all taken before anything below them is read, so that the root keeps its own names.
  #readDefinitions(node: MutableObject): void {
    for (const keyword of DEFINITION_KEYWORDS) {
      const holder = getOwn(node, keyword);
      if (!isObject(holder)) continue;
      for (const key of Object.keys(holder)) {
        this.definitions.push({ name: this.#names.take(key), holder, key });
      }
    }
  }

  report(path: string, keyword: string, message: string, help: string): void {
    this.issues.push({ path, keyword, message, help });
  }
}

/** Whether two schemas have the same keywords, annotations aside. */
export function isEquivalent(a: MutableObject, b: MutableObject): boolean {
  return equal(omitKeys(a, ANNOTATION_KEYWORDS), omitKeys(b, ANNOTATION_KEYWORDS));
}

function duplicateAnchor(name: string): [message: string, help: string] {
  return [`Two different schemas have the anchor "${name}".`, 'Give each anchor a name of its own.'];
}

/** The issue of an `$id` that two schemas have. */
export function duplicateId(id: string): [message: string, help: string] {
  return [`Two different schemas have the \`$id\` "${id}".`, 'Give one of them another `$id`.'];
}
