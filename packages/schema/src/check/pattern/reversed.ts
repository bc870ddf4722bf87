import type { PatternNode } from './pattern-node.ts';

/**
 * A pattern as it is read backwards, behind a place; nothing where it looks around, or back, itself. It is anchored, as
 * reading begins at that place.
 */
export function reversed(pattern: PatternNode): PatternNode | undefined {
  const parts = backwards(pattern);
  return parts && { kind: 'sequence', parts: [{ kind: 'start' }, parts] };
}

function backwards(node: PatternNode): PatternNode | undefined {
  switch (node.kind) {
    case 'sequence': {
      const parts = all(node.parts);
      return parts && { kind: 'sequence', parts: parts.toReversed() };
    }
    case 'choice': {
      const options = all(node.options);
      return options && { kind: 'choice', options };
    }
    case 'loop': {
      const body = backwards(node.body);
      return body && { ...node, body };
    }
    case 'look':
    case 'reference':
      return undefined;
    default:
      return node;
  }
}

function all(nodes: readonly PatternNode[]): readonly PatternNode[] | undefined {
  const turned = nodes.map(backwards);
  return turned.every((node) => node !== undefined) ? turned : undefined;
}
