import type { OwnCapability } from '../capabilities/capability.ts';
import type { CompareConfig } from './compare-config.ts';
import type { Severity } from '../diagnostic.ts';
import type { ManifestConfig, Provider, UiDomains } from '../manifest.ts';
import type { PublishConfig } from './publish-config.ts';

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
export interface BtcpConfig {
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
export function defineConfig(config: BtcpConfig): BtcpConfig {
  return config;
}
