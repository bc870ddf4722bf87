import { Type } from '@sinclair/typebox';
import { defineTool } from '@btcp/core';

/** Tells what it costs to send a parcel, and how many days it takes. */
export const quoteParcel = defineTool({
  inputSchema: Type.Object(
    {
      grams: Type.Integer({ minimum: 1, maximum: 30_000, description: 'Weight of the parcel.' }),
      isExpress: Type.Boolean({ description: 'Whether it must arrive the next day.' }),
    },
    { additionalProperties: false },
  ),
  outputSchema: Type.Object(
    {
      cents: Type.Integer({ description: 'The price, in euro cents.' }),
      days: Type.Integer({ description: 'Days until it arrives.' }),
    },
    { additionalProperties: false },
  ),
  capabilities: [],
  examples: [
    {
      description: 'A kilogram, by express',
      input: { grams: 1000, isExpress: true },
      output: { cents: 1290, days: 1 },
    },
  ],
  execute: ({ grams, isExpress }) => ({
    cents: (isExpress ? 990 : 390) + 3 * Math.ceil(grams / 10),
    days: isExpress ? 1 : 3,
  }),
});
