import { BTCPError, type AskHandler, type AskReply, type AskRequest, type ConfirmHandler } from '@btcp/core';
import { escapeUnseen, isObject } from '@btcp/schema/internal';
import { tryJson } from '@btcp/core/internal';
import { line } from '../io.ts';

// The result of the call is written to standard output.
const OUTPUT = { output: process.stderr };

/**
 * Asks on the terminal what a call asks its user. Without a terminal nobody is asked, and `say` gets what was.
 *
 * @param clear - Called before a question is shown.
 */
export function terminalQuestions(
  yes: boolean,
  isTerminal: boolean,
  say: (text: string) => void,
  clear: () => void,
): { readonly onConfirm: ConfirmHandler; readonly onAsk: AskHandler } {
  const askInTurn = inTurn((request: AskRequest) => {
    clear();
    return ask(request);
  });
  return {
    onConfirm: ({ tool, message, input }) => {
      if (yes) return true;
      if (isTerminal) return confirm(message, `${tool.name} ${JSON.stringify(input)}`);
      throw new BTCPError('CONFIRMATION_REQUIRED', {
        message: `"${tool.name}" runs only after a user has confirmed the call: ${message}`,
        suggestion: 'Pass --yes, or call it on a terminal.',
      });
    },
    onAsk: (request) => {
      if (isTerminal) return askInTurn(request);
      const { tool, message } = request;
      say(`"${tool.name}" asks, and without a terminal nobody answers: ${message}`);
      return { action: 'unavailable' };
    },
  };
}

/** Shows one question at a time: two would share the keyboard. */
export function inTurn<Question, Answer>(
  show: (question: Question) => Promise<Answer>,
): (question: Question) => Promise<Answer> {
  let last: Promise<unknown> = Promise.resolve();
  return (question) => {
    const answer = last.then(() => show(question));
    last = answer.catch(() => undefined);
    return answer;
  };
}

async function confirm(...lines: readonly string[]): Promise<boolean> {
  const prompts = await import('@clack/prompts');
  return (await prompts.confirm({ message: shown(...lines), initialValue: false, ...OUTPUT })) === true;
}

/**
 * Lines as they are shown: escape sequences, a carriage return or a change of direction could hide what is asked, and a line
 * break within one look like an input, or a place to open.
 */
export const shown = (...lines: readonly string[]): string =>
  lines.map((text) => escapeUnseen(text.replaceAll('\n', ' '))).join('\n');

/** Asks for a line of JSON: whoever calls tools by hand writes their inputs so, too. */
async function ask({ tool, message, schema, url, problem }: AskRequest): Promise<AskReply> {
  const asked = `${tool.name}: ${message}${problem === undefined ? '' : ` (${problem})`}`;
  if (!schema)
    return (await confirm(asked, String(url), 'Opened?')) ? { action: 'accepted' } : { action: 'declined' };
  const { text } = await import('@clack/prompts');
  process.stderr.write(line`${asked}`);
  const answer = await text({
    message: shown(...fieldsOf(schema), 'Answer as JSON; Ctrl+C declines.'),
    initialValue: '{}',
    validate: (given) => (isObject(tryJson(given ?? '')) ? undefined : 'Write a JSON object.'),
    ...OUTPUT,
  });
  // The client checks it by the schema, and asks again with what is wrong.
  return typeof answer === 'symbol'
    ? { action: 'declined' }
    : { action: 'accepted', content: tryJson(answer) as Record<string, unknown> };
}

/** A line for each field: its name, whether it is required, and its schema. */
function fieldsOf({ properties, required = [] }: NonNullable<AskRequest['schema']>): readonly string[] {
  return Object.entries(properties).map(
    ([name, field]) => `${name}${required.includes(name) ? '' : ' (optional)'}: ${JSON.stringify(field)}`,
  );
}
