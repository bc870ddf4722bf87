import type { ToolContext } from '@btcp/core';
import { CONTEXT_MEMBERS, type HostMessage, type RealmMessage, type SentError } from '@btcp/core/isolated';
import type { ClientParts } from './realm.ts';

const MEMBERS: ReadonlySet<string> = new Set(CONTEXT_MEMBERS);

/** Calls a member of a call's own `ctx`, which checks what is granted, and returns the answer; never rejects. */
export async function answerRequest(
  { request, member, args }: RealmMessage & { readonly type: 'request' },
  context: ToolContext,
  { BTCPError, copyJson }: ClientParts,
): Promise<HostMessage> {
  try {
    if (!MEMBERS.has(member)) throw new BTCPError('INVALID_ARGUMENT', 'There is no such member of `ctx`.');
    const copy = copyJson(await callMember(context, member.split('.'), args), true);
    if (!copy.ok) throw new BTCPError('EXECUTION_ERROR', `\`ctx.${member}\` returned what is not JSON.`);
    return { type: 'answer', request, value: copy.value };
  } catch (thrown) {
    // Its JSON is what a realm reads.
    const error = BTCPError.from(thrown).toJSON() as unknown as SentError;
    return { type: 'refusal', request, error };
  }
}

function callMember(context: ToolContext, keys: readonly string[], args: readonly unknown[]): unknown {
  let holder: unknown;
  let member: unknown = context;
  for (const key of keys) {
    holder = member;
    member = (member as Readonly<Record<string, unknown>>)[key];
  }
  return Reflect.apply(member as () => unknown, holder, args);
}
