import type { JsonSchema } from '@btcp/core';
import { LIMITED_TYPES, limitsOf } from '../../model/limits.ts';
import { ASSERTIONS } from '../../model/keywords.ts';
import { isObject, type MutableObject } from '../../model/own-property.ts';
import { resolveRef, closureOf } from '../../model/references/local-refs.ts';
import { usesUnevaluated } from '../../model/walk-schema.ts';
import { isEnforced } from '../formats.ts';
import { preview } from '../../runtime/preview.ts';
import {
  holdersOf,
  inPlaceChildren,
  nodesWithin,
  type LinkedNode,
  type LinkedProgram,
  type LinkedSchema,
} from './linked-schema.ts';
import { rewriteUnions } from './rewrite-unions.ts';

const MAX_NOT = 100;

/** Keywords that hold a number, a pattern or names: they are the same in linked form. */
const COPIED = [
  ...LIMITED_TYPES.flatMap(limitsOf).map(([name]) => name),
  ...Object.values(ASSERTIONS).flatMap(Object.keys),
] as (keyof LinkedNode)[]; // as LinkedNode has them
/** Keywords without effect when 0. */
const LOWER_BOUNDS: ReadonlySet<string> = new Set(['minLength', 'minItems', 'minProperties']);
/** Keywords without effect unless `contains` is present. */
const COUNTING: ReadonlySet<string> = new Set(['minContains', 'maxContains']);

/** Keywords with subschemas; `if` is linked with what depends on it. */
const HOLDERS = [...holdersOf('in-place'), ...holdersOf('inside')].filter(
  ({ name }) => !['if', 'then', 'else'].includes(name),
);

/** Rewrites a schema in normal form into linked form. */
export function linkSchema(root: JsonSchema, assertFormats: boolean): LinkedProgram {
  return new Linker(root, assertFormats).link();
}

/** Of one value: twenty times what most schemas need. */
const MANY_CHECKS = 1000;
/** In a larger schema, as many per subschema: the branches of a union may share definitions. */
const SHARED = 10;

class Linker {
  readonly #root: JsonSchema;
  readonly #assertFormats: boolean;
  readonly #definitions: LinkedSchema[] = [];
  readonly #indexes = new Map<JsonSchema, number>();
  readonly #pending: (() => void)[] = [];
  /** Whether anything depends on what was evaluated, which rules out some rewriting. */
  readonly #usesUnevaluated: boolean;

  constructor(root: JsonSchema, assertFormats: boolean) {
    this.#root = root;
    this.#assertFormats = assertFormats;
    this.#usesUnevaluated = usesUnevaluated(root);
  }

  link(): LinkedProgram {
    this.#refer(this.#root);
    // Definitions wait in a queue, so that a long chain of references needs no deep stack.
    for (const define of this.#pending) define();
    const program = { root: this.#definitions[0] ?? true, definitions: this.#definitions };
    rewriteUnions(program, { tagged: !this.#usesUnevaluated });
    const checks = countChecks(program);
    const multiplies = checks > Math.max(MANY_CHECKS, SHARED * countNodes(program));
    const repeated = multiplies ? new Set(program.definitions) : findRepeatedDefinitions(program.definitions);
    return { ...program, checks, multiplies, repeated };
  }

  // The index of the definition that a schema becomes.
  #refer(schema: JsonSchema): number {
    const known = this.#indexes.get(schema);
    if (known !== undefined) return known;
    const index = this.#definitions.push(true) - 1;
    this.#indexes.set(schema, index);
    this.#pending.push(() => {
      this.#definitions[index] = this.#schema(schema);
    });
    return index;
  }

  #schema(schema: unknown): LinkedSchema {
    if (!isObject(schema)) return schema !== false;
    const node = this.#node(schema);
    return Object.keys(node).length === 0 ? true : node;
  }

  #node(schema: MutableObject): LinkedNode {
    const node: LinkedNode = {};
    const { $ref: ref } = schema;
    if (typeof ref === 'string') node.ref = this.#refer(resolveRef(this.#root, ref) ?? true);
    this.#assertions(node, schema);
    this.#subschemas(node, schema);
    if (schema['default'] !== undefined) node.default = { value: schema['default'] };
    return node;
  }

  #assertions(node: LinkedNode, schema: MutableObject): void {
    setType(node, schema['type']);
    if (schema['const'] !== undefined) node.const = schema['const'];
    const { enum: values, format } = schema;
    if (Array.isArray(values)) node.enum = values;
    for (const name of COPIED) {
      const value = schema[name];
      const isIdle =
        value === false ||
        (value === 0 && LOWER_BOUNDS.has(name)) ||
        (Array.isArray(value) && value.length === 0) ||
        (COUNTING.has(name) && schema['contains'] === undefined);
      // Only schemas without issues are linked, so the shape of every keyword is known, here and below.
      if (value !== undefined && !isIdle) node[name] = (isObject(value) ? namesOnly(value) : value) as never;
    }
    if (this.#assertFormats && isEnforced(format)) node.format = format;
  }

  #subschemas(node: LinkedNode, schema: MutableObject): void {
    const child = (value: unknown): LinkedSchema => this.#schema(value);
    for (const { name, isOne } of HOLDERS) {
      const value = schema[name];
      if (value === undefined) continue;
      const many = (): unknown => (isObject(value) ? mapValues(value, child) : [value].flat().map(child));
      node[name] = (isOne ? child(value) : many()) as never;
    }
    if (node.not !== undefined) node.notText = preview(schema['not'], MAX_NOT);
    this.#condition(node, schema);
  }

  #condition(node: LinkedNode, schema: MutableObject): void {
    const { if: condition, then, else: otherwise } = schema;
    // On its own, `if` only marks properties as evaluated.
    const isIdle = then === undefined && otherwise === undefined && !this.#usesUnevaluated;
    if (condition === undefined || isIdle) return;
    node.if = this.#schema(condition);
    // oxlint-disable-next-line unicorn/no-thenable -- the keyword's name
    if (then !== undefined) node.then = this.#schema(then);
    if (otherwise !== undefined) node.else = this.#schema(otherwise);
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

const namesOnly = (map: MutableObject): Record<string, unknown> => mapValues(map, (each) => each);

/** A map with the same names, without a prototype. */
function mapValues<T>(
  map: Readonly<Record<string, unknown>>,
  convert: (value: unknown) => T,
): Record<string, T> {
  const result = Object.create(null) as Record<string, T>; // empty, so any type of value will do
  for (const name of Object.keys(map)) result[name] = convert(map[name]);
  return result;
}

/**
 * The definitions that one value could be checked against exponentially often: they are recursive in more than one way,
 * for example through two branches of a union.
 */
function findRepeatedDefinitions(definitions: readonly LinkedSchema[]): ReadonlySet<LinkedSchema> {
  const targets = targetsIn(definitions);
  const reached = definitions.map((definition) => closureOf(targets(definition), targets));
  const recursive = new Set(definitions.filter((definition, index) => reached[index]?.has(definition)));
  if (recursive.size === 0) return recursive;
  const leadsBack = (schema: LinkedSchema): boolean =>
    [...closureOf(targets(schema), targets)].some((definition) => recursive.has(definition));
  const repeats = [...recursive].some((definition) =>
    nodesWithin(definition).some(
      (node) =>
        partsOf(node).filter((part) => part.some(leadsBack)).length + (node.ref === undefined ? 0 : 1) > 1,
    ),
  );
  return repeats ? recursive : new Set();
}

function countNodes({ root, definitions }: Pick<LinkedProgram, 'root' | 'definitions'>): number {
  return [root, ...definitions].reduce((sum, schema) => sum + nodesWithin(schema).length, 0);
}

/**
 * How often schemas are applied to one value, or to one part of it, with all references written out; a recursive
 * definition counts once.
 */
function countChecks({ root, definitions }: Pick<LinkedProgram, 'root' | 'definitions'>): number {
  const counts = new Map<LinkedSchema, number>();
  const count = (schema: LinkedSchema): number => {
    if (typeof schema === 'boolean') return 0;
    const known = counts.get(schema);
    if (known !== undefined) return known;
    counts.set(schema, 1);
    const target = schema.ref === undefined ? 0 : count(definitions[schema.ref] ?? true);
    const parts = partsOf(schema).map((part) => Math.max(0, ...part.map(count)));
    const sum = parts.reduce((total, part) => total + part, 1 + target);
    counts.set(schema, sum);
    return sum;
  };
  return count(root);
}

/** Subschemas that apply to the same part of a value independently; those of different properties are grouped. */
function partsOf(node: LinkedNode): readonly (readonly LinkedSchema[])[] {
  return [
    [...Object.values(node.properties ?? {}), ...given(node.additionalProperties)],
    ...Object.values(node.patternProperties ?? {}).map((schema) => [schema]),
    [...(node.prefixItems ?? []), ...given(node.items)],
    given(node.contains),
    given(node.unevaluatedProperties),
    given(node.unevaluatedItems),
    // Of the cases of a tagged union only one applies.
    ...(node.tagged ? [[...node.tagged.cases.map(({ schema }) => schema), node.tagged.rest]] : []),
    ...inPlaceChildren(withoutTagged(node)).map((schema) => [schema]),
  ];
}

function withoutTagged({ tagged: _, ...node }: LinkedNode): LinkedNode {
  return node;
}

const given = (...schemas: readonly (LinkedSchema | undefined)[]): readonly LinkedSchema[] =>
  schemas.filter((schema) => schema !== undefined);

/** Returns the definitions that a schema references itself, which are collected once. */
function targetsIn(definitions: readonly LinkedSchema[]): (schema: LinkedSchema) => readonly LinkedSchema[] {
  const known = new Map<LinkedSchema, readonly LinkedSchema[]>();
  return (schema) => {
    let targets = known.get(schema);
    if (!targets) {
      const refs = nodesWithin(schema).flatMap(({ ref }) => (ref === undefined ? [] : [ref]));
      known.set(schema, (targets = [...new Set(refs)].flatMap((ref) => definitions[ref] ?? [])));
    }
    return targets;
  };
}
