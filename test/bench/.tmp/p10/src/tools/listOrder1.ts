import { Type } from '@sinclair/typebox';
import { BTCPError, defineTool } from '@btcp/core';
import { Person, State } from '../schemas.ts';
import { rowsOf } from '../page.ts';

/** Lists each order in list 1 of the page, newest first, with its amount. */
export const listOrder1 = defineTool({
  inputSchema: Type.Object(
    {
      /** Reference as printed on the document. */
      reference: Type.String({ pattern: '^[A-Z]{2}1-[0-9]+$' }),
      /** Only those in this state. */
      state: State,
      /** Only those from this day on. */
      since: Type.Optional(Type.String({ format: 'date' })),
      /** All of these. */
      tags: Type.Array(Type.String({ minLength: 1 }), { maxItems: 4 }),
      /** Who is responsible. */
      owner: Type.Optional(Person),
    },
    { additionalProperties: false },
  ),
  capabilities: ['dom:read'],
  examples: [{ description: 'Those that match', input: {"reference":"AB1-7","state":"open","since":"2025-03-01","tags":["tag1"],"owner":{"name":"Ada","email":"ada@example.com"}} }],
  tags: ['order', 'list-1'],
  execute({ reference, state, since, tags, owner }, { dom }) {
    const found = rowsOf(dom, '#order-1');
    if (found.length === 0) {
      throw new BTCPError('NOTHING_FOUND', { message: 'There are no orders.', suggestion: 'Open the list of orders.' });
    }
    const rows = found.filter((row) => row.label.includes(reference) && row.label.includes(state) && (since === undefined || row.label >= since) && tags.every((tag) => row.label.includes(tag)) && (owner === undefined || [owner.name, owner.email].some((text) => row.label.includes(text))));
    const [first] = rows;
    return { rows, total: rows.length, ...(first && { first }) };
  },
});
