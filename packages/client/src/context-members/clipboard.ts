import { stringAt, type Member, type MemberScope } from './member.ts';

function clipboardOf({ BTCPError }: MemberScope): Clipboard {
  const { clipboard } = globalThis.navigator ?? {};
  if (clipboard) return clipboard;
  throw new BTCPError('EXECUTION_ERROR', 'There is no clipboard here: it needs a page from HTTPS.');
}

/** `ctx.clipboard`. */
export const CLIPBOARD_MEMBERS: Readonly<Record<string, Member>> = {
  'clipboard.read': { needs: 'clipboard:read', run: (_args, scope) => clipboardOf(scope).readText() },
  'clipboard.write': {
    needs: 'clipboard:write',
    run: (args, scope) => clipboardOf(scope).writeText(stringAt(args, 0, scope)),
  },
};
