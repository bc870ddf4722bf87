import type { PatternNode } from './pattern-node.ts';

/**
 * Reverses a pattern, as a look-behind reads it; `undefined` where it has look-arounds or back-references. The result
 * is anchored, as reading begins at the position of the look-behind.
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
