import { Type } from '@sinclair/typebox';
import { BTCPError, defineTool } from '@btcp/core';
import { Person, Row } from '../schemas.ts';
import { remember } from '../memory.ts';
import { loadRows, retried } from '../service.ts';

/** Summarises each ticket in list 4 of the page, newest first, with its amount. */
export const summariseTicket4 = defineTool({
  inputSchema: Type.Object(
    {
      /** Reference as printed on the document. */
      reference: Type.String({ pattern: '^[A-Z]{2}4-[0-9]+$' }),
      /** Who is responsible. */
      owner: Type.Optional(Person),
      /** Only amounts from this on. */
      minimum: Type.Optional(Type.Number({ minimum: 0 })),
      /** Whether to include those in the archive. */
      archived: Type.Boolean({ default: false }),
      /** How many at most. */
      limit: Type.Integer({ minimum: 1, maximum: 54, default: 20 }),
    },
    { additionalProperties: false },
  ),
  outputSchema: Type.Object({ rows: Type.Array(Row), total: Type.Integer(), first: Type.Optional(Row) }),
  capabilities: ['network:fetch:same-origin', 'storage:local:write'],
  examples: [{ description: 'Those that match', input: {"reference":"AB4-7","owner":{"name":"Ada","email":"ada@example.com"},"minimum":4.5,"archived":true,"limit":10} }],
  tags: ['ticket', 'list-4'],
  async execute({ reference, owner, minimum, archived, limit }, { signal }) {
    const found = remember('ticket-4', await retried(() => loadRows(`/api/tickets/${encodeURIComponent(reference)}`, signal)));
    if (found.length === 0) {
      throw new BTCPError('NOTHING_FOUND', { message: 'There are no tickets.', suggestion: 'Open the list of tickets.' });
    }
    const rows = found.filter((row) => row.label.includes(reference) && (owner === undefined || [owner.name, owner.email].some((text) => row.label.includes(text))) && (minimum === undefined || row.amount >= minimum) && (archived === true || !row.label.startsWith('archived')) && (limit === undefined || row.id.length <= limit));
    const [first] = rows;
    return { rows, total: rows.length, ...(first && { first }) };
  },
});
