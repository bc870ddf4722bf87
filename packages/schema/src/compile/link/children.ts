import type { LinkedNode, LinkedSchema } from './linked-schema.ts';

/** The subschemas of a node that apply to the same value as the node itself, references aside. */
export function inPlaceChildren(node: LinkedNode): LinkedSchema[] {
  return [
    ...(node.allOf ?? []),
    ...(node.anyOf ?? []),
    ...(node.oneOf ?? []),
    ...Object.values(node.dependentSchemas ?? {}),
    ...given(node.not, node.if, node.then, node.else),
    ...(node.tagged ? [...node.tagged.cases.map(({ schema }) => schema), node.tagged.rest] : []),
  ];
}

/** The subschemas of a node that apply to the members of the value, or to its names. */
export function deeperChildren(node: LinkedNode): LinkedSchema[] {
  return [
    ...Object.values(node.properties ?? {}),
    ...Object.values(node.patternProperties ?? {}),
    ...(node.prefixItems ?? []),
    ...given(node.additionalProperties, node.unevaluatedProperties, node.propertyNames),
    ...given(node.items, node.unevaluatedItems, node.contains),
  ];
}

/** A schema and all that its `$ref` and `allOf` apply to the same value, each once; references first. */
export function conjunctsOf(
  schema: LinkedSchema,
  definitions: readonly LinkedSchema[],
  found: Set<LinkedNode> = new Set(),
): ReadonlySet<LinkedNode> {
  if (typeof schema === 'boolean' || found.has(schema)) return found;
  found.add(schema);
  if (schema.ref !== undefined) conjunctsOf(definitions[schema.ref] ?? true, definitions, found);
  for (const part of schema.allOf ?? []) conjunctsOf(part, definitions, found);
  return found;
}

const given = (...schemas: readonly (LinkedSchema | undefined)[]): LinkedSchema[] =>
  schemas.filter((schema) => schema !== undefined);
