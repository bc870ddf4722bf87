import type { BTCPError, AddedContext } from '@btcp/core';
import type { Grant } from './client-options.ts';
import type { CallOptions } from './tool-caller.ts';
import type { RegisteredTool } from './tool-entry.ts';

/** The fields of every event of a call. */
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

/** Wraps a listener so that its failures are logged. */
export function contained<Detail>(
  listener: (detail: Detail) => unknown,
  of: string,
): (detail: Detail) => Promise<void> {
  return async (detail) => {
    try {
      await listener(detail);
    } catch (error) {
      // oxlint-disable-next-line no-console -- nobody else would hear of it
      console.error(`BTCP: a listener of ${of} failed.`, error);
    }
  };
}

/** The listeners of a client. */
export class Emitter {
  readonly #listeners = new Set<readonly [event: string, listener: (detail: never) => unknown]>();

  /** Whether there are listeners; the usual call skips all events. */
  get active(): boolean {
    return this.#listeners.size > 0;
  }

  /** Adds a listener; returns a function that removes it. */
  on<Event extends keyof ClientEvents>(event: Event, listener: ClientListener<Event>): () => void {
    const entry = [event, contained(listener, event)] as const;
    this.#listeners.add(entry);
    return () => void this.#listeners.delete(entry);
  }

  /** Calls an event's listeners, in the order they were added. Never throws. */
  emit<Event extends keyof ClientEvents>(event: Event, detail: ClientEvents[Event]): void {
    // oxlint-disable-next-line no-useless-spread -- a copy, because listeners may add listeners
    for (const [name, listener] of [...this.#listeners])
      if (name === event) (listener as ClientListener<Event>)(detail);
  }
}
