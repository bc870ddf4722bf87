import { Type } from '@sinclair/typebox';
import { defineTool } from '@btcp/core';

const Converted = Type.Object({ value: Type.Number() }, { additionalProperties: false });

/** Metres that a unit of length has. */
const METRES = { metre: 1, kilometre: 1000, foot: 0.3048, mile: 1609.344 };

const LengthUnit = (description: string) =>
  Type.Union([Type.Literal('metre'), Type.Literal('kilometre'), Type.Literal('foot'), Type.Literal('mile')], {
    description,
  });

/** Converts a length from one unit to another. */
export const convertLength = defineTool({
  inputSchema: Type.Object(
    {
      value: Type.Number({ minimum: 0, description: 'The length, in the unit `from`.' }),
      from: LengthUnit('The unit of the length.'),
      to: LengthUnit('The unit of the result.'),
    },
    { additionalProperties: false },
  ),
  outputSchema: Converted,
  capabilities: [],
  examples: [
    {
      description: 'Ten miles in metres',
      input: { value: 10, from: 'mile', to: 'metre' },
      output: { value: 16093.44 },
    },
  ],
  execute: ({ value, from, to }) => ({ value: (value * METRES[from]) / METRES[to] }),
});

/** Converts a temperature between degrees Celsius and degrees Fahrenheit. */
export const convertTemperature = defineTool({
  inputSchema: Type.Object(
    {
      degrees: Type.Number({ description: 'The temperature, in the other unit than `to`.' }),
      to: Type.Union([Type.Literal('celsius'), Type.Literal('fahrenheit')], {
        description: 'The unit of the result.',
      }),
    },
    { additionalProperties: false },
  ),
  outputSchema: Converted,
  capabilities: [],
  examples: [
    { description: 'Boiling water', input: { degrees: 100, to: 'fahrenheit' }, output: { value: 212 } },
  ],
  execute: ({ degrees, to }) => ({
    value: to === 'celsius' ? ((degrees - 32) * 5) / 9 : (degrees * 9) / 5 + 32,
  }),
});
