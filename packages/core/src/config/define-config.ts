import type { OwnCapability } from '../capabilities/capability.ts';
import type { Severity } from '../diagnostic.ts';
import type { ManifestConfig, Provider, UiDomains } from '../manifest.ts';

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

/** What of a version must rise. */
export type Bump = 'major' | 'minor' | 'patch';

/** How loudly a change is reported: an error, a warning, or a note. The required bump does not depend on it. */
export type ChangeLevel = 'deny' | 'warn' | 'allow';

/** A rule's settings in a project. */
export interface ChangeSetting {
  readonly bump?: Bump;
  readonly level?: ChangeLevel;
}

/** A change that is neither proven nor refuted to break callers, and why it does not. */
export interface AcceptedChange {
  readonly tool: string;
  /** The JSON pointer that `btcp diff` reports. */
  readonly path: string;
  readonly reason: string;
}

/** How releases are compared. */
export interface CompareConfig {
  /**
   * Whether callers may send, and tools return, properties that no schema declares, where it is open. Default: false.
   */
  readonly strict?: boolean;
  /** By id of a rule: its bump, or its bump and level. */
  readonly rules?: Readonly<Record<string, Bump | ChangeSetting>>;
  /** Undecided changes that break no caller. */
  readonly accepted?: readonly AcceptedChange[];
}

/** The severity of a rule; `off` where it is not checked. */
export type RuleSetting = 'off' | Severity;

/** How MCP clients are served. */
export interface McpConfig {
  /**
   * How results of tools with an output schema are sent: as text, structured, or both. Both cost an agent twice where its
   * client passes both on. Default: both, as MCP recommends; text alone to clients from before 2025-06-18.
   */
  readonly results?: 'both' | 'structured' | 'text';
}

/** The project's `btcp.config.ts`. */
export interface BTCPConfig {
  /** The manifest's name. Default: package.json's `name`, made valid. */
  readonly name?: string;
  /** Full semantic version. Default: package.json's. */
  readonly version?: string;
  /** Default: package.json's. */
  readonly description?: string;
  readonly provider?: Provider;
  /** Globs of the files with tools, relative to the config file. */
  readonly tools: readonly string[];
  /** Where the build writes, relative to the config file. Default: `generated`. */
  readonly outDir?: string;
  /** Relative to the config file. Default: the nearest `tsconfig.json`. */
  readonly tsconfig?: string;
  /** Severities by rule id, see `btcp check --rules`; `btcp explain <id>` describes one. */
  readonly rules?: Readonly<Record<string, RuleSetting>>;
  /**
   * Formats of your own: the name in a schema's `format` → the regular expression that a string must match, with the
   * `u` flag. A build writes it as `pattern` next to the format, so it is published and enforced.
   *
   * @example
   * formats: { sku: '^[A-Z]{3}-\\d+$' }
   */
  readonly formats?: Readonly<Record<string, string>>;
  /**
   * Capabilities of your own: what users are shown when a tool needs one. A tool that lists a misspelt one does not
   * build.
   *
   * @example
   * capabilities: { 'invoices:delete': { title: 'Delete invoices', risk: 'high' } }
   */
  readonly capabilities?: Readonly<Record<string, OwnCapability>>;
  /**
   * The formats that the tools are to be exported to, as `btcp export --to` names them, for example `openai-chat`; with
   * the suffix `-strict` for the strict form. `btcp check` reports what each would drop, rewrite or refuse.
   */
  readonly targets?: readonly string[];
  /** How MCP clients are served. */
  readonly mcp?: McpConfig;
  /** How `btcp publish` describes the tools to registries and pages. */
  readonly publish?: PublishConfig;
  /** How `btcp diff` and `btcp check --against` compare releases. */
  readonly compare?: CompareConfig;
  /** What the documents of the tools' `ui` may reach. Default: no host at all. */
  readonly ui?: UiDomains;
  /** Copied into the manifest. */
  readonly config?: ManifestConfig;
}

/** Types a `btcp.config.ts`; returns its argument. */
export function defineConfig(config: BTCPConfig): BTCPConfig {
  return config;
}
