import { defineTool } from '@btcp/core';
import { Type as Type1 } from 'typebox';
import { type } from 'arktype';
import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { arbitraryInput } from './fast-check/arbitrary-input.ts';
import { describeTools } from './describe-tools.ts';
import { BTCPTestClient } from './test-client.ts';
import './vitest/index.ts';

interface Sheet {
  readonly cell: string;
  readonly row: number;
}

const TOOLS = {
  zod: defineTool({
    description: 'Reads a cell of the sheet that is open.',
    capabilities: [],
    inputSchema: z.object({
      cell: z.string().regex(/^[A-Z]$/),
      row: z.int().min(1).max(99),
    }),
    outputSchema: z.object({ text: z.string() }),
    execute: ({ cell, row }: Sheet) => ({ text: `${cell}${row}` }),
  }),
  valibot: defineTool({
    description: 'Reads a cell of the sheet that is open.',
    capabilities: [],
    inputSchema: v.object({
      cell: v.pipe(v.string(), v.regex(/^[A-Z]$/)),
      row: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(99)),
    }),
    outputSchema: v.object({ text: v.string() }),
    execute: ({ cell, row }: Sheet) => ({ text: `${cell}${row}` }),
  }),
  arktype: defineTool({
    description: 'Reads a cell of the sheet that is open.',
    capabilities: [],
    inputSchema: type({ cell: '/^[A-Z]$/', row: '1 <= number.integer <= 99' }),
    outputSchema: type({ text: 'string' }),
    execute: ({ cell, row }: Sheet) => ({ text: `${cell}${row}` }),
  }),
  typebox1: defineTool({
    description: 'Reads a cell of the sheet that is open.',
    capabilities: [],
    inputSchema: Type1.Object({
      cell: Type1.String({ pattern: '^[A-Z]$' }),
      row: Type1.Integer({ minimum: 1, maximum: 99 }),
    }),
    outputSchema: Type1.Object({ text: Type1.String() }),
    execute: ({ cell, row }: Sheet) => ({ text: `${cell}${row}` }),
  }),
};

describe.each(Object.entries(TOOLS))('a tool with schemas of %s', (name, tool) => {
  it('is called through a client, which refuses what its schema refuses', async () => {
    const client = new BTCPTestClient();
    await client.registerTools(TOOLS);
    await expect(client.callTool(name, { cell: 'B', row: 7 })).resolves.toEqual({ text: 'B7' });
    await expect(client.callTool(name, { cell: 'B', row: 100 })).toRejectWithCode('INVALID_INPUT', '/row');
    await expect(client.callTool(name, { cell: 'b', row: 7 })).toRejectWithCode('INVALID_INPUT', '/cell');
  });

  it('is checked, and gets generated inputs', async () => {
    const property = fc.asyncProperty(arbitraryInput<Sheet>(tool), async (input) => {
      expect(input.cell).toMatch(/^[A-Z]$/);
      await expect(tool).toReturnValidOutput(input);
    });
    await fc.assert(property, { seed: 1, numRuns: 20 });
    expect(tool).toBeValidTool();
  });
});

it('refuses what a build refuses, at its path', () => {
  const findOrders = defineTool({
    description: 'Finds orders.',
    capabilities: [],
    inputSchema: z.object({ word: z.string().transform((word) => word.length) }),
    execute: ({ word }) => word,
  });
  expect(() => describeTools({ findOrders })).toThrow('"findOrders" at /inputSchema/properties/word: ');
});

it('finds by generated values what a library does not say', () => {
  const findOrders = defineTool({
    description: 'Finds orders.',
    capabilities: [],
    inputSchema: v.object({ word: v.pipe(v.string(), v.trim()) }),
    execute: ({ word }) => word,
  });
  expect(() => describeTools({ findOrders })).toThrow('"findOrders" at /inputSchema');
});
