import { defineTool } from '@btcp/core';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { describeTools } from './describe-tools.ts';

it('refuses schemas of other libraries, and says what to register', () => {
  const findOrders = defineTool({
    description: 'Finds orders.',
    capabilities: [],
    inputSchema: z.object({ word: z.string() }),
    execute: ({ word }) => word,
  });
  expect(() => describeTools({ findOrders })).toThrow(
    '"findOrders" has a schema of zod, which only a build reads.',
  );
});
