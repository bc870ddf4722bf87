import type { JsonSchema } from '@btcp/core';
import { isEnforced } from '../formats.ts';
import { isObject } from '../runtime/is-object.ts';
import { preview } from '../runtime/preview.ts';
import { keywordIn } from './keyword-table.ts';
import type { LinkedNode, LinkedProgram, LinkedSchema } from './linked-schema.ts';
import type { ReadOptions, Resource, SchemaRegistry, Target } from './schema-registry.ts';
import { findRepeatedDefinitions } from './repeated-definitions.ts';
import { rewriteUnions } from './rewrite-unions.ts';

const LONGEST_NOT = 100;

/** Keywords that mean the same in linked form, and need no rewriting. */
const COPIED = [
  'pattern',
  'multipleOf',
  'maximum',
  'exclusiveMaximum',
  'minimum',
  'exclusiveMinimum',
  'maxLength',
  'maxItems',
  'maxProperties',
] as const;
/** Keywords that say nothing when 0. */
const LOWER_BOUNDS = ['minLength', 'minItems', 'minProperties'] as const;
const SUBSCHEMA = [
  'additionalProperties',
  'unevaluatedProperties',
  'propertyNames',
  'unevaluatedItems',
  'not',
] as const;
const SUBSCHEMA_LISTS = ['allOf', 'anyOf', 'oneOf'] as const;
const SUBSCHEMA_MAPS = ['properties', 'patternProperties', 'dependentSchemas'] as const;

/** The dynamic anchors in reach: for each name the outermost resource's, as `$dynamicRef` has it. */
interface DynamicScope {
  readonly key: string;
  readonly anchors: ReadonlyMap<string, Target>;
}

const NO_SCOPE: DynamicScope = { key: '', anchors: new Map() };

/**
 * Rewrites a schema without problems into linked form. Dynamic references become plain ones: a schema is linked
 * once for every dynamic scope that it is reached in.
 */
export function linkSchema(
  registry: SchemaRegistry,
  { formats = 'assert' }: ReadOptions = {},
): LinkedProgram {
  return new Linker(registry, formats === 'assert').link();
}

class Linker {
  readonly #registry: SchemaRegistry;
  readonly #assertFormats: boolean;
  readonly #definitions: LinkedSchema[] = [];
  readonly #paths: string[] = [];
  readonly #indexes = new Map<JsonSchema, Map<string, number>>();
  readonly #pending: (() => void)[] = [];
  readonly #resourceIds = new Map<Resource, number>();

  constructor(registry: SchemaRegistry, assertFormats: boolean) {
    this.#registry = registry;
    this.#assertFormats = assertFormats;
  }

  link(): LinkedProgram {
    const { root } = this.#registry;
    const scope = this.#enter(NO_SCOPE, root.resource);
    this.#refer(root, scope);
    // Definitions wait in a queue, so that a long chain of references needs no deep stack.
    for (const define of this.#pending) define();
    const program = {
      root: this.#definitions[0] ?? true,
      definitions: this.#definitions,
      paths: this.#paths,
    };
    rewriteUnions(program, { tagged: !this.#registry.usesUnevaluated });
    return { ...program, repeated: findRepeatedDefinitions(program.definitions) };
  }

  // The index of the definition that a target becomes in a scope.
  #refer(target: Target, outer: DynamicScope): number {
    const scope = this.#enter(outer, target.resource);
    const key = `${this.#idOf(target.resource)} ${scope.key}`;
    let indexes = this.#indexes.get(target.schema);
    if (indexes === undefined) this.#indexes.set(target.schema, (indexes = new Map<string, number>()));
    const known = indexes.get(key);
    if (known !== undefined) return known;
    const index = this.#definitions.push(true) - 1;
    indexes.set(key, index);
    this.#paths.push(this.#registry.pathOf(target.schema));
    this.#pending.push(() => {
      this.#definitions[index] = this.#schema(target.schema, target.resource, scope);
    });
    return index;
  }

  #idOf(resource: Resource): number {
    let id = this.#resourceIds.get(resource);
    if (id === undefined) this.#resourceIds.set(resource, (id = this.#resourceIds.size));
    return id;
  }

  #enter(scope: DynamicScope, resource: Resource): DynamicScope {
    if (!this.#registry.usesDynamicRef) return NO_SCOPE;
    const added = [...resource.dynamicAnchors].filter(([name]) => !scope.anchors.has(name));
    if (added.length === 0) return scope;
    const anchors = new Map(scope.anchors);
    for (const [name, schema] of added) anchors.set(name, { schema, resource });
    const key = [...anchors].map(([name, target]) => `${name}=${this.#idOf(target.resource)}`).sort();
    return { key: key.join(' '), anchors };
  }

  #schema(schema: unknown, from: Resource, outer: DynamicScope): LinkedSchema {
    if (!isObject(schema)) return schema !== false;
    const resource = this.#registry.ownerOf(schema) ?? from;
    const scope = resource === from ? outer : this.#enter(outer, resource);
    const node = this.#node(new Reader(schema, resource), scope);
    return Object.keys(node).length === 0 ? true : node;
  }

  #node(reader: Reader, scope: DynamicScope): LinkedNode {
    const node: LinkedNode = {};
    const more: LinkedSchema[] = [];
    const child = (value: unknown): LinkedSchema => this.#schema(value, reader.resource, scope);
    const ref = reader.get('$ref');
    if (typeof ref === 'string') node.ref = this.#refer(this.#target(ref, reader.resource), scope);
    // In draft-07 a reference stands alone.
    if (node.ref !== undefined && reader.resource.dialect === 'draft-07') return node;
    const dynamicRef = reader.get('$dynamicRef');
    if (typeof dynamicRef === 'string') {
      const index = this.#refer(this.#dynamicTarget(dynamicRef, reader.resource, scope), scope);
      if (node.ref === undefined) node.ref = index;
      else more.push({ ref: index });
    }
    this.#assertions(node, reader);
    this.#objectKeywords(node, reader, child);
    this.#listKeywords(node, reader, child);
    this.#composition(node, reader, child);
    if (reader.get('default') !== undefined) node.default = { value: reader.get('default') };
    if (more.length > 0) node.allOf = [...(node.allOf ?? []), ...more];
    return node;
  }

  #target(reference: string, from: Resource): Target {
    const target = this.#registry.resolve(reference, from);
    if (target === undefined)
      throw new Error(`Cannot link ${JSON.stringify(reference)}: check the schema first.`);
    return target;
  }

  #dynamicTarget(reference: string, from: Resource, scope: DynamicScope): Target {
    const target = this.#target(reference, from);
    const name = reference.slice(reference.indexOf('#') + 1);
    const isDynamic = target.resource.dynamicAnchors.get(name) === target.schema;
    return (isDynamic && scope.anchors.get(name)) || target;
  }

  #assertions(node: LinkedNode, reader: Reader): void {
    setType(node, reader.get('type'));
    if (reader.get('const') !== undefined) node.const = reader.get('const');
    const values = reader.get('enum');
    if (Array.isArray(values)) node.enum = values;
    // The registry has checked the shape of every keyword, here and below.
    for (const name of COPIED) if (reader.get(name) !== undefined) node[name] = reader.get(name) as never;
    for (const name of LOWER_BOUNDS) if (reader.get(name)) node[name] = reader.get(name) as number;
    if (reader.get('uniqueItems') === true) node.uniqueItems = true;
    const format = reader.get('format');
    if (this.#assertFormats && isEnforced(format)) node.format = format;
  }

  #objectKeywords(node: LinkedNode, reader: Reader, child: (value: unknown) => LinkedSchema): void {
    const required = reader.get('required') as readonly string[] | undefined;
    if (required !== undefined && required.length > 0) node.required = required;
    for (const name of SUBSCHEMA_MAPS) {
      const value = reader.get(name);
      if (isObject(value)) node[name] = mapValues(value, child);
    }
    const lists = reader.get('dependentRequired');
    if (isObject(lists)) node.dependentRequired = mapValues(lists, (each) => each as readonly string[]);
    const dependencies = reader.get('dependencies');
    if (isObject(dependencies)) addDependencies(node, dependencies, child);
    for (const name of SUBSCHEMA) if (reader.get(name) !== undefined) node[name] = child(reader.get(name));
    if (node.not !== undefined) node.notText = preview(reader.get('not'), LONGEST_NOT);
  }

  #listKeywords(node: LinkedNode, reader: Reader, child: (value: unknown) => LinkedSchema): void {
    const items = reader.get('items');
    // The tuples of draft-07.
    const tuple: unknown = Array.isArray(items) ? items : reader.get('prefixItems');
    const rest = Array.isArray(items) ? reader.get('additionalItems') : items;
    if (Array.isArray(tuple)) node.prefixItems = tuple.map(child);
    if (rest !== undefined) node.items = child(rest);
    if (reader.get('contains') === undefined) return;
    node.contains = child(reader.get('contains'));
    for (const name of ['minContains', 'maxContains'] as const) {
      if (reader.get(name) !== undefined) node[name] = reader.get(name) as number;
    }
  }

  #composition(node: LinkedNode, reader: Reader, child: (value: unknown) => LinkedSchema): void {
    for (const name of SUBSCHEMA_LISTS) {
      const value = reader.get(name);
      if (Array.isArray(value)) node[name] = value.map(child);
    }
    if (reader.get('if') === undefined) return;
    const then = reader.get('then');
    const otherwise = reader.get('else');
    // On its own, `if` only marks properties as evaluated.
    if (then === undefined && otherwise === undefined && !this.#registry.usesUnevaluated) return;
    node.if = child(reader.get('if'));
    // oxlint-disable-next-line unicorn/no-thenable -- the keyword's name
    if (then !== undefined) node.then = child(then);
    if (otherwise !== undefined) node.else = child(otherwise);
  }
}

/** Reads the keywords that a schema's dialect and vocabularies have. */
class Reader {
  readonly resource: Resource;
  readonly #schema: Readonly<Record<string, unknown>>;

  constructor(schema: Readonly<Record<string, unknown>>, resource: Resource) {
    this.#schema = schema;
    this.resource = resource;
  }

  get(name: string): unknown {
    if (!Object.hasOwn(this.#schema, name)) return undefined;
    const keyword = keywordIn(name, this.resource.dialect);
    if (keyword === undefined) return undefined;
    const { vocabularies } = this.resource;
    const unknown =
      vocabularies !== undefined && !vocabularies.has(keyword.vocabulary) && keyword.vocabulary !== 'core';
    return unknown ? undefined : this.#schema[name];
  }
}

function setType(node: LinkedNode, value: unknown): void {
  if (value === undefined) return;
  const types = (Array.isArray(value) ? value : [value]) as readonly string[];
  const distinct = types.includes('number') ? types.filter((type) => type !== 'integer') : types;
  const [first] = distinct;
  if (distinct.length === 1 && first !== undefined) node.type = first;
  else node.types = distinct;
}

/** A map with the same names, without a prototype. */
function mapValues<T>(
  map: Readonly<Record<string, unknown>>,
  convert: (value: unknown) => T,
): Record<string, T> {
  const result = Object.create(null) as Record<string, T>; // empty, so any type of value will do
  for (const name of Object.keys(map)) result[name] = convert(map[name]);
  return result;
}

// The older form of dependentRequired and dependentSchemas, in one keyword.
function addDependencies(
  node: LinkedNode,
  dependencies: Readonly<Record<string, unknown>>,
  child: (value: unknown) => LinkedSchema,
): void {
  const lists = mapValues(node.dependentRequired ?? {}, (names) => names as readonly string[]);
  const schemas = mapValues(node.dependentSchemas ?? {}, (schema) => schema as LinkedSchema);
  for (const [name, value] of Object.entries(dependencies)) {
    if (Array.isArray(value)) lists[name] = [...new Set([...(lists[name] ?? []), ...(value as string[])])];
    else
      schemas[name] =
        name in schemas ? { allOf: [schemas[name] as LinkedSchema, child(value)] } : child(value);
  }
  node.dependentRequired = lists;
  node.dependentSchemas = schemas;
}
