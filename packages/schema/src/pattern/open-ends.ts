import type { PatternNode } from './parse-pattern.ts';

/** The ends of a pattern that are unanchored, most likely by mistake. */
export type OpenEnds = 'start' | 'end' | 'both';

type Side = 'start' | 'end';

/**
 * Finds where a pattern allows anything before or after what it describes. Prefixes such as `^https://`, suffixes such
 * as `\.csv$`, and single characters to look for are taken as intended.
 */
export function findOpenEnds(pattern: PatternNode): OpenEnds | undefined {
  if (pattern.kind === 'set') return undefined;
  const options = pattern.kind === 'choice' ? pattern.options : [pattern];
  const starts = options.map((option) => isAnchored(option, 'start'));
  const ends = options.map((option) => isAnchored(option, 'end'));
  // A look-around may anchor it in its own way.
  if ([...starts, ...ends].includes(undefined)) return undefined;
  const start = !starts.every(Boolean);
  const end = !ends.every(Boolean);
  if (start && end) return 'both';
  if (!start && !end) return undefined;
  const side: Side = start ? 'start' : 'end';
  // `^a|b$` anchors each option on one side only.
  const isMixed = options.length > 1 && (start ? starts : ends).some(Boolean);
  return isMixed || options.some((option) => repeatsAt(option, side)) ? side : undefined;
}

function isAnchored(node: PatternNode, side: Side): boolean | undefined {
  switch (node.kind) {
    case side:
      return true;
    case 'look':
    case 'reference':
    case 'boundary':
      return undefined;
    case 'sequence': {
      const part = node.parts.at(side === 'start' ? 0 : -1);
      return part === undefined ? undefined : isAnchored(part, side);
    }
    case 'choice': {
      const anchored = node.options.map((option) => isAnchored(option, side));
      return anchored.includes(undefined) ? undefined : anchored.every(Boolean);
    }
    default:
      return false;
  }
}

// `[0-9]+` at an open end matches part of a longer number; `.csv` is plainly a suffix.
function repeatsAt(node: PatternNode, side: Side): boolean {
  switch (node.kind) {
    case 'loop':
      return true;
    case 'set':
      return node.ranges.length > 1 || node.ranges.some(([from, to]) => from < to);
    case 'sequence': {
      const part = node.parts.at(side === 'start' ? 0 : -1);
      return part !== undefined && repeatsAt(part, side);
    }
    case 'choice':
      return node.options.some((option) => repeatsAt(option, side));
    default:
      return false;
  }
}
