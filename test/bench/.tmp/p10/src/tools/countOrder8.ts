import { Type } from '@sinclair/typebox';
import { BTCPError, defineTool } from '@btcp/core';
import { Person, State, Row } from '../schemas.ts';
import { remembered } from '../memory.ts';
import { rowsOf } from '../page.ts';

/** Counts each order in list 8 of the page, newest first, with its amount. */
export const countOrder8 = defineTool({
  inputSchema: Type.Object(
    {
      /** Reference as printed on the document. */
      reference: Type.String({ pattern: '^[A-Z]{2}8-[0-9]+$' }),
      /** Only those in this state. */
      state: State,
      /** Only those from this day on. */
      since: Type.Optional(Type.String({ format: 'date' })),
      /** All of these. */
      tags: Type.Array(Type.String({ minLength: 1 }), { maxItems: 11 }),
      /** Who is responsible. */
      owner: Type.Optional(Person),
      /** Only amounts from this on. */
      minimum: Type.Optional(Type.Number({ minimum: 0 })),
    },
    { additionalProperties: false },
  ),
  outputSchema: Type.Object({ rows: Type.Array(Row), total: Type.Integer(), first: Type.Optional(Row) }),
  capabilities: ['dom:read', 'storage:local:read'],
  examples: [{ description: 'Those that match', input: {"reference":"AB8-7","state":"open","since":"2025-03-01","tags":["tag8"],"owner":{"name":"Ada","email":"ada@example.com"},"minimum":8.5} }],
  tags: ['order', 'list-8'],
  execute({ reference, state, since, tags, owner, minimum }, { dom }) {
    const found = [...rowsOf(dom, '#order-8'), ...remembered('order-8')];
    if (found.length === 0) {
      throw new BTCPError('NOTHING_FOUND', { message: 'There are no orders.', suggestion: 'Open the list of orders.' });
    }
    const rows = found.filter((row) => row.label.includes(reference) && row.label.includes(state) && (since === undefined || row.label >= since) && tags.every((tag) => row.label.includes(tag)) && (owner === undefined || [owner.name, owner.email].some((text) => row.label.includes(text))) && (minimum === undefined || row.amount >= minimum));
    const [first] = rows;
    return { rows, total: rows.length, ...(first && { first }) };
  },
});
