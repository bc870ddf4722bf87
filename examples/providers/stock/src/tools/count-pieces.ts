import { Type } from '@sinclair/typebox';
import { defineTool } from '@btcp/core';

const PIECES = { chair: 40, table: 12, lamp: 0 };

/** Counts the pieces of a product in the warehouse. */
export const countPieces = defineTool({
  inputSchema: Type.Object(
    {
      product: Type.Union([Type.Literal('chair'), Type.Literal('table'), Type.Literal('lamp')], {
        description: 'The product to count.',
      }),
    },
    { additionalProperties: false },
  ),
  outputSchema: Type.Object(
    { pieces: Type.Integer({ minimum: 0, description: 'How many there are.' }) },
    { additionalProperties: false },
  ),
  capabilities: [],
  examples: [{ description: 'Lamps', input: { product: 'lamp' }, output: { pieces: 0 } }],
  execute: ({ product }) => ({ pieces: PIECES[product] }),
});
