import { Type } from '@sinclair/typebox';
import { defineTool, type JsonSchemaObject } from '@btcp/core';
import { compileSchema } from '@btcp/schema/compile';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../../test/support/runs.ts';
import { BTCPTestClient } from '../test-client.ts';
import { arbitraryInput } from './arbitrary-input.ts';

const searchOrders = defineTool({
  inputSchema: Type.Object(
    {
      text: Type.String({ maxLength: 40 }),
      state: Type.Optional(Type.Union([Type.Literal('open'), Type.Literal('paid')])),
      limit: Type.Integer({ minimum: 1, maximum: 50, default: 10 }),
      ids: Type.Optional(Type.Array(Type.String({ pattern: '^o[0-9]+$' }), { maxItems: 5 })),
      range: Type.Optional(Type.Tuple([Type.Number(), Type.Number()])),
    },
    { additionalProperties: false },
  ),
  capabilities: [],
  execute: (input) => input,
});

const SEED = { seed: 14, numRuns: runs(1000) };

/** The smallest input for which a property fails. */
function counterexample<Input>(
  inputs: fc.Arbitrary<Input>,
  holds: (input: Input) => boolean,
): Input | undefined {
  const { counterexample: found } = fc.check(fc.property(inputs, holds), { seed: 14, numRuns: 1000 });
  return found?.[0];
}

describe('arbitraryInput', () => {
  it('generates inputs that the tool takes, of every kind and at the limits', async () => {
    const client = new BTCPTestClient();
    await client.registerTools({ searchOrders });
    const inputs: (typeof searchOrders extends (input: infer Input) => unknown ? Input : never)[] = [];
    await fc.assert(
      fc.asyncProperty(arbitraryInput(searchOrders), async (input) => {
        inputs.push(input);
        expect(await client.callTool('searchOrders', input)).toEqual(input);
      }),
      { ...SEED, numRuns: 200 },
    );
    const has = (kind: string, holds: (input: (typeof inputs)[number]) => unknown) => [
      kind,
      inputs.some((each) => holds(each)),
    ];
    expect(
      [
        has('limit 1', ({ limit }) => limit === 1),
        has('limit 50', ({ limit }) => limit === 50),
        has('longest text', ({ text }) => text.length === 40),
        has('empty text', ({ text }) => text === ''),
        has('hostile text', ({ text }) => text.includes('<img')),
        has('paid', ({ state }) => state === 'paid'),
        has('no state', ({ state }) => state === undefined),
        has('ids', ({ ids = [] }) => ids.length > 1),
        has('range', ({ range }) => range),
      ].filter(([, found]) => found !== true),
    ).toEqual([]);
  });

  it('varies strings as fast-check does, within their limits, and has names that objects inherit', () => {
    const inputSchema = Type.Object(
      {
        name: Type.String(),
        code: Type.Optional(Type.String({ minLength: 12, maxLength: 14 })),
        unit: Type.Union([Type.Literal('g'), Type.Literal('kg')]),
      },
      { additionalProperties: false },
    );
    const tool = defineTool({ inputSchema, capabilities: [], execute: () => null });
    const inputs = fc.sample(arbitraryInput(tool), { seed: 1, numRuns: 2000 });
    expect(new Set(inputs.map(({ name }) => name)).size).toBeGreaterThan(600);
    expect(new Set(inputs.map(({ code }) => code)).size).toBeGreaterThan(200);

    const PER_GRAM: Readonly<Record<string, number>> = { rice: 0.2 };
    const weigh = ({ name }: { readonly name: string }): number => 2 * (PER_GRAM[name] ?? 0);
    const missed = Array.from({ length: 50 }, (_, seed) => seed).filter(
      (seed) =>
        !fc.check(
          fc.property(arbitraryInput(tool), (input) => !Number.isNaN(weigh(input))),
          { seed },
        ).failed,
    );
    expect(missed).toEqual([]);
  });

  it('generates inputs that the tool refuses', () => {
    const validator = compileSchema(searchOrders.inputSchema as JsonSchemaObject);
    const keywords = new Set<string>();
    fc.assert(
      fc.property(arbitraryInput(searchOrders, { invalid: true }), (input) => {
        const result = validator(input);
        if (!result.ok) for (const { keyword } of result.issues) keywords.add(keyword);
        return !result.ok;
      }),
      SEED,
    );
    expect([...keywords].sort()).toEqual(
      expect.arrayContaining(['additionalProperties', 'maximum', 'minimum', 'required', 'type']),
    );
  });

  it('shrinks to the simplest valid input that fails', () => {
    const inputs = arbitraryInput(searchOrders);
    expect(counterexample(inputs, ({ limit }) => limit < 7)).toEqual({ text: '', limit: 7 });
    expect(counterexample(inputs, ({ text }) => !text.includes('<'))).toEqual({ text: '<', limit: 1 });
    expect(counterexample(inputs, ({ ids = [] }) => ids.length < 2)).toEqual({
      text: '',
      limit: 1,
      ids: ['o0', 'o0'],
    });
    expect(counterexample(inputs, ({ range: [from, to] = [0, 0] }) => from <= to)).toEqual({
      text: '',
      limit: 1,
      range: [1, 0],
    });
  });

  it('shrinks to the simplest invalid input that fails', () => {
    const inputs = arbitraryInput(searchOrders, { invalid: true }) as fc.Arbitrary<{ limit?: unknown }>;
    expect(counterexample(inputs, (input) => typeof Object(input).limit !== 'string')).toEqual({ limit: '' });
  });

  it('gives the same inputs for the same seed', () => {
    const sample = (seed: number): readonly unknown[] =>
      fc.sample(arbitraryInput(searchOrders), { seed, numRuns: 5 });
    expect(sample(1)).toEqual(sample(1));
    expect(sample(1)).not.toEqual(sample(2));
  });

  it('takes examples where chance finds nothing, and says where there are none', () => {
    const inputSchema = Type.Object({ isbn: Type.String({ pattern: '^(?!.*[^0-9])(?=9.{12}$)' }) });
    const tool = { inputSchema, capabilities: [], execute: () => null };
    const input = { isbn: '9783161484100' };
    const withExample = arbitraryInput(defineTool({ ...tool, examples: [{ input }] }));
    expect(fc.sample(withExample, { seed: 1, numRuns: 3 }).every(({ isbn }) => isbn.startsWith('9'))).toBe(
      true,
    );
    expect(() => fc.sample(arbitraryInput(defineTool({ ...tool, name: 'findBook' })), 1)).toThrow(
      'No valid input of "findBook" was found: give it an example.',
    );
    const anything = defineTool({ ...tool, name: 'anything', inputSchema: {} as never });
    expect(() => fc.sample(arbitraryInput(anything, { invalid: true }), 1)).toThrow(
      'its schema accepts anything',
    );
  });
});
