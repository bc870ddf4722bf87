import type { PatternNode } from './pattern-node.ts';

/** Whether certainly no string that matches a pattern contains a character. */
export function neverContains(pattern: PatternNode, char: string): boolean {
  if (pattern.kind !== 'sequence') return false;
  const { parts } = pattern;
  // Unanchored at an end, it allows anything around a match.
  if (parts.at(0)?.kind !== 'start' || parts.at(-1)?.kind !== 'end') return false;
  return parts.every((part) => excludes(part, char.codePointAt(0) ?? 0));
}

function excludes(node: PatternNode, code: number): boolean {
  switch (node.kind) {
    case 'set':
      return !node.ranges.some(([from, to]) => from <= code && code <= to);
    case 'start':
    case 'end':
      return true;
    case 'sequence':
      return node.parts.every((part) => excludes(part, code));
    case 'choice':
      return node.options.every((option) => excludes(option, code));
    case 'loop':
      return excludes(node.body, code);
    default:
      return false;
  }
}
