import { Type } from '@sinclair/typebox';
import { defineTool } from '@btcp/core';
import { media } from '@btcp/core/content';
import { writePng } from '../png.ts';

const BAR = 12;
const GAP = 4;
const HEIGHT = 100;
const WHITE = 255;
const GREY = 80;

/** Draws a bar chart of numbers, as a picture. */
export const drawBarChart = defineTool({
  inputSchema: Type.Object(
    {
      values: Type.Array(Type.Number({ minimum: 0, maximum: 1e9 }), {
        minItems: 1,
        maxItems: 50,
        description: 'One number for each bar, from left to right.',
      }),
    },
    { additionalProperties: false },
  ),
  outputSchema: Type.Object(
    {
      highest: Type.Number({ description: 'The number of the highest bar.' }),
      chart: media('image/png', { maxBytes: 100_000, description: 'The chart, 100 pixels high.' }),
    },
    { additionalProperties: false },
  ),
  capabilities: [],
  examples: [{ description: 'Sales of three months', input: { values: [12, 30, 21] } }],
  execute({ values }) {
    const highest = Math.max(...values);
    const width = values.length * (BAR + GAP) + GAP;
    const pixels = new Uint8Array(width * HEIGHT).fill(WHITE);
    values.forEach((value, index) => {
      const top = HEIGHT - Math.round((value / (highest || 1)) * (HEIGHT - GAP));
      const left = GAP + index * (BAR + GAP);
      for (let row = top; row < HEIGHT; row++)
        pixels.fill(GREY, row * width + left, row * width + left + BAR);
    });
    // Bytes become base64 text on the way to the caller, and a picture on the way to an agent.
    return { highest, chart: writePng(width, HEIGHT, pixels) };
  },
});
