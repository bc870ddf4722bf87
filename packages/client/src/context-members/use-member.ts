import type { KnownCapability } from '@btcp/core';
import type { RunningCall } from '../running-call.ts';
import type { HostContext } from '../tool-context.ts';
import { fetchText, needsOfFetch } from './fetch.ts';
import { type Member, type MemberScope, stringAt } from './member.ts';
import { PAGE_MEMBERS } from './page.ts';
import { STORAGE_MEMBERS } from './storage.ts';

function clipboardOf({ BTCPError }: MemberScope): Clipboard {
  const { clipboard } = globalThis.navigator ?? {};
  if (clipboard) return clipboard;
  throw new BTCPError('EXECUTION_ERROR', 'There is no clipboard here: it needs a page from HTTPS.');
}

const CLIPBOARD_MEMBERS: Readonly<Record<string, Member>> = {
  'clipboard.read': { needs: 'clipboard:read', run: (_args, scope) => clipboardOf(scope).readText() },
  'clipboard.write': {
    needs: 'clipboard:write',
    run: (args, scope) => clipboardOf(scope).writeText(stringAt(args, 0, scope)),
  },
};

/** The methods of `ctx`, by their paths. */
const MEMBERS: ReadonlyMap<string, Member> = new Map(
  Object.entries({
    ...PAGE_MEMBERS,
    ...STORAGE_MEMBERS,
    ...CLIPBOARD_MEMBERS,
    fetch: { needs: needsOfFetch, run: fetchText },
  }),
);

/** The host's own method of that path, which takes the place of ours. */
function ownMember(
  context: HostContext | undefined,
  path: string,
): ((...args: readonly unknown[]) => unknown) | undefined {
  let holder: unknown;
  let member: unknown = context;
  for (const key of path.split('.')) {
    holder = member;
    member = (member as Readonly<Record<string, unknown>> | undefined)?.[key];
  }
  return typeof member === 'function' ? (member.bind(holder) as () => unknown) : undefined;
}

/**
 * Calls a method of `ctx`, if the tool declares the capability that it needs, and that is granted now.
 *
 * @throws BTCPError `CAPABILITY_DENIED`, `INVALID_ARGUMENT`, `EXECUTION_ERROR`.
 */
export async function useMember(
  { state, entry, context, signal }: RunningCall,
  path: string,
  args: readonly unknown[] = [],
): Promise<unknown> {
  const { BTCPError, withImplied } = state.parts;
  const member = MEMBERS.get(path);
  if (!member) throw new BTCPError('INVALID_ARGUMENT', `There is no \`ctx.${path}\`.`);
  const scope: MemberScope = {
    BTCPError,
    dom: context?.dom ?? globalThis.document,
    signal,
    fetchOrigins: state.options.fetchOrigins ?? [],
  };
  const { needs } = member;
  const capability: KnownCapability = typeof needs === 'function' ? needs(args, scope) : needs;
  const { name, manifest, capabilities } = entry.tool;
  const isDeclared = capabilities.some((id) => withImplied(id).includes(capability));
  if (!isDeclared || state.gate.missing({ capabilities: [capability], manifest }).length > 0)
    throw new BTCPError('CAPABILITY_DENIED', {
      message: `\`ctx.${path}\` needs ${capability}, which ${isDeclared ? 'is not granted' : `"${name}" does not declare`}.`,
      data: { missing: [capability] },
    });
  // This module was loaded meanwhile.
  if (signal.aborted) throw signal.reason;
  const own = ownMember(context, path);
  return own ? own(...args) : member.run(args, scope);
}
