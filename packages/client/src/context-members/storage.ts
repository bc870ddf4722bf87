import type { KnownCapability } from '@btcp/core';
import { stringAt, type Member, type MemberScope } from './member.ts';

type Area = 'local' | 'session';

function areaOf(area: Area, { BTCPError }: MemberScope): Storage {
  const storage = area === 'local' ? globalThis.localStorage : globalThis.sessionStorage;
  if (storage) return storage;
  throw new BTCPError('EXECUTION_ERROR', {
    message: `There is no ${area}Storage here.`,
    suggestion: 'Call it in a page, or let the host pass `storage` in its `context`.',
  });
}

function membersOf(area: Area): Readonly<Record<string, Member>> {
  const reads: KnownCapability = `storage:${area}:read`;
  const writes: KnownCapability = `storage:${area}:write`;
  return {
    [`storage.${area}.get`]: {
      needs: reads,
      run: (args, scope) => areaOf(area, scope).getItem(stringAt(args, 0, scope)),
    },
    [`storage.${area}.set`]: {
      needs: writes,
      run: (args, scope) => areaOf(area, scope).setItem(stringAt(args, 0, scope), stringAt(args, 1, scope)),
    },
    [`storage.${area}.remove`]: {
      needs: writes,
      run: (args, scope) => areaOf(area, scope).removeItem(stringAt(args, 0, scope)),
    },
  };
}

export const STORAGE_MEMBERS: Readonly<Record<string, Member>> = {
  ...membersOf('local'),
  ...membersOf('session'),
};
