import type { JsonSchema } from '@btcp/core';
import { equal } from '../runtime/equal.ts';
import { isObject } from '../runtime/is-object.ts';
import { unescapePointerToken } from '../runtime/pointer-token.ts';
import type { SchemaProblem } from '../../json-schema/schema-problem.ts';
import { DEFAULT_DIALECT, dialectOf } from './dialect.ts';
import { SHAPES } from './keyword-shapes.ts';
import { type Dialect, keywordIn, type Keyword } from './keyword-table.ts';
import { metaSchemas } from './meta-schemas.ts';
import { joinPointer } from '../../json-schema/pointer.ts';
import { subschemasIn } from './subschemas.ts';
import { decodeUri, parseUri, withoutHash } from './uri.ts';

/** Where schemas without an `$id` live; nothing is ever fetched from it. */
const HOME = 'https://schema.invalid/';

/** A schema with an identity of its own: a document's root, or a subschema with an `$id`. */
export interface Resource {
  readonly uri: string;
  readonly root: JsonSchema;
  /** JSON pointer to it within its document. */
  readonly path: string;
  readonly dialect: Dialect;
  /** The vocabularies it may use; absent when all. */
  readonly vocabularies: ReadonlySet<string> | undefined;
  readonly anchors: Map<string, JsonSchema>;
  readonly dynamicAnchors: Map<string, JsonSchema>;
}

/** What a reference points at. */
export interface Target {
  readonly schema: JsonSchema;
  readonly resource: Resource;
}

/** How schemas are read. */
export interface ReadOptions {
  /** More documents that references may reach, by URI. Nothing else is ever loaded. */
  readonly documents?: Readonly<Record<string, JsonSchema>>;
  /** `ignore`: `format` says nothing about validity, as JSON Schema's default has it. */
  readonly formats?: 'assert' | 'ignore';
}

interface Reference {
  readonly value: string;
  readonly keyword: string;
  readonly path: string;
  readonly resource: Resource;
}

/** The schemas of one compilation, indexed by what references can name; and everything wrong with them. */
export class SchemaRegistry {
  readonly problems: SchemaProblem[] = [];
  readonly root: Target;
  /** Whether anything in reach is evaluated last, which rules out some rewriting. */
  usesUnevaluated = false;
  usesDynamicRef = false;

  readonly #resources = new Map<string, Resource>();
  readonly #owners = new Map<object, Resource>();
  readonly #paths = new Map<object, string>();
  readonly #references: Reference[] = [];
  // The objects between the root and the schema being visited.
  readonly #ancestors = new Set<object>();

  constructor(schema: JsonSchema, { documents = {} }: ReadOptions = {}) {
    for (const [uri, document] of Object.entries(documents)) this.#addDocument(document, uri);
    this.root = this.#addDocument(schema, HOME);
    // Resolving may reach schemas that were not visited yet, whose references then join the list.
    for (const reference of this.#references) this.#checkReference(reference);
  }

  /** The resource that a schema belongs to, as far as it was visited as a schema. */
  ownerOf(schema: JsonSchema): Resource | undefined {
    return typeof schema === 'object' ? this.#owners.get(schema) : undefined;
  }

  /** JSON pointer to a visited schema within its document. */
  pathOf(schema: JsonSchema): string {
    return (typeof schema === 'object' && this.#paths.get(schema)) || '';
  }

  /** What a reference inside a resource points at; nothing when it leads nowhere. */
  resolve(reference: string, from: Resource): Target | undefined {
    const uri = parseUri(reference, from.uri);
    const resource = uri === undefined ? undefined : this.#resourceAt(uri);
    if (uri === undefined || resource === undefined) return undefined;
    const fragment = decodeUri(uri.hash.slice(1));
    if (fragment === '') return { schema: resource.root, resource };
    if (fragment?.startsWith('/')) return this.#follow(fragment, resource);
    const schema = fragment === undefined ? undefined : resource.anchors.get(fragment);
    return schema === undefined ? undefined : { schema, resource };
  }

  #resourceAt(uri: URL): Resource | undefined {
    const address = withoutHash(uri);
    const known = this.#resources.get(address) ?? this.#resources.get(`${address}#`);
    if (known !== undefined) return known;
    const document = metaSchemas().get(address.replace(/^https?:/, ''));
    return document === undefined ? undefined : this.#addDocument(document, address).resource;
  }

  #addDocument(schema: JsonSchema, uri: string): Target {
    const problems = this.problems.length;
    const references = this.#references.length;
    const resource = this.#addResource(schema, uri, '', DEFAULT_DIALECT);
    this.#visit(schema, '', resource);
    if (uri !== HOME) {
      // What is wrong with another document has no place in the schema at hand.
      this.problems.length = problems;
      this.#references.length = references;
    }
    const owner = this.ownerOf(schema) ?? resource;
    // A document with an `$id` answers to both of its addresses.
    this.#resources.set(resource.uri, owner);
    return { schema, resource: owner };
  }

  #addResource(root: JsonSchema, uri: string, path: string, inherited: Dialect): Resource {
    const declared = isObject(root) && typeof root['$schema'] === 'string' ? root['$schema'] : undefined;
    const resource: Resource = {
      uri: withoutHash(new URL(uri)),
      root,
      path,
      dialect: declared === undefined ? inherited : this.#dialect(declared, path, inherited),
      vocabularies: declared === undefined ? undefined : this.#vocabularies(declared),
      anchors: new Map(),
      dynamicAnchors: new Map(),
    };
    this.#resources.set(resource.uri, resource);
    return resource;
  }

  #dialect(declared: string, path: string, inherited: Dialect): Dialect {
    const dialect = dialectOf(declared) ?? this.#metaSchema(declared)?.dialect;
    if (dialect !== undefined) return dialect;
    this.problems.push({
      path: joinPointer(path, '$schema'),
      keyword: '$schema',
      message: `the dialect ${JSON.stringify(declared)} is not supported`,
      help: 'Use "https://json-schema.org/draft/2020-12/schema", or leave `$schema` out.',
    });
    return inherited;
  }

  #vocabularies(declared: string): ReadonlySet<string> | undefined {
    const root = dialectOf(declared) === undefined ? this.#metaSchema(declared)?.root : undefined;
    const listed = isObject(root) ? root['$vocabulary'] : undefined;
    return isObject(listed)
      ? new Set(Object.keys(listed).map((uri) => uri.replace(/^.*\/|-(?:annotation|assertion)$/g, '')))
      : undefined;
  }

  #metaSchema(uri: string): Resource | undefined {
    const url = parseUri(uri, HOME);
    return url && this.#resources.get(withoutHash(url));
  }

  #visit(schema: unknown, path: string, parent: Resource): void {
    if (typeof schema === 'boolean') return;
    if (!isObject(schema)) {
      const help = 'Write an object of keywords, `true` (anything) or `false` (nothing).';
      this.problems.push({
        path,
        keyword: '',
        message: 'a schema must be an object, `true` or `false`',
        help,
      });
      return;
    }
    if (this.#ancestors.has(schema)) {
      const help = 'Use `$ref` to refer to a schema from within itself.';
      this.problems.push({ path, keyword: '', message: 'the schema object contains itself', help });
      return;
    }
    this.#ancestors.add(schema);
    const resource = this.#identify(schema, path, parent);
    this.#owners.set(schema, resource);
    this.#paths.set(schema, path);
    for (const name of Object.keys(schema)) {
      const keyword = keywordIn(name, resource.dialect);
      if (keyword !== undefined && schema[name] !== undefined)
        this.#visitKeyword(schema, name, keyword, path, resource);
    }
    this.#ancestors.delete(schema);
  }

  // In draft-07 nothing beside a `$ref` counts, not even an `$id`; but the root is known by it in any case.
  #identify(schema: Record<string, unknown>, path: string, parent: Resource): Resource {
    const id = schema['$id'];
    const refOnly = parent.dialect === 'draft-07' && path !== '' && typeof schema['$ref'] === 'string';
    const uri = typeof id === 'string' && !refOnly ? parseUri(id, parent.uri) : undefined;
    let resource = parent;
    if (uri !== undefined && !(id as string).startsWith('#')) {
      resource = this.#ownResource(schema, uri, path, parent);
    }
    if (uri !== undefined && uri.hash.length > 1 && resource.dialect === 'draft-07') {
      this.#name(resource.anchors, uri.hash.slice(1), schema, '$id', path);
    }
    const { $anchor, $dynamicAnchor } = schema;
    if (resource.dialect === 'draft-07') return resource;
    if (typeof $anchor === 'string') this.#name(resource.anchors, $anchor, schema, '$anchor', path);
    if (typeof $dynamicAnchor === 'string') {
      this.#name(resource.anchors, $dynamicAnchor, schema, '$dynamicAnchor', path);
      resource.dynamicAnchors.set($dynamicAnchor, schema);
    }
    return resource;
  }

  #ownResource(schema: Record<string, unknown>, uri: URL, path: string, parent: Resource): Resource {
    const known = this.#resources.get(withoutHash(uri));
    // Copies of one schema, which a JSON round trip makes of a shared object, mean the same.
    if (known !== undefined && path !== '' && !equal(known.root, schema)) {
      this.problems.push({
        path: joinPointer(path, '$id'),
        keyword: '$id',
        message: `the \`$id\` ${JSON.stringify(schema['$id'])} is used by another schema here`,
        help: 'Give each schema an `$id` of its own, or define it once in `$defs` and refer to it.',
      });
    }
    return this.#addResource(schema, uri.href, path, parent.dialect);
  }

  #name(
    names: Map<string, JsonSchema>,
    name: string,
    schema: JsonSchema,
    keyword: string,
    path: string,
  ): void {
    if (names.has(name) && names.get(name) !== schema) {
      this.problems.push({
        path: joinPointer(path, keyword),
        keyword,
        message: `the name ${JSON.stringify(name)} is used by another schema here`,
        help: 'Give each anchor a name of its own.',
      });
    }
    names.set(name, schema);
  }

  #visitKeyword(
    schema: Record<string, unknown>,
    name: string,
    { shape }: Keyword,
    path: string,
    resource: Resource,
  ): void {
    const value = schema[name];
    const at = joinPointer(path, name);
    const problem = SHAPES[shape](value, name, resource.dialect);
    if (problem !== undefined) {
      this.problems.push({ path: at, keyword: name, ...problem });
      return;
    }
    if (name === 'unevaluatedProperties' || name === 'unevaluatedItems') this.usesUnevaluated = true;
    if (name === '$dynamicRef') this.usesDynamicRef = true;
    if (shape === 'reference')
      this.#references.push({ value: value as string, keyword: name, path: at, resource });
    for (const [keys, subschema] of subschemasIn(shape, value))
      this.#visit(subschema, joinPointer(at, ...keys), resource);
  }

  #follow(fragment: string, start: Resource): Target | undefined {
    let at: unknown = start.root;
    let resource = start;
    for (const segment of fragment.slice(1).split('/')) {
      const key = unescapePointerToken(segment);
      if (typeof at !== 'object' || at === null || !Object.hasOwn(at, key)) return undefined;
      at = (at as Record<string, unknown>)[key]; // an own key of an object or list
      resource = (isObject(at) && this.#owners.get(at)) || resource;
    }
    if (typeof at !== 'boolean' && !isObject(at)) return undefined;
    // A place that no keyword leads to was not visited yet.
    if (isObject(at) && !this.#owners.has(at)) this.#visit(at, resource.path + fragment, resource);
    return { schema: at, resource };
  }

  #checkReference({ value, keyword, path, resource }: Reference): void {
    if (this.resolve(value, resource) !== undefined) return;
    const uri = parseUri(value, resource.uri);
    const isOutside = uri !== undefined && !this.#resources.has(withoutHash(uri));
    this.problems.push(unresolved(value, keyword, path, isOutside));
  }
}

function unresolved(value: string, keyword: string, path: string, isOutside: boolean): SchemaProblem {
  const named = `\`${keyword}\` ${JSON.stringify(value)}`;
  return isOutside
    ? {
        path,
        keyword,
        message: `${named} is outside this schema, and nothing is ever fetched`,
        help: 'Copy the schema into `$defs` and refer to it as "#/$defs/name".',
      }
    : {
        path,
        keyword,
        message: `${named} points to nothing`,
        help: 'Refer to a schema of this document, such as "#/$defs/name".',
      };
}
