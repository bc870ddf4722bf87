import type { BTCPError, ToolContext } from '@btcp/core';
import {
  CONTEXT_MEMBERS,
  MAX_MESSAGE,
  type HostMessage,
  type RealmMessage,
  type SentError,
} from '@btcp/core/isolated';
import type { ClientParts } from './realm.ts';

const MEMBERS: ReadonlySet<string> = new Set(CONTEXT_MEMBERS);

type Request = RealmMessage & { readonly type: 'request' };

/** Calls a member of a call's own `ctx`, which checks what is granted, and returns the answer; never rejects. */
export async function answerRequest(
  { request, member, args }: Request,
  context: ToolContext,
  { BTCPError, copyJson }: ClientParts,
): Promise<HostMessage> {
  try {
    if (!MEMBERS.has(member)) throw new BTCPError('INVALID_ARGUMENT', 'There is no such member of `ctx`.');
    const copy = copyJson(await callMember(context, member.split('.'), args), true, MAX_MESSAGE);
    if (!copy.ok)
      throw new BTCPError(
        'EXECUTION_ERROR',
        `\`ctx.${member}\` cannot return this: ${copy.issues[0]?.message}.`,
      );
    return { type: 'answer', request, value: copy.value };
  } catch (thrown) {
    return refuse(request, BTCPError.from(thrown));
  }
}

/** The answer to a request of a call that has ended. */
export function refuseLate({ request, member }: Request, { BTCPError }: ClientParts): HostMessage {
  const message = `\`ctx.${member.slice(0, 99)}\` was used after its call had ended.`;
  return refuse(
    request,
    new BTCPError('CALL_CANCELLED', { message, suggestion: 'Wait for it before the tool returns.' }),
  );
}

// Its JSON is what a realm reads.
const refuse = (request: number, error: BTCPError): HostMessage => ({
  type: 'refusal',
  request,
  error: error.toJSON() as unknown as SentError,
});

function callMember(context: ToolContext, keys: readonly string[], args: readonly unknown[]): unknown {
  let holder: unknown;
  let member: unknown = context;
  for (const key of keys) {
    holder = member;
    member = (member as Readonly<Record<string, unknown>>)[key];
  }
  return Reflect.apply(member as () => unknown, holder, args);
}
