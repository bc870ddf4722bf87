import { Type } from '@sinclair/typebox';
import { defineTool } from '@btcp/core';

/** Lists the messages of the inbox that is shown, newest first. */
export const listMessages = defineTool({
  inputSchema: Type.Object({}, { additionalProperties: false }),
  outputSchema: Type.Object(
    {
      messages: Type.Array(
        Type.Object(
          { id: Type.String(), subject: Type.String(), from: Type.String() },
          { additionalProperties: false },
        ),
        { description: 'Id, subject and sender of each.' },
      ),
    },
    { additionalProperties: false },
  ),
  capabilities: ['dom:read'],
  examples: [{ description: 'All messages', input: {} }],
  execute(_input, { dom = document }) {
    const rows = Array.from(dom.querySelectorAll('#messages li'));
    return {
      messages: rows.map((row) => ({
        id: row.getAttribute('data-id') ?? '',
        subject: row.querySelector('a')?.textContent ?? '',
        from: row.querySelector('.from')?.textContent ?? '',
      })),
    };
  },
});
