import { expect, it } from 'vitest';
import { findRepeats } from './collect-stats.ts';

const point = { type: 'object', properties: { x: { type: 'number', minimum: 0, maximum: 100 } } } as const;

it('finds what several tools repeat, without what is part of it', () => {
  const tool = (name: string): Parameters<typeof findRepeats>[0][number] => ({
    name,
    description: 'Moves a point.',
    capabilities: [],
    inputSchema: { type: 'object', properties: { point } },
  });
  expect(findRepeats([tool('one'), tool('two')], (text) => text.length / 10)).toEqual([
    {
      schema: point,
      places: [
        { tool: 'one', path: '/inputSchema/properties/point' },
        { tool: 'two', path: '/inputSchema/properties/point' },
      ],
      bytes: 80,
      tokens: 8,
      totalBytes: 160,
      totalTokens: 16,
    },
  ]);
});
