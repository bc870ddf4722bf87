import { Type } from '@sinclair/typebox';
import { BTCPError, defineTool } from '@btcp/core';
import { Person, Row } from '../schemas.ts';
import { remember } from '../memory.ts';
import { loadRows, retried } from '../service.ts';

/** Summarises each customer in list 9 of the page, newest first, with its amount. */
export const summariseCustomer9 = defineTool({
  inputSchema: Type.Object(
    {
      /** Reference as printed on the document. */
      reference: Type.String({ pattern: '^[A-Z]{2}9-[0-9]+$' }),
      /** Only those from this day on. */
      since: Type.Optional(Type.String({ format: 'date' })),
      /** All of these. */
      tags: Type.Array(Type.String({ minLength: 1 }), { maxItems: 3 }),
      /** Who is responsible. */
      owner: Type.Optional(Person),
    },
    { additionalProperties: false },
  ),
  outputSchema: Type.Object({ rows: Type.Array(Row), total: Type.Integer(), first: Type.Optional(Row) }),
  capabilities: ['network:fetch:same-origin', 'storage:local:write'],
  examples: [{ description: 'Those that match', input: {"reference":"AB9-7","since":"2025-03-01","tags":["tag9"],"owner":{"name":"Ada","email":"ada@example.com"}} }],
  tags: ['customer', 'list-9'],
  async execute({ reference, since, tags, owner }, { signal }) {
    const found = remember('customer-9', await retried(() => loadRows(`/api/customers/${encodeURIComponent(reference)}`, signal)));
    if (found.length === 0) {
      throw new BTCPError('NOTHING_FOUND', { message: 'There are no customers.', suggestion: 'Open the list of customers.' });
    }
    const rows = found.filter((row) => row.label.includes(reference) && (since === undefined || row.label >= since) && tags.every((tag) => row.label.includes(tag)) && (owner === undefined || [owner.name, owner.email].some((text) => row.label.includes(text))));
    const [first] = rows;
    return { rows, total: rows.length, ...(first && { first }) };
  },
});
