import { safePattern } from '../../pattern/safe-pattern.ts';
import { getOwn, isObject } from '../../model/own-property.ts';
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
export function namesIn({ schema: { properties, required } }: Node): readonly string[] {
  const described = isObject(properties) ? Object.keys(properties) : [];
  return [...described, ...(Array.isArray(required) ? required.map(String) : [])];
}

/** The names that schemas require. */
export function requiredNames({ nodes }: Conjunction): ReadonlySet<string> {
  const lists = nodes.map(({ schema }) => schema['required']);
  const names = new Set(lists.flatMap((list) => (Array.isArray(list) ? list.map(String) : [])));
  // Visits what is added while iterating.
  for (const name of names) {
    for (const { schema } of nodes) {
      const { dependentRequired: dependents } = schema;
      const more = isObject(dependents) ? getOwn(dependents, name) : undefined;
      for (const each of Array.isArray(more) ? more : []) names.add(String(each));
    }
  }
  return names;
}

/** The schemas that certainly apply to a property. */
export const propertyTerms = ({ nodes }: Conjunction, name: string): readonly Term[] =>
  nodes.flatMap((node) => {
    const { sure, maybe } = schemasOf(node, name);
    return maybe.length > 0 && sure.length === 0 ? [] : sure;
  });

/** The schemas that may apply to a property. */
export function possiblePropertyTerms(node: Node, name: string): readonly Term[] {
  const { sure, maybe } = schemasOf(node, name);
  return [...sure, ...maybe];
}

// Slow patterns are not tried: they may match.
function schemasOf(node: Node, name: string): { sure: readonly Term[]; maybe: readonly Term[] } {
  const { properties, additionalProperties } = node.schema;
  const named =
    isObject(properties) && Object.hasOwn(properties, name) ? [within(node, properties[name])] : [];
  const patterns = patternsOf(node).map(([pattern, term]) => ({
    is: safePattern(pattern)?.test(name),
    term,
  }));
  const sure = [...named, ...patterns.filter(({ is }) => is === true).map(({ term }) => term)];
  const maybe = patterns.filter(({ is }) => is === undefined).map(({ term }) => term);
  if (sure.length > 0 || additionalProperties === undefined) return { sure, maybe };
  const others = within(node, additionalProperties);
  return maybe.length > 0 ? { sure, maybe: [...maybe, others] } : { sure: [others], maybe };
}

/** The schemas of names that match a pattern. */
export function patternsOf(node: Node): readonly (readonly [pattern: string, term: Term])[] {
  const { patternProperties } = node.schema;
  if (!isObject(patternProperties)) return [];
  return Object.entries(patternProperties).map(([pattern, schema]) => [pattern, within(node, schema)]);
}

/**
 * The schemas that certainly apply to properties that no schema names.
 *
 * @param matched - A pattern that their names match.
 * @param unmatched - Patterns that their names do not match.
 */
export const otherTerms = (
  { nodes }: Conjunction,
  matched?: string,
  unmatched: readonly string[] = [],
): readonly Term[] =>
  nodes.flatMap((node) => {
    const patterns = patternsOf(node).filter(([pattern]) => !unmatched.includes(pattern));
    const own = patterns.filter(([pattern]) => pattern === matched).map(([, term]) => term);
    if (own.length > 0) return own;
    const { additionalProperties } = node.schema;
    if (patterns.length === 0)
      return additionalProperties === undefined ? [] : [within(node, additionalProperties)];
    return [eitherOf(node, patterns)];
  });

const eithers = new WeakMap<object, Map<string, Term>>();

// One of some patterns, or none; cached, so that it is the same term every time.
function eitherOf(node: Node, patterns: ReturnType<typeof patternsOf>): Term {
  const { additionalProperties = true } = node.schema;
  const known = eithers.get(node.schema) ?? new Map<string, Term>();
  eithers.set(node.schema, known);
  const key = JSON.stringify(patterns.map(([pattern]) => pattern));
  const schemas = patterns.map(([, { schema }]) => schema);
  const term = known.get(key) ?? within(node, { anyOf: [...schemas, additionalProperties] });
  known.set(key, term);
  return term;
}
