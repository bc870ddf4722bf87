import { Type } from '@sinclair/typebox';
import { BTCPError, defineTool } from '@btcp/core';

/** Answers the message that is shown, and ends when the page has sent the answer. */
export const answerMessage = defineTool({
  inputSchema: Type.Object(
    { text: Type.String({ minLength: 1, maxLength: 10_000, description: 'The answer, as plain text.' }) },
    { additionalProperties: false },
  ),
  outputSchema: Type.Object(
    { sent: Type.Integer({ minimum: 1, description: 'How many answers to it have been sent.' }) },
    { additionalProperties: false },
  ),
  capabilities: ['dom:observe', 'dom:write'],
  examples: [{ description: 'A short answer', input: { text: 'I shall be there.' }, output: { sent: 1 } }],
  async execute({ text }, { dom = document, signal }) {
    const form = dom.querySelector<HTMLFormElement>('#answer');
    const field = form?.querySelector('textarea');
    if (!form || !field) throw new BTCPError('NO_MESSAGE', 'No message is shown.');
    field.value = text;
    const sent = new Promise<number>((resolve, reject) => {
      form.addEventListener('sent', () => resolve(Number(form.dataset['sent'])), { once: true });
      signal.addEventListener('abort', () =>
        reject(new BTCPError('ANSWER_UNKNOWN', 'It may have been sent.')),
      );
    });
    form.requestSubmit();
    return { sent: await sent };
  },
});
