import { Type } from '@sinclair/typebox';
import { BTCPError, defineTool } from '@btcp/core';
import { State } from '../schemas.ts';

/** Finds each invoice in list 0 of the page, newest first, with its amount. */
export const findInvoice0 = defineTool({
  inputSchema: Type.Object(
    {
      /** Reference as printed on the document. */
      reference: Type.String({ pattern: '^[A-Z]{2}0-[0-9]+$' }),
      /** How many at most. */
      limit: Type.Integer({ minimum: 1, maximum: 50, default: 20 }),
      /** Only those in this state. */
      state: State,
      /** Only those from this day on. */
      since: Type.Optional(Type.String({ format: 'date' })),
    },
    { additionalProperties: false },
  ),
  capabilities: ['dom:read'],
  examples: [{ description: 'Those that match', input: {"reference":"AB0-7","limit":10,"state":"open","since":"2025-03-01"} }],
  tags: ['invoice', 'list-0'],
  execute({ reference, limit, state, since }, { dom }) {
    const found = [...dom.querySelectorAll<HTMLElement>('#invoice-0 li')].map((item) => ({ id: item.id, amount: Number(item.dataset['amount'] ?? 0), label: item.textContent }));
    if (found.length === 0) {
      throw new BTCPError('NOTHING_FOUND', { message: 'There are no invoices.', suggestion: 'Open the list of invoices.' });
    }
    const rows = found.filter((row) => row.label.includes(reference) && (limit === undefined || row.id.length <= limit) && row.label.includes(state) && (since === undefined || row.label >= since));
    const [first] = rows;
    return { rows, total: rows.length, ...(first && { first }) };
  },
});
