import type { LinkedNode, LinkedProgram, LinkedSchema } from './linked-schema.ts';

/** Whether several parts of a schema apply to one object, and one of them is closed. */
export function hasClosedPart(program: LinkedProgram, node: LinkedNode): boolean {
  const count = (node.allOf?.length ?? 0) + (node.ref === undefined ? 0 : 1);
  return count > 0 && (count > 1 || isOwnPart(node)) && isClosed(program, node, new Set());
}

const isOwnPart = ({ properties, patternProperties, additionalProperties }: LinkedNode): boolean =>
  (properties ?? patternProperties ?? additionalProperties) !== undefined;

function isClosed(program: LinkedProgram, schema: LinkedSchema, seen: Set<LinkedSchema>): boolean {
  if (typeof schema === 'boolean' || seen.has(schema)) return false;
  seen.add(schema);
  if (schema.additionalProperties === false) return true;
  const parts = [...(schema.allOf ?? [])];
  if (schema.ref !== undefined) parts.push(program.definitions[schema.ref] ?? true);
  return parts.some((part) => isClosed(program, part, seen));
}
