import { Type } from '@sinclair/typebox';
import { BTCPError, defineTool } from '@btcp/core';

const OrderId = Type.String({ pattern: '^o[0-9]+$', description: 'Id of the order, for example "o1".' });

/** Marks an open order as paid. Fails if there is no such order. */
export const payOrder = defineTool({
  inputSchema: Type.Object({ order: OrderId }, { additionalProperties: false }),
  outputSchema: Type.Object(
    { order: Type.String(), state: Type.Literal('paid') },
    { additionalProperties: false },
  ),
  capabilities: ['dom:write'],
  examples: [
    {
      description: 'Pay order o1',
      input: { order: 'o1' },
      output: { order: 'o1', state: 'paid' },
      fixture: './orders.fixture.html',
    },
  ],
  execute({ order }, { dom }) {
    const row = dom.getElementById(order);
    if (!row) {
      throw new BTCPError('ORDER_NOT_FOUND', {
        message: `There is no order ${order}.`,
        suggestion: 'Use listOrders to get the ids of open orders.',
      });
    }
    row.setAttribute('data-state', 'paid');
    return { order, state: 'paid' };
  },
});

/** Waits until the warehouse has confirmed an order, which can take minutes. */
export const awaitConfirmation = defineTool({
  inputSchema: Type.Object({ order: OrderId }, { additionalProperties: false }),
  outputSchema: Type.Object(
    { order: Type.String(), confirmed: Type.Boolean() },
    { additionalProperties: false },
  ),
  capabilities: [],
  execute({ order }, { signal }) {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => resolve({ order, confirmed: true }), 60_000);
      signal.addEventListener('abort', () => {
        clearTimeout(timer);
        reject(new Error('No longer waiting.'));
      });
    });
  },
});
