import type {
  AddedContext,
  AskHandler,
  ConfirmHandler,
  HostAbortSignal,
  ManifestTool,
  Progress,
} from '@btcp/core';

/** How one call runs. */
export interface HostCallOptions {
  /** Milliseconds. */
  readonly timeout?: number | undefined;
  readonly signal?: HostAbortSignal | undefined;
  readonly onProgress?: ((update: Progress) => void) | undefined;
  /** Added to the tool's `ctx`. */
  readonly context?: AddedContext | undefined;
  /** What was coerced in the input, for the events of the client. */
  readonly coerced?:
    readonly { readonly path: string; readonly from: string; readonly to: unknown }[] | undefined;
  /** Ask the caller's user; see `confirm` and `ctx.ask` of tools. */
  readonly confirm?: ConfirmHandler | undefined;
  readonly ask?: AskHandler | undefined;
}

/** What calls tools by name: a `BTCPClient`, or a bridge to one elsewhere. Rejects with a `BTCPError`. */
export interface ToolCaller {
  callTool(name: string, input?: unknown, options?: HostCallOptions): Promise<unknown>;
}

/** What has tools and reports their changes: a `BTCPClient`. */
export interface ToolHost extends ToolCaller {
  listTools(): readonly ManifestTool[];
  /** @returns Unsubscribes. */
  on(event: 'toolsChanged', listener: () => unknown): () => void;
  /** Of a host whose tools call those of another, as a search does. */
  readonly behind?: HiddenTools | undefined;
}

/** The tools behind those of a host. */
export interface HiddenTools {
  /** The tool that a call runs in the end. */
  readonly find: (name: string, input: unknown) => ManifestTool | undefined;
  /** The same host over others: those that a caller is granted. */
  readonly limit: (limited: (host: ToolHost) => ToolHost) => ToolHost;
}
