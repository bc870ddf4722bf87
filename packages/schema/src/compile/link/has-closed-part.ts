import { conjunctsOf } from './children.ts';
import type { LinkedNode, LinkedProgram } from './linked-schema.ts';

/** Whether several parts of a schema apply to one object, and one of them is closed. */
export function hasClosedPart(program: LinkedProgram, node: LinkedNode): boolean {
  const count = (node.allOf?.length ?? 0) + (node.ref === undefined ? 0 : 1);
  const parts = [...conjunctsOf(node, program.definitions)];
  return (
    count > 0 &&
    (count > 1 || isOwnPart(node)) &&
    parts.some(({ additionalProperties }) => additionalProperties === false)
  );
}

const isOwnPart = ({ properties, patternProperties, additionalProperties }: LinkedNode): boolean =>
  (properties ?? patternProperties ?? additionalProperties) !== undefined;
