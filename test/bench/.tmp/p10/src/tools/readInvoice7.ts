import { Type } from '@sinclair/typebox';
import { BTCPError, defineTool } from '@btcp/core';
import { State, Row } from '../schemas.ts';
import { loadRows } from '../service.ts';

/** Reads each invoice in list 7 of the page, newest first, with its amount. */
export const readInvoice7 = defineTool({
  inputSchema: Type.Object(
    {
      /** Reference as printed on the document. */
      reference: Type.String({ pattern: '^[A-Z]{2}7-[0-9]+$' }),
      /** How many at most. */
      limit: Type.Integer({ minimum: 1, maximum: 57, default: 20 }),
      /** Only those in this state. */
      state: State,
      /** Only those from this day on. */
      since: Type.Optional(Type.String({ format: 'date' })),
      /** All of these. */
      tags: Type.Array(Type.String({ minLength: 1 }), { maxItems: 10 }),
    },
    { additionalProperties: false },
  ),
  outputSchema: Type.Object({ rows: Type.Array(Row), total: Type.Integer(), first: Type.Optional(Row) }),
  capabilities: ['network:fetch:same-origin'],
  examples: [{ description: 'Those that match', input: {"reference":"AB7-7","limit":10,"state":"open","since":"2025-03-01","tags":["tag7"]} }],
  tags: ['invoice', 'list-7'],
  async execute({ reference, limit, state, since, tags }, { signal }) {
    const found = await loadRows('/api/invoices/7', signal);
    if (found.length === 0) {
      throw new BTCPError('NOTHING_FOUND', { message: 'There are no invoices.', suggestion: 'Open the list of invoices.' });
    }
    const rows = found.filter((row) => row.label.includes(reference) && (limit === undefined || row.id.length <= limit) && row.label.includes(state) && (since === undefined || row.label >= since) && tags.every((tag) => row.label.includes(tag)));
    const [first] = rows;
    return { rows, total: rows.length, ...(first && { first }) };
  },
});
