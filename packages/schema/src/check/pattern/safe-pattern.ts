import { parsePattern } from './parse-pattern.ts';
import { findSlowMatch } from './matching-cost.ts';

/** Patterns that are kept: as many as a project may have. */
const MOST = 5000;

const known = new Map<string, RegExp | undefined>();

/** A pattern as it may be tried on values of a document; nothing where it is none, or is not proven fast. */
export function safePattern(pattern: string): RegExp | undefined {
  if (!known.has(pattern)) {
    if (known.size >= MOST) known.clear();
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
