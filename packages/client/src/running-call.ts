import type { HostAbortSignal } from '@btcp/core';
import type { ClientState } from './client-state.ts';
import type { Deadline } from './deadline.ts';
import type { RegisteredEntry } from './registry.ts';
import type { CallOptions } from './tool-caller.ts';
import type { HostContext } from './tool-context.ts';

/** A call as those see it who do something for it, in modules that are loaded then. */
export interface RunningCall {
  readonly state: ClientState;
  readonly entry: RegisteredEntry;
  readonly options: CallOptions;
  readonly input: unknown;
  readonly context: HostContext | undefined;
  readonly signal: HostAbortSignal;
  readonly deadline: Deadline & {
    /** Stops the call if what it needs was revoked. */
    recheck(state: ClientState): void;
  };
}
