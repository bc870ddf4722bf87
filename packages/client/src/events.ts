import type { BTCPError, AddedContext, CallOptions } from '@btcp/core';
import { lateParts } from '#late-parts';
import type { Grant } from './client-options.ts';
import type { RegisteredTool } from './tool-entry.ts';

type LateParts = NonNullable<typeof lateParts.loaded>;

export interface CallEvent {
  /** Identifies the call. */
  readonly id: number;
  /** The name called, registered or not. */
  readonly tool: string;
  /** The caller's input, not validated. */
  readonly input: unknown;
  /** What the caller added to `ctx`, such as its `trace`. */
  readonly context?: AddedContext | undefined;
  /** What the caller has coerced in the input: `input` is not what the model sent. */
  readonly coerced?: CallOptions['coerced'];
}

/** Further fields of the last event of a call. */
export interface CallEnd extends CallEvent {
  /** Milliseconds. */
  readonly duration: number;
}

/** A client's events. Inputs and outputs are the objects themselves: do not change them. */
export interface ClientEvents {
  /** Names of the tools that were registered and unregistered; a replaced one is in both. */
  readonly toolsChanged: { readonly added: readonly string[]; readonly removed: readonly string[] };
  /** The capabilities now in effect for all manifests. */
  readonly capabilitiesChanged: {
    readonly capabilities: readonly string[];
    /** All that is granted, also to single manifests; for storing. */
    readonly grants: readonly Grant[];
  };
  /** A deprecated tool, or a former name of one, is called: once for each. Without listeners it is logged. */
  readonly deprecatedCalled: { readonly tool: RegisteredTool };
  readonly callStarted: CallEvent;
  readonly callSucceeded: CallEnd & { readonly output: unknown };
  readonly callFailed: CallEnd & { readonly error: BTCPError };
}

/** Handles an event; errors and rejections are logged. */
export type ClientListener<Event extends keyof ClientEvents> = (detail: ClientEvents[Event]) => unknown;

/** The listeners of a client; what calls them, a page loads later. */
export class Emitter {
  readonly listeners: Set<readonly [event: string, listener: (detail: never) => unknown]> = new Set();

  on<Event extends keyof ClientEvents>(event: Event, listener: ClientListener<Event>): () => void {
    const entry = [event, listener] as const;
    this.listeners.add(entry);
    return () => void this.listeners.delete(entry);
  }

  /** Calls an event's listeners, if there are any. Never throws. */
  tell<Event extends keyof ClientEvents>(
    event: Event,
    detail: (late: LateParts) => ClientEvents[Event] | undefined,
  ): void {
    if (this.listeners.size > 0) lateParts.use((late) => late?.emit(this.listeners, event, detail(late)));
  }
}
