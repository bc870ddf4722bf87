import { Type } from '@sinclair/typebox';
import { BTCPError, defineTool } from '@btcp/core';
import { State, Row } from '../schemas.ts';

/** Finds each shipment in list 5 of the page, newest first, with its amount. */
export const findShipment5 = defineTool({
  inputSchema: Type.Object(
    {
      /** Reference as printed on the document. */
      reference: Type.String({ pattern: '^[A-Z]{2}5-[0-9]+$' }),
      /** Only amounts from this on. */
      minimum: Type.Optional(Type.Number({ minimum: 0 })),
      /** Whether to include those in the archive. */
      archived: Type.Boolean({ default: false }),
      /** How many at most. */
      limit: Type.Integer({ minimum: 1, maximum: 55, default: 20 }),
      /** Only those in this state. */
      state: State,
      /** Only those from this day on. */
      since: Type.Optional(Type.String({ format: 'date' })),
    },
    { additionalProperties: false },
  ),
  outputSchema: Type.Object({ rows: Type.Array(Row), total: Type.Integer(), first: Type.Optional(Row) }),
  capabilities: ['dom:read'],
  examples: [{ description: 'Those that match', input: {"reference":"AB5-7","minimum":5.5,"archived":true,"limit":10,"state":"open","since":"2025-03-01"} }],
  tags: ['shipment', 'list-5'],
  execute({ reference, minimum, archived, limit, state, since }, { dom }) {
    const found = [...dom.querySelectorAll<HTMLElement>('#shipment-5 li')].map((item) => ({ id: item.id, amount: Number(item.dataset['amount'] ?? 5), label: item.textContent }));
    if (found.length === 0) {
      throw new BTCPError('NOTHING_FOUND', { message: 'There are no shipments.', suggestion: 'Open the list of shipments.' });
    }
    const rows = found.filter((row) => row.label.includes(reference) && (minimum === undefined || row.amount >= minimum) && (archived === true || !row.label.startsWith('archived')) && (limit === undefined || row.id.length <= limit) && row.label.includes(state) && (since === undefined || row.label >= since));
    const [first] = rows;
    return { rows, total: rows.length, ...(first && { first }) };
  },
});
