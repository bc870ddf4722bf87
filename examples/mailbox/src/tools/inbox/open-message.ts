import { Type } from '@sinclair/typebox';
import { BTCPError, defineTool } from '@btcp/core';

/**
 * Opens a message of the inbox. The page then shows that message, and has the tools for it in the place of these.
 */
export const openMessage = defineTool({
  inputSchema: Type.Object(
    { id: Type.String({ maxLength: 20, description: 'Its id, as listMessages gives it.' }) },
    { additionalProperties: false },
  ),
  outputSchema: Type.Object(
    { opened: Type.String({ description: 'The id of the message that is shown now.' }) },
    { additionalProperties: false },
  ),
  capabilities: ['dom:write'],
  examples: [{ description: 'The second message', input: { id: 'm2' }, output: { opened: 'm2' } }],
  execute({ id }, { dom = document }) {
    const rows = Array.from(dom.querySelectorAll('#messages li'));
    const link = rows.find((row) => row.getAttribute('data-id') === id)?.querySelector('a');
    if (!link)
      throw new BTCPError('MESSAGE_NOT_FOUND', {
        message: `The inbox has no message ${id}.`,
        suggestion: 'Use listMessages for the ids.',
      });
    link.click();
    return { opened: id };
  },
});
