import { Type } from '@sinclair/typebox';
import { BTCPError, defineTool } from '@btcp/core';
import { State, Row } from '../schemas.ts';
import { rowsOf } from '../page.ts';

/** Lists each payment in list 6 of the page, newest first, with its amount. */
export const listPayment6 = defineTool({
  inputSchema: Type.Object(
    {
      /** Reference as printed on the document. */
      reference: Type.String({ pattern: '^[A-Z]{2}6-[0-9]+$' }),
      /** Whether to include those in the archive. */
      archived: Type.Boolean({ default: false }),
      /** How many at most. */
      limit: Type.Integer({ minimum: 1, maximum: 56, default: 20 }),
      /** Only those in this state. */
      state: State,
    },
    { additionalProperties: false },
  ),
  outputSchema: Type.Object({ rows: Type.Array(Row), total: Type.Integer(), first: Type.Optional(Row) }),
  capabilities: ['dom:read'],
  examples: [{ description: 'Those that match', input: {"reference":"AB6-7","archived":true,"limit":10,"state":"open"} }],
  tags: ['payment', 'list-6'],
  execute({ reference, archived, limit, state }, { dom }) {
    const found = rowsOf(dom, '#payment-6');
    if (found.length === 0) {
      throw new BTCPError('NOTHING_FOUND', { message: 'There are no payments.', suggestion: 'Open the list of payments.' });
    }
    const rows = found.filter((row) => row.label.includes(reference) && (archived === true || !row.label.startsWith('archived')) && (limit === undefined || row.id.length <= limit) && row.label.includes(state));
    const [first] = rows;
    return { rows, total: rows.length, ...(first && { first }) };
  },
});
