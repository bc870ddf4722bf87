import { expect, it } from 'vitest';
import { exportTools } from '../../export/export-tools.ts';

it('distinguishes null from an absent optional property', () => {
  const inputSchema = {
    type: 'object',
    properties: { limit: { type: 'integer' }, note: { anyOf: [{ type: 'string' }, { type: 'null' }] } },
  };
  const tool = { name: 'placeOrder', description: 'Places an order.', inputSchema, capabilities: [] };
  const { warnings } = exportTools([tool], { target: 'openai-chat', strict: true });
  expect(warnings.map(({ path, detail }) => `${path}: ${detail}`)).toEqual([
    '/properties/limit: optional property becomes required and nullable; decode must delete nulls',
    '/properties/note: optional property becomes required; null is a value of it, so a strict call can not leave it out',
  ]);
});

it('gives OpenAI literals without a type that of their values', () => {
  const inputSchema = {
    type: 'object',
    properties: { one: { const: 1 }, size: { enum: ['s', 'm'] }, any: { enum: ['auto', 12, null] } },
    required: ['one', 'size', 'any'],
  };
  const tool = { name: 'setSize', description: 'Sets the size.', inputSchema, capabilities: [] };
  const { tools } = exportTools([tool], { target: 'openai-responses', strict: true });
  expect(tools[0]).toMatchObject({ strict: true });
  expect(tools[0]?.parameters['properties']).toEqual({
    one: { const: 1, type: 'integer' },
    size: { enum: ['s', 'm'], type: 'string' },
    any: {
      anyOf: [
        { enum: ['auto'], type: 'string' },
        { enum: [12], type: 'integer' },
        { enum: [null], type: 'null' },
      ],
    },
  });
});
