import type { AskReply, AskRequest, CallOptions, ConfirmRequest, HostAbortSignal } from '@btcp/core';
import { escapeUnseen } from '@btcp/schema/internal';

/** Seconds that a user has for an answer. */
export const ANSWER_TIME = 600;
/** Characters of a question. */
const MAX_SHOWN = 2000;

export interface Elicitation {
  readonly form?: object | undefined;
  readonly url?: object | undefined;
}

/** A form that a client shows its user. */
// Not an interface: those are not assignable to types with an index signature.
type Form = {
  mode: 'form';
  message: string;
  requestedSchema: { type: 'object'; properties: Record<string, never> };
};

type Page = { mode: 'url'; message: string; url: string; elicitationId: string };

/** Sends `elicitation/create`. */
export type Elicit = (
  params: Form | Page,
  options: { timeout: number; signal: HostAbortSignal },
) => Promise<{ readonly action: string; readonly content?: unknown }>;

/** Asks a client's user by requests of the server: the way of MCP before 2026-07-28. */
export function askByRequests(
  elicitation: Elicitation,
  elicit: Elicit,
): Pick<CallOptions, 'onConfirm' | 'onAsk'> {
  const timeout = ANSWER_TIME * 1000;
  return {
    ...(hasForm(elicitation) && {
      onConfirm: async (request) => {
        const { action } = await elicit(confirmForm(request), { timeout, signal: request.signal });
        return action === 'accept';
      },
    }),
    onAsk: async (request) => {
      if (!canAsk(request, elicitation)) return { action: 'unavailable' };
      const { url, signal } = request;
      const message = visible(request.message);
      const params: Form | Page =
        url === undefined
          ? formOf(request)
          : { mode: 'url', message, url, elicitationId: crypto.randomUUID() };
      return toReply(await elicit(params, { timeout, signal }));
    },
  };
}

// An empty object stands for forms.
export const hasForm = ({ form, url }: Elicitation): boolean => form !== undefined || url === undefined;

export const canAsk = ({ url }: AskRequest, elicitation: Elicitation): boolean =>
  url === undefined ? hasForm(elicitation) : elicitation.url !== undefined;

/**
 * A question whose answer is to accept or to decline it, with all of the input: what is cut would be accepted unseen. The
 * sentence, of which an agent has written part, is one line, so that nothing in it looks like an input.
 */
export function confirmForm({ message, tool, input }: ConfirmRequest): Form {
  const sentence = visible(message).replace(/\s+/g, ' ');
  const shown = JSON.stringify(input, null, 2).replace(/[^\n]+/g, escapeUnseen);
  return {
    mode: 'form',
    message: `${sentence}\n\n${visible(tool.mcp?.title ?? tool.name).replace(/\s+/g, ' ')} ${shown}`,
    requestedSchema: { type: 'object', properties: {} },
  };
}

/** Text without what reverses or hides text, as an agent has written part of it; and not too long. */
export const visible = (text: string): string =>
  (text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text).replace(/[^\n\t]+/g, escapeUnseen);

export function formOf({ message, schema, problem }: AskRequest): Form {
  return {
    mode: 'form',
    message: visible(problem === undefined ? message : `${message} (${problem})`),
    // The client has checked that it is one of MCP's.
    requestedSchema: schema as unknown as Form['requestedSchema'],
  };
}

export function toReply({
  action,
  content,
}: {
  readonly action: string;
  readonly content?: unknown;
}): AskReply {
  // The client checks the content.
  return action === 'accept'
    ? { action: 'accepted', content: content as Record<string, unknown> }
    : { action: 'declined' };
}
