import { deeperChildren, inPlaceChildren } from './children.ts';
import type { LinkedNode, LinkedProgram, LinkedSchema } from './linked-schema.ts';

/**
 * The definitions that one value could be checked against exponentially often: they are recursive in more than one way,
 * for example through two branches of a union.
 */
export function findRepeatedDefinitions(definitions: readonly LinkedSchema[]): ReadonlySet<LinkedSchema> {
  const targets = targetsIn(definitions);
  const reached = definitions.map((definition) => reachedFrom(definition, targets));
  const recursive = new Set(definitions.filter((definition, index) => reached[index]?.has(definition)));
  if (recursive.size === 0) return recursive;
  const leadsBack = (schema: LinkedSchema): boolean =>
    [...reachedFrom(schema, targets)].some((definition) => recursive.has(definition));
  const repeats = [...recursive].some((definition) =>
    nodesWithin(definition).some(
      (node) =>
        partsOf(node).filter((part) => part.some(leadsBack)).length + (node.ref === undefined ? 0 : 1) > 1,
    ),
  );
  return repeats ? recursive : new Set();
}

/** The number of schemas in a program. */
export function countNodes({ root, definitions }: Pick<LinkedProgram, 'root' | 'definitions'>): number {
  return [root, ...definitions].reduce((sum, schema) => sum + nodesWithin(schema).length, 0);
}

/**
 * How often schemas are applied to one value, or to one part of it, with all references written out; a recursive
 * definition counts once.
 */
export function countChecks({ root, definitions }: Pick<LinkedProgram, 'root' | 'definitions'>): number {
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

/** All nodes of a schema, without those of the definitions that it references. */
function nodesWithin(schema: LinkedSchema): readonly LinkedNode[] {
  const nodes: LinkedNode[] = [];
  const pending: LinkedSchema[] = [schema];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (typeof next === 'boolean') continue;
    nodes.push(next);
    pending.push(...inPlaceChildren(next), ...deeperChildren(next));
  }
  return nodes;
}

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

/** The definitions that a schema references, transitively. */
function reachedFrom(
  schema: LinkedSchema,
  targetsOf: (schema: LinkedSchema) => readonly LinkedSchema[],
): ReadonlySet<LinkedSchema> {
  const reached = new Set(targetsOf(schema));
  for (const next of reached) for (const target of targetsOf(next)) reached.add(target);
  return reached;
}
