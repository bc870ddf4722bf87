import { Type } from '@sinclair/typebox';
import { defineTool } from '@btcp/core';

/** Lists the orders shown on the page, newest first. */
export const listOrders = defineTool({
  inputSchema: Type.Object(
    {
      state: Type.Union([Type.Literal('open'), Type.Literal('paid')], {
        description: 'Only orders in this state.',
      }),
      limit: Type.Integer({ minimum: 1, maximum: 50, default: 2, description: 'How many at most.' }),
    },
    { additionalProperties: false },
  ),
  capabilities: ['dom:read'],
  execute({ state, limit }, { dom }) {
    const rows = [...dom.querySelectorAll(`[data-state="${state}"]`)].slice(0, limit);
    return { orders: rows.map((row) => ({ id: row.id, text: row.textContent ?? '' })) };
  },
});
