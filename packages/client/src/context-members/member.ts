import type { BTCPError, HostAbortSignal, HostDocument, KnownCapability } from '@btcp/core';

/** What the members of a call's `ctx` work with. */
export interface MemberScope {
  readonly BTCPError: typeof BTCPError;
  /** The page, if there is one. */
  readonly dom: HostDocument | undefined;
  /** The call's. */
  readonly signal: HostAbortSignal;
  readonly fetchOrigins: readonly string[];
}

/** A method of `ctx`, which an isolated tool calls by a message: its arguments may be anything. */
export interface Member {
  readonly needs: KnownCapability | ((args: readonly unknown[], scope: MemberScope) => KnownCapability);
  readonly run: (args: readonly unknown[], scope: MemberScope) => unknown;
}

/** @throws BTCPError `INVALID_ARGUMENT` for what is not a string. */
export function stringAt(args: readonly unknown[], index: number, { BTCPError }: MemberScope): string {
  const value = args[index];
  if (typeof value === 'string') return value;
  throw new BTCPError('INVALID_ARGUMENT', `Argument ${index + 1} must be a string; got ${typeof value}.`);
}

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
