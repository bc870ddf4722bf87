import { describe, expect, it } from 'vitest';
import { difference, interleave, ratio } from './interleave.ts';

describe('interleave', () => {
  it('lets contenders take turns, another first in every round', async () => {
    const turns: string[] = [];
    const contender = (name: string, milliseconds: number) => (times: number) => {
      turns.push(name);
      return times * milliseconds;
    };
    const rounds = await interleave(
      { a: contender('a', 1), b: contender('b', 2) },
      { rounds: 3, slice: 4, warmUp: 0 },
    );
    expect(rounds).toEqual({ a: [1e6, 1e6, 1e6], b: [2e6, 2e6, 2e6] });
    expect(turns.slice(-6).join('')).toBe('abbaab');
  });

  it('compares within each round, so that a slow round counts for both', () => {
    const rounds = { a: [10, 50, 12], b: [5, 25, 4] };
    expect(ratio(rounds, 'a', 'b')).toBe(2);
    expect(difference(rounds, 'a', 'b')).toBe(8);
  });
});
