/** What `btcp publish` needs to know beyond the manifest. */
export interface PublishConfig {
  /** The server's name in the MCP registry, in reverse-DNS form: `com.example/orders`. Default: `mcpName` of package.json. */
  readonly name?: string;
  /** The server's name for people; at most 100 characters. */
  readonly title?: string;
  /** What lists of servers show; at most 100 characters. Default: the manifest's description. */
  readonly description?: string;
  /** The URL at which the folder of `btcp publish --out` is served; it ends with a slash. */
  readonly url?: string;
  /** The npm package whose program serves the tools over stdio. */
  readonly npm?: string;
  /** Where the tools are served over HTTP. */
  readonly remotes?: readonly PublishedRemote[];
  /** The source code, as the MCP registry describes it. */
  readonly repository?: { readonly url: string; readonly source: string; readonly subfolder?: string };
  /** A program in one file that serves the tools over stdio, relative to the config file; it becomes an MCP bundle. */
  readonly bundle?: string;
}

/** An MCP server that runs elsewhere. */
export interface PublishedRemote {
  readonly type: 'streamable-http' | 'sse';
  readonly url: string;
  /** Headers that a client sends, as the MCP registry describes them. */
  readonly headers?: readonly {
    readonly name: string;
    readonly description?: string;
    readonly isRequired?: boolean;
    readonly isSecret?: boolean;
  }[];
}
