import { Type } from '@sinclair/typebox';
import * as v from 'valibot';
import { z } from 'zod';
import { isObject } from '@btcp/schema/runtime';
import type { ValidatorCase } from '../validator-case.ts';

const ZIP = /^[0-9]{5}$/;

function isPlace(value: unknown): boolean {
  if (!isObject(value)) return false;
  for (const key in value) if (key !== 'city' && key !== 'zip') return false;
  const { city, zip } = value;
  return typeof city === 'string' && typeof zip === 'string' && ZIP.test(zip);
}

function isOrder(value: unknown): boolean {
  if (!isObject(value)) return false;
  for (const key in value) {
    if (key !== 'id' && key !== 'total' && key !== 'paid' && key !== 'place') return false;
  }
  const { id, total, paid, place } = value;
  return (
    typeof id === 'string' &&
    typeof total === 'number' &&
    Number.isFinite(total) &&
    total >= 0 &&
    typeof paid === 'boolean' &&
    isPlace(place)
  );
}

/** An object with a list of 50 objects that each hold another. */
export const nested: ValidatorCase = {
  schema: {
    type: 'object',
    properties: {
      orders: {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            id: { type: 'string' },
            total: { type: 'number', minimum: 0 },
            paid: { type: 'boolean' },
            place: {
              type: 'object',
              properties: { city: { type: 'string' }, zip: { type: 'string', pattern: '^[0-9]{5}$' } },
              required: ['city', 'zip'],
              additionalProperties: false,
            },
          },
          required: ['id', 'total', 'paid', 'place'],
          additionalProperties: false,
        },
      },
    },
    required: ['orders'],
    additionalProperties: false,
  },
  typebox: Type.Object(
    {
      orders: Type.Array(
        Type.Object(
          {
            id: Type.String(),
            total: Type.Number({ minimum: 0 }),
            paid: Type.Boolean(),
            place: Type.Object(
              { city: Type.String(), zip: Type.String({ pattern: '^[0-9]{5}$' }) },
              { additionalProperties: false },
            ),
          },
          { additionalProperties: false },
        ),
      ),
    },
    { additionalProperties: false },
  ),
  zod: z.strictObject({
    orders: z.array(
      z.strictObject({
        id: z.string(),
        total: z.number().min(0),
        paid: z.boolean(),
        place: z.strictObject({ city: z.string(), zip: z.string().regex(ZIP) }),
      }),
    ),
  }),
  valibot: v.strictObject({
    orders: v.array(
      v.strictObject({
        id: v.string(),
        total: v.pipe(v.number(), v.minValue(0)),
        paid: v.boolean(),
        place: v.strictObject({ city: v.string(), zip: v.pipe(v.string(), v.regex(ZIP)) }),
      }),
    ),
  }),
  check(value) {
    if (!isObject(value)) return false;
    for (const key in value) if (key !== 'orders') return false;
    const { orders } = value;
    if (!Array.isArray(orders)) return false;
    for (let index = 0; index < orders.length; index++) if (!isOrder(orders[index])) return false;
    return true;
  },
  valid: (number) => ({
    orders: Array.from({ length: 50 }, (_, index) => ({
      id: `order-${number}-${index}`,
      total: number + index + 0.5,
      paid: index % 2 === 0,
      place: { city: 'Lisbon', zip: String(10_000 + number * 50 + index) },
    })),
  }),
  breaks: [
    (value) => (value.orders[0].id = 7),
    (value) => (value.orders[10].total = -1),
    (value) => (value.orders[20].paid = 'no'),
    (value) => (value.orders[30].place.zip = '1234'),
    (value) => (value.orders[40].place.country = 'PT'),
    (value) => (value.orders[49].note = ''),
    (value) => delete value.orders[25].place,
    (value) => (value.orders = {}),
  ],
};
