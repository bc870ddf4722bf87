import { createRequire } from 'node:module';
import fc from 'fast-check';
import type { checkSync as checkSyncType } from 'recheck';
import { describe, expect, it } from 'vitest';
import { runs, sampled } from '../../../../test/support/runs.ts';
import { arbitraryPattern } from '../../test/fixtures/arbitrary-pattern.ts';
import { COMMON_PATTERNS } from '../../test/fixtures/common-patterns.ts';
import { findSlowMatch } from './matching-cost.ts';
import { parsePattern } from './parse-pattern.ts';

// The build of recheck that is JavaScript alone; it has no types of its own.
const { checkSync } = createRequire(import.meta.url)('recheck/lib/browser.js') as {
  readonly checkSync: typeof checkSyncType;
};

const isFast = (pattern: string): boolean => {
  const parsed = parsePattern(pattern);
  return parsed !== undefined && findSlowMatch(parsed) === undefined;
};
// Patterns that take longer are reported as unknown.
const judge = (pattern: string): string => checkSync(pattern, 'u', { timeout: 500 }).status;

describe('recheck', () => {
  it.each(sampled(COMMON_PATTERNS).filter(({ pattern }) => isFast(pattern)))(
    'agrees that $name is fast',
    ({ pattern }) => expect(judge(pattern)).not.toBe('vulnerable'),
  );

  it('agrees on random patterns that are taken as fast', () => {
    const patterns = fc.sample(arbitraryPattern, { numRuns: 400, seed: 3 }).map((inner) => `^(?:${inner})$`);
    const fast = [...new Set(patterns)].filter(isFast).slice(0, runs(60));
    expect(fast).toHaveLength(runs(60));
    expect(fast.filter((pattern) => judge(pattern) === 'vulnerable')).toEqual([]);
  });
});
