import { Type } from '@sinclair/typebox';
import { BTCPError, defineTool } from '@btcp/core';
import { Person } from '../schemas.ts';
import { remembered } from '../memory.ts';
import { rowsOf } from '../page.ts';

/** Counts each product in list 3 of the page, newest first, with its amount. */
export const countProduct3 = defineTool({
  inputSchema: Type.Object(
    {
      /** Reference as printed on the document. */
      reference: Type.String({ pattern: '^[A-Z]{2}3-[0-9]+$' }),
      /** All of these. */
      tags: Type.Array(Type.String({ minLength: 1 }), { maxItems: 6 }),
      /** Who is responsible. */
      owner: Type.Optional(Person),
      /** Only amounts from this on. */
      minimum: Type.Optional(Type.Number({ minimum: 0 })),
    },
    { additionalProperties: false },
  ),
  capabilities: ['dom:read', 'storage:local:read'],
  examples: [{ description: 'Those that match', input: {"reference":"AB3-7","tags":["tag3"],"owner":{"name":"Ada","email":"ada@example.com"},"minimum":3.5} }],
  tags: ['product', 'list-3'],
  execute({ reference, tags, owner, minimum }, { dom }) {
    const found = [...rowsOf(dom, '#product-3'), ...remembered('product-3')];
    if (found.length === 0) {
      throw new BTCPError('NOTHING_FOUND', { message: 'There are no products.', suggestion: 'Open the list of products.' });
    }
    const rows = found.filter((row) => row.label.includes(reference) && tags.every((tag) => row.label.includes(tag)) && (owner === undefined || [owner.name, owner.email].some((text) => row.label.includes(text))) && (minimum === undefined || row.amount >= minimum));
    const [first] = rows;
    return { rows, total: rows.length, ...(first && { first }) };
  },
});
