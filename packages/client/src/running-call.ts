import type { BTCPError, HostAbortSignal, CallOptions } from '@btcp/core';
import type { ClientState } from './client-state.ts';
import type { Deadline } from './deadline.ts';
import type { RegisteredEntry } from './registry.ts';
import type { HostContext } from './tool-context.ts';

/** A call as those see it who do something for it, in modules that are loaded then. */
export interface RunningCall extends Deadline {
  readonly state: ClientState;
  readonly name: string;
  readonly options: CallOptions;
  readonly entry: RegisteredEntry;
  readonly context: HostContext | undefined;
  readonly signal: HostAbortSignal;
  input: unknown;
  readonly stopped: BTCPError | undefined;
  /** What a user was asked for the capabilities of, and has confirmed: what took its place since is asked for anew. */
  asked: RegisteredEntry | undefined;
  confirmed: RegisteredEntry | undefined;
  /** Begins anew, as something that it needs is there now. */
  proceed(): void;
  succeed(result: unknown): void;
  fail(thrown: unknown): void;
  /** Stops it if what it needs was revoked. */
  recheck(): void;
}
