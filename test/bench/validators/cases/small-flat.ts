import { Type } from '@sinclair/typebox';
import * as v from 'valibot';
import { z } from 'zod';
import { isObject } from '@btcp/schema/runtime';
import type { ValidatorCase } from '../validator-case.ts';

const CELL = /^[A-Z]+[0-9]+$/;

/** The input of a tool that reads a cell. */
export const smallFlat: ValidatorCase = {
  schema: {
    type: 'object',
    properties: {
      cell: { type: 'string', pattern: '^[A-Z]+[0-9]+$' },
      sheet: { type: 'string', minLength: 1 },
      rows: { type: 'integer', minimum: 1, maximum: 1000 },
      includeFormatting: { type: 'boolean' },
    },
    required: ['cell', 'rows'],
    additionalProperties: false,
  },
  typebox: Type.Object(
    {
      cell: Type.String({ pattern: '^[A-Z]+[0-9]+$' }),
      sheet: Type.Optional(Type.String({ minLength: 1 })),
      rows: Type.Integer({ minimum: 1, maximum: 1000 }),
      includeFormatting: Type.Optional(Type.Boolean()),
    },
    { additionalProperties: false },
  ),
  zod: z.strictObject({
    cell: z.string().regex(CELL),
    sheet: z.string().min(1).optional(),
    rows: z.int().min(1).max(1000),
    includeFormatting: z.boolean().optional(),
  }),
  valibot: v.strictObject({
    cell: v.pipe(v.string(), v.regex(CELL)),
    sheet: v.optional(v.pipe(v.string(), v.minLength(1))),
    rows: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1000)),
    includeFormatting: v.optional(v.boolean()),
  }),
  check(value) {
    if (!isObject(value)) return false;
    for (const key in value) {
      if (key !== 'cell' && key !== 'sheet' && key !== 'rows' && key !== 'includeFormatting') return false;
    }
    const { cell, sheet, rows, includeFormatting } = value;
    return (
      typeof cell === 'string' &&
      CELL.test(cell) &&
      (sheet === undefined || (typeof sheet === 'string' && sheet.length > 0)) &&
      typeof rows === 'number' &&
      Number.isInteger(rows) &&
      rows >= 1 &&
      rows <= 1000 &&
      (includeFormatting === undefined || typeof includeFormatting === 'boolean')
    );
  },
  valid: (number) => ({
    cell: `B${number + 1}`,
    ...(number % 2 === 0 && { sheet: `Sheet ${number}` }),
    rows: number + 1,
    includeFormatting: number % 3 === 0,
  }),
  breaks: [
    (value) => (value.cell = 'b5'),
    (value) => (value.cell = 5),
    (value) => (value.rows = 0),
    (value) => (value.rows = 1.5),
    (value) => (value.rows = '12'),
    (value) => (value.includeFormatting = 'yes'),
    (value) => (value.row = 3),
    (value) => delete value.cell,
  ],
};
