import type { JsonSchema } from '@btcp/core';
import { equal } from '../../runtime/values.ts';
import { accepts } from '../accepts.ts';
import { isObject, type MutableObject } from '../../model/own-property.ts';
import { resolveRef } from '../../model/references/local-refs.ts';
import { countSteps } from './work.ts';

/** A schema, and the root that its references resolve against. */
export interface Term {
  readonly schema: unknown;
  readonly root: JsonSchema;
}

export interface Node extends Term {
  readonly schema: MutableObject;
}

/** Schemas that all apply to one value: references and `allOf` are followed, unions are kept apart. */
export interface Conjunction {
  readonly nodes: readonly Node[];
  readonly unions: readonly (readonly Term[])[];
  /** Whether one of them is `false`. */
  readonly isNever: boolean;
}

/** The schema that a keyword of a node holds. */
export const within = ({ root }: Term, schema: unknown): Term => ({ root, schema });

const unionsOf = new WeakMap<object, readonly (readonly Term[])[]>();

/** Combines schemas that all apply to one value. */
export function conjoin(terms: readonly Term[]): Conjunction {
  const nodes = new Map<object, Node>();
  let isNever = false;
  const pending = [...terms];
  // Appends to the array while iterating.
  for (const { schema, root } of pending) {
    if (schema === false) isNever = true;
    if (!isObject(schema) || nodes.has(schema)) continue;
    // TypeBox writes "nothing" as `{ not: {} }`.
    const { not } = schema;
    if (not === true || (isObject(not) && Object.keys(not).length === 0)) isNever = true;
    const node = { schema, root };
    nodes.set(schema, node);
    const { $ref: ref, allOf } = schema;
    if (typeof ref === 'string') pending.push(within(node, resolveRef(root, ref) ?? true));
    if (Array.isArray(allOf)) pending.push(...allOf.map((part: unknown) => within(node, part)));
  }
  const all = [...nodes.values()];
  return { nodes: all, unions: all.flatMap(unionsIn), isNever };
}

// Cached, so that the arrays can be compared by identity.
function unionsIn(node: Node): readonly (readonly Term[])[] {
  const known = unionsOf.get(node.schema);
  if (known !== undefined) return known;
  const lists = [node.schema['anyOf'], node.schema['oneOf']].filter((list) => Array.isArray(list));
  const unions = lists.map((list) => list.map((branch: unknown) => within(node, branch)));
  unionsOf.set(node.schema, unions);
  return unions;
}

function both(a: Conjunction, b: Conjunction): Conjunction {
  const known = new Set(a.nodes.map(({ schema }) => schema));
  const unions = new Set([...a.unions, ...b.unions]);
  return {
    nodes: [...a.nodes, ...b.nodes.filter(({ schema }) => !known.has(schema))],
    unions: [...unions],
    isNever: a.isNever || b.isNever,
  };
}

export const and = (conjunction: Conjunction, term: Term): Conjunction => both(conjunction, conjoin([term]));

/** The cases of the first union, each with all the rest; `undefined` where there is no union. */
export function splitUnion(conjunction: Conjunction): readonly Conjunction[] | undefined {
  const [first, ...unions] = conjunction.unions;
  return first?.map((branch) => and({ ...conjunction, unions }, branch));
}

export function valuesOfKeyword({ nodes }: Conjunction, keyword: string): readonly unknown[] {
  const values: unknown[] = [];
  for (const { schema } of nodes) if (Object.hasOwn(schema, keyword)) values.push(schema[keyword]);
  return values;
}

export const greatest = (conjunction: Conjunction, keyword: string): number =>
  Math.max(-Infinity, ...numbersOf(conjunction, keyword));

export const least = (conjunction: Conjunction, keyword: string): number =>
  Math.min(Infinity, ...numbersOf(conjunction, keyword));

const numbersOf = (conjunction: Conjunction, keyword: string): readonly number[] =>
  valuesOfKeyword(conjunction, keyword).filter((value) => typeof value === 'number');

/** The types of JSON; whole numbers are numbers. */
export type ValueType = 'null' | 'boolean' | 'number' | 'string' | 'array' | 'object';
const TYPES: readonly ValueType[] = ['null', 'boolean', 'number', 'string', 'array', 'object'];

export function typesOf(conjunction: Conjunction): readonly ValueType[] {
  const lists = valuesOfKeyword(conjunction, 'type').map((type) => [type].flat());
  return TYPES.filter((type) =>
    lists.every((list) => list.includes(type) || (type === 'number' && list.includes('integer'))),
  );
}

/** All values that may fit, where they are few. */
export function finiteValues(conjunction: Conjunction): readonly unknown[] | undefined {
  const [choices] = [
    ...valuesOfKeyword(conjunction, 'const').map((value) => [value]),
    ...valuesOfKeyword(conjunction, 'enum').filter((list) => Array.isArray(list)),
  ];
  const types = typesOf(conjunction);
  const isSmall = types.every((type) => type === 'null' || type === 'boolean');
  const values =
    choices ?? (isSmall ? types.flatMap((type) => (type === 'null' ? [null] : [true, false])) : undefined);
  return values?.filter((value) => mayFit(conjunction, value));
}

/** Whether no schema is known to refuse a value. */
const mayFit = ({ nodes }: Conjunction, value: unknown): boolean =>
  nodes.every((node) => verdictOf(node, value) !== false);

/** Whether a value fits a schema; `undefined` where that is not known. */
export const verdictOf = ({ schema, root }: Term, value: unknown): boolean | undefined =>
  accepts(schema, value, (ref) => {
    countSteps(1);
    return resolveRef(root, ref);
  });

/** Whether two schemas are written the same. */
export function isSame(a: Term, b: Term): boolean {
  if (a.schema === b.schema) return true;
  return equal(a.schema, b.schema) && (!JSON.stringify(a.schema).includes('"$ref"') || equal(a.root, b.root));
}

export const itemTerms = ({ nodes }: Conjunction, index: number): readonly Term[] =>
  nodes.flatMap((node) => itemOf(node, index) ?? []);

export function itemOf(node: Node, index: number): Term | undefined {
  const { prefixItems, items } = node.schema;
  const prefix: readonly unknown[] = Array.isArray(prefixItems) ? prefixItems : [];
  const schema = index < prefix.length ? prefix[index] : items;
  return schema === undefined ? undefined : within(node, schema);
}

export function prefixLength(nodes: readonly Node[]): number {
  return Math.max(
    0,
    ...nodes.map(({ schema: { prefixItems } }) => (Array.isArray(prefixItems) ? prefixItems.length : 0)),
  );
}

/** The names that a schema describes individually. */
export function namesIn(node: Node): readonly string[] {
  const { properties } = node.schema;
  return [...(isObject(properties) ? Object.keys(properties) : []), ...requiredIn(node)];
}

const requiredIn = ({ schema: { required } }: Node): readonly string[] =>
  Array.isArray(required) ? required.map(String) : [];

export const requiredNames = ({ nodes }: Conjunction): ReadonlySet<string> =>
  new Set(nodes.flatMap(requiredIn));

/** The schemas that apply to a property, as far as no pattern decides. */
export const propertyTerms = ({ nodes }: Conjunction, name: string): readonly Term[] =>
  nodes.flatMap((node) => propertyOf(node, name) ?? []);

/** The subschema of one schema for a property; `undefined` for one that a pattern might describe. */
export function propertyOf(node: Node, name: string): Term | undefined {
  const { properties } = node.schema;
  return isObject(properties) && Object.hasOwn(properties, name)
    ? within(node, properties[name])
    : otherOf(node);
}

function otherOf(node: Node): Term | undefined {
  const { additionalProperties: others, patternProperties } = node.schema;
  return others === undefined || patternProperties !== undefined ? undefined : within(node, others);
}

/** The schemas that apply to properties that no schema names, as far as no pattern decides. */
export const otherTerms = ({ nodes }: Conjunction): readonly Term[] =>
  nodes.flatMap((node) => otherOf(node) ?? []);
