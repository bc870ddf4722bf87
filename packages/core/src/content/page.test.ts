import { Type } from '@sinclair/typebox';
import { expect, it } from 'vitest';
import { page } from './index.ts';

const orders = page(Type.Object({ id: Type.String() }), { maxItems: 50 });
const plain = (schema: object): unknown => JSON.parse(JSON.stringify(schema));

it('limits a page in both schemas', () => {
  expect(plain(Type.Object({ state: Type.String(), ...orders.input }))).toEqual({
    type: 'object',
    properties: {
      state: { type: 'string' },
      cursor: {
        type: 'string',
        maxLength: 1000,
        description: 'The `nextCursor` of the page before; none for the first page.',
      },
      limit: {
        type: 'integer',
        minimum: 1,
        maximum: 50,
        default: 20,
        description: 'How many items at most.',
      },
    },
    required: ['state', 'limit'],
  });
  expect(plain(orders.output)).toEqual({
    type: 'object',
    properties: {
      items: {
        type: 'array',
        items: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] },
        maxItems: 50,
        description: 'The items of this page.',
      },
      nextCursor: {
        type: 'string',
        maxLength: 1000,
        description: 'Pass it as `cursor` for the next page; absent on the last one.',
      },
    },
    required: ['items'],
    additionalProperties: false,
  });
});
