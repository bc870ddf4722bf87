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

const given = (...schemas: readonly (LinkedSchema | undefined)[]): LinkedSchema[] =>
  schemas.filter((schema) => schema !== undefined);
