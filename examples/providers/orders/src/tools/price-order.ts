import { Type } from '@sinclair/typebox';
import { defineTool } from '@btcp/core';

/** Prices in cents. */
const PRICES = { chair: 4900, table: 19_900, lamp: 2900 };

/** Tells what an order costs, without shipping. */
export const priceOrder = defineTool({
  inputSchema: Type.Object(
    {
      product: Type.Union([Type.Literal('chair'), Type.Literal('table'), Type.Literal('lamp')], {
        description: 'What is ordered.',
      }),
      count: Type.Integer({ minimum: 1, maximum: 99, description: 'How many pieces.' }),
    },
    { additionalProperties: false },
  ),
  outputSchema: Type.Object(
    { cents: Type.Integer({ description: 'The price, in euro cents.' }) },
    { additionalProperties: false },
  ),
  capabilities: [],
  examples: [{ description: 'Two chairs', input: { product: 'chair', count: 2 }, output: { cents: 9800 } }],
  execute: ({ product, count }) => ({ cents: PRICES[product] * count }),
});
