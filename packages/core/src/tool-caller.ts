import type { AskHandler, ConfirmHandler } from './ask.ts';
import type { HostAbortSignal } from './host-types.ts';
import type { AddedContext, Progress } from './tool.ts';

/** What a caller made of a string that a model had sent in the place of another value. */
export interface CoercedValue {
  /** A JSON pointer to it. */
  readonly path: string;
  readonly from: string;
  readonly to: unknown;
}

/** How one call runs. */
export interface CallOptions {
  /**
   * Milliseconds, above 0. Can shorten the tool's or its manifest's deadline, never lengthen it; without one it
   * replaces the client's default. The call ends at most 50 ms or an eighth of it late.
   */
  readonly timeout?: number | undefined;
  /** Cancels the call: it fails with `CALL_CANCELLED`, and the tool's `ctx.signal` is aborted. */
  readonly signal?: HostAbortSignal | undefined;
  /**
   * Receives what the tool reports with `ctx.progress`; of an isolated tool only what is a `Progress`, with the first
   * 1,000 characters of its message.
   */
  readonly onProgress?: ((update: Progress) => void) | undefined;
  /** Added to the tool's `ctx`, over what the client's `context` has, and to the events; not to the `ctx` of isolated tools. */
  readonly context?: AddedContext | undefined;
  /** What the caller has coerced in the input, for the events of the call; `coerceInputs` of `@btcp/adapters` does. */
  readonly coerced?: readonly CoercedValue[] | undefined;
  /** Asks the caller's user to confirm this call, of a tool with `confirm`; instead of the client's `onConfirm`. */
  readonly confirm?: ConfirmHandler | undefined;
  /** Asks the caller's user what the tool asks; instead of the client's `onAsk`. */
  readonly ask?: AskHandler | undefined;
}

/** Anything that can call a tool by name: a `BTCPClient`, or a bridge to one elsewhere. */
export interface ToolCaller {
  callTool(name: string, input?: unknown, options?: CallOptions): Promise<unknown>;
}
