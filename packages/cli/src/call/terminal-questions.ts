import { type AskHandler, type AskReply, type AskRequest, BTCPError, type ConfirmHandler } from '@btcp/core';
import { escapeUnseen } from '@btcp/schema';
import { line } from '../io.ts';

type Fields = Readonly<Record<string, unknown>>;

// The result of the call is written to standard output.
const OUTPUT = { output: process.stderr };

/** Asks on the terminal what a call asks its user. Without a terminal nobody is asked, and `say` gets what was. */
export function terminalQuestions(
  yes: boolean,
  isTerminal: boolean,
  say: (text: string) => void,
): { readonly confirm: ConfirmHandler; readonly ask: AskHandler } {
  return {
    confirm: ({ tool, message, input }) => {
      if (yes) return true;
      if (isTerminal) return confirm(`${message}\n${tool.name} ${JSON.stringify(input)}`);
      throw new BTCPError('CONFIRMATION_REQUIRED', {
        message: `"${tool.name}" runs only after a user has confirmed the call: ${message}`,
        suggestion: 'Pass --yes, or call it on a terminal.',
      });
    },
    ask: (request) => {
      if (isTerminal) return askForm(request);
      const { tool, message } = request;
      say(`"${tool.name}" asks, and without a terminal nobody answers: ${message}`);
      return { action: 'unavailable' };
    },
  };
}

async function confirm(message: string): Promise<boolean> {
  const prompts = await import('@clack/prompts');
  return (await prompts.confirm({ message: shown(message), initialValue: false, ...OUTPUT })) === true;
}

/** As it is shown: escape sequences, a carriage return or a change of direction could hide what is asked. */
export const shown = (text: string): string => text.replace(/[^\n]+/g, escapeUnseen);

async function askForm({ tool, message, schema, url, problem }: AskRequest): Promise<AskReply> {
  const asked = `${tool.name}: ${message}${problem === undefined ? '' : ` (${problem})`}`;
  if (!schema)
    return (await confirm(`${asked}\n${url}\nOpened?`)) ? { action: 'accepted' } : { action: 'declined' };
  process.stderr.write(line`${asked}`);
  const content: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(schema.properties)) {
    const value = await askField(name, field as Fields, schema.required?.includes(name) === true);
    if (typeof value === 'symbol') return { action: 'declined' };
    if (value !== undefined) content[name] = value;
  }
  return { action: 'accepted', content };
}

/** @returns A symbol where the user leaves. */
async function askField(name: string, field: Fields, required: boolean): Promise<unknown> {
  const { confirm: askYes, multiselect, select, text } = await import('@clack/prompts');
  const { type, title, description } = field;
  const given = textOf(field['default']);
  // It is shown, and cannot be shown in other words.
  const preset = given !== undefined && shown(given) === given ? given : undefined;
  const words = [title ?? name, description].filter((each) => typeof each === 'string').join(': ');
  const message = shown(required ? words : `${words} (optional)`);
  const choices = choicesOf((type === 'array' ? field['items'] : field) as Fields);
  if (type === 'array') return multiselect({ message, options: choices, required, ...OUTPUT });
  if (choices.length > 0)
    return select({
      message,
      options: choices,
      ...(preset !== undefined && { initialValue: preset }),
      ...OUTPUT,
    });
  if (type === 'boolean') return askYes({ message, initialValue: field['default'] === true, ...OUTPUT });
  const value = await text({
    message,
    ...(preset !== undefined && { initialValue: preset }),
    ...OUTPUT,
  });
  if (typeof value === 'symbol' || type === 'string') return value === '' ? undefined : value;
  return value ? Number(value) : undefined;
}

function choicesOf({ enum: values, enumNames, oneOf, anyOf }: Fields): { value: string; label: string }[] {
  const titled = (oneOf ?? anyOf ?? []) as readonly { const: string; title?: string }[];
  const names = (enumNames ?? []) as readonly string[];
  const listed = ((values ?? []) as readonly string[]).map((value, index) => ({
    const: value,
    title: names[index],
  }));
  return [...listed, ...titled].map((each) => ({
    value: each.const,
    label: shown(each.title ?? each.const),
  }));
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
