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
