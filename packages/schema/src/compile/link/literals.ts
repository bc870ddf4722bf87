import { isOfJsonType } from '../../model/json-types.ts';
import type { LinkedNode, LinkedSchema } from './linked-schema.ts';

const LITERAL_KEYWORDS = new Set(['const', 'enum', 'type', 'types', 'default']);

/** The values that a schema allows, if it does nothing but list them. */
export function literalValues(schema: LinkedSchema): readonly unknown[] | undefined {
  if (typeof schema === 'boolean' || !Object.keys(schema).every((key) => LITERAL_KEYWORDS.has(key)))
    return undefined;
  return allowedValues(schema);
}

/** The values that `const` and `enum` of a node allow, as far as its types do; `undefined` when it has neither. */
export function allowedValues(node: LinkedNode): readonly unknown[] | undefined {
  const values = node.const === undefined ? node.enum : [node.const];
  // With both, the values would have to be compared.
  if (values === undefined || (node.const !== undefined && node.enum !== undefined)) return undefined;
  const types = typesOf(node);
  return types === undefined
    ? values
    : values.filter((value) => types.some((type) => isOfJsonType(value, type)));
}

/** The types that a node's own keywords allow. */
export function typesOf(node: LinkedNode): readonly string[] | undefined {
  return node.type === undefined ? node.types : [node.type];
}
