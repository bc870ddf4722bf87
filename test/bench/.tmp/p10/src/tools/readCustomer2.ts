import { Type } from '@sinclair/typebox';
import { BTCPError, defineTool } from '@btcp/core';
import { Person } from '../schemas.ts';
import { loadRows } from '../service.ts';

/** Reads each customer in list 2 of the page, newest first, with its amount. */
export const readCustomer2 = defineTool({
  inputSchema: Type.Object(
    {
      /** Reference as printed on the document. */
      reference: Type.String({ pattern: '^[A-Z]{2}2-[0-9]+$' }),
      /** Only those from this day on. */
      since: Type.Optional(Type.String({ format: 'date' })),
      /** All of these. */
      tags: Type.Array(Type.String({ minLength: 1 }), { maxItems: 5 }),
      /** Who is responsible. */
      owner: Type.Optional(Person),
      /** Only amounts from this on. */
      minimum: Type.Optional(Type.Number({ minimum: 0 })),
      /** Whether to include those in the archive. */
      archived: Type.Boolean({ default: false }),
    },
    { additionalProperties: false },
  ),
  capabilities: ['network:fetch:same-origin'],
  examples: [{ description: 'Those that match', input: {"reference":"AB2-7","since":"2025-03-01","tags":["tag2"],"owner":{"name":"Ada","email":"ada@example.com"},"minimum":2.5,"archived":true} }],
  tags: ['customer', 'list-2'],
  async execute({ reference, since, tags, owner, minimum, archived }, { signal }) {
    const found = await loadRows('/api/customers/2', signal);
    if (found.length === 0) {
      throw new BTCPError('NOTHING_FOUND', { message: 'There are no customers.', suggestion: 'Open the list of customers.' });
    }
    const rows = found.filter((row) => row.label.includes(reference) && (since === undefined || row.label >= since) && tags.every((tag) => row.label.includes(tag)) && (owner === undefined || [owner.name, owner.email].some((text) => row.label.includes(text))) && (minimum === undefined || row.amount >= minimum) && (archived === true || !row.label.startsWith('archived')));
    const [first] = rows;
    return { rows, total: rows.length, ...(first && { first }) };
  },
});
