import { Type } from '@sinclair/typebox';
import { BTCPError, defineTool } from '@btcp/core';
import { ORDERS } from '../orders.ts';

const Month = Type.String({ pattern: '^[0-9]{4}-[0-9]{2}$', description: 'A month, for example "2026-03".' });

/** Adds up the sales of each month of a year, in euros; months without an order are left out. */
export const listSales = defineTool({
  inputSchema: Type.Object(
    { year: Type.Integer({ minimum: 2000, maximum: 2100, description: 'The year, for example 2026.' }) },
    { additionalProperties: false },
  ),
  outputSchema: Type.Object({
    year: Type.Integer(),
    months: Type.Array(Type.Object({ month: Month, euros: Type.Number() })),
  }),
  capabilities: [],
  examples: [
    { description: 'A year without orders', input: { year: 2025 }, output: { year: 2025, months: [] } },
  ],
  ui: '../ui/sales-chart.html',
  execute({ year }) {
    const euros = new Map<string, number>();
    for (const order of ORDERS)
      if (order.month.startsWith(`${year}-`))
        euros.set(order.month, (euros.get(order.month) ?? 0) + order.euros);
    return { year, months: [...euros].map(([month, sum]) => ({ month, euros: sum })) };
  },
});

/** Lists the orders of one month, in the order in which they came. */
export const listOrders = defineTool({
  inputSchema: Type.Object({ month: Month }, { additionalProperties: false }),
  outputSchema: Type.Array(Type.Object({ id: Type.String(), euros: Type.Number() })),
  capabilities: [],
  examples: [{ description: 'One order', input: { month: '2026-02' }, output: [{ id: 'o3', euros: 240 }] }],
  execute({ month }) {
    const found = ORDERS.filter((order) => order.month === month);
    if (found.length === 0)
      throw new BTCPError('NO_ORDERS', {
        message: `There are no orders in ${month}.`,
        suggestion: 'Use listSales for the months that have some.',
      });
    return found.map(({ id, euros }) => ({ id, euros }));
  },
});
