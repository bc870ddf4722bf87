import type { ManifestTool, ToolCaller } from '@btcp/core';

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
