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
  /** An A2A agent that has the tools: its card lists them as skills. */
  readonly agent?: PublishedAgent;
}

/** An A2A agent that runs elsewhere. */
export interface PublishedAgent {
  /** The URL of its interface. */
  readonly url: string;
  /** The protocol there. Default: `JSONRPC`. */
  readonly binding?: 'JSONRPC' | 'GRPC' | 'HTTP+JSON';
  readonly streaming?: boolean;
  readonly pushNotifications?: boolean;
  /** How its clients identify themselves, as A2A describes it; written as it is. */
  readonly securitySchemes?: Readonly<Record<string, object>>;
  readonly securityRequirements?: readonly object[];
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
