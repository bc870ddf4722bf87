import { parsePattern } from './parse-pattern.ts';
import { findSlowMatch } from './matching-cost.ts';

/** Maximum cached patterns: as many as a project may have. */
const MAX_CACHED = 5000;

const known = new Map<string, RegExp | undefined>();

/** Compiles a pattern for values of a document; `undefined` where it is invalid, or not proven fast. */
export function safePattern(pattern: string): RegExp | undefined {
  if (!known.has(pattern)) {
    if (known.size >= MAX_CACHED) known.clear();
    known.set(pattern, compile(pattern));
  }
  return known.get(pattern);
}

function compile(pattern: string): RegExp | undefined {
  try {
    const expression = new RegExp(pattern, 'u');
    const parsed = parsePattern(pattern);
    return parsed === undefined || findSlowMatch(parsed) !== undefined ? undefined : expression;
  } catch {
    return undefined;
  }
}
