import { isObject } from '../../model/own-property.ts';
import { type Conjunction, type Node, type Term, within } from './conjunction.ts';

/** The schemas that apply to the item at an index. */
export const itemTerms = ({ nodes }: Conjunction, index: number): readonly Term[] =>
  nodes.flatMap((node) => itemOf(node, index) ?? []);

/** The subschema of one schema for the item at an index. */
export function itemOf(node: Node, index: number): Term | undefined {
  const { prefixItems, items } = node.schema;
  const prefix: readonly unknown[] = Array.isArray(prefixItems) ? prefixItems : [];
  const schema = index < prefix.length ? prefix[index] : items;
  return schema === undefined ? undefined : within(node, schema);
}

/** The length of the longest tuple. */
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

/** The names that schemas require. */
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
