import { createContext, Script } from 'node:vm';
import { BTCPError } from '@btcp/core';

/** Milliseconds for one list of names; an honest pattern needs less than one, and more on a busy machine. */
const BUDGET = 2000;
const FILTER = new Script('names.filter((name) => pattern.test(name))');

/**
 * Gives the names that a pattern matches. Node's `vm` stops a pattern that would backtrack for years.
 *
 * @throws BTCPError `PATTERN_TOO_SLOW`.
 */
export function boundedMatch(pattern: RegExp, names: readonly string[]): ReadonlySet<string> {
  try {
    return new Set<string>(FILTER.runInContext(createContext({ pattern, names }), { timeout: BUDGET }));
  } catch (cause) {
    throw new BTCPError('PATTERN_TOO_SLOW', {
      message: `The pattern ${pattern.source} takes too long or too much memory to match.`,
      suggestion: 'Use a simpler pattern: no repetition inside a repetition, fewer wildcards.',
      cause,
    });
  }
}
