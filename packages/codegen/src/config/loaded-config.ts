import type {
  BTCPConfig,
  CompareConfig,
  Diagnostic,
  McpConfig,
  OwnCapability,
  RuleSetting,
} from '@btcp/core';

/** The names of config files, in search order. */
export const CONFIG_FILES = [
  'btcp.config.ts',
  'btcp.config.mts',
  'btcp.config.js',
  'btcp.config.mjs',
  'btcp.config.json',
] as const;

/** A project's configuration with every default filled in. */
export interface LoadedConfig {
  /** Absolute path of the folder with the config file. */
  readonly root: string;
  /** Absolute path of the config file, which may not exist if the configuration was passed as a value. */
  readonly file: string;
  readonly name: string;
  readonly version: string;
  readonly description: string | undefined;
  readonly provider: BTCPConfig['provider'];
  readonly config: BTCPConfig['config'];
  /** What documents of tools may reach. */
  readonly ui: BTCPConfig['ui'];
  /** Severities by rule, where they differ from the rule's default. */
  readonly rules: Readonly<Record<string, RuleSetting>>;
  /** How releases are compared. */
  readonly compare: CompareConfig;
  /** Patterns of the project's custom formats. */
  readonly formats: Readonly<Record<string, string>>;
  /** What is said of the project's own capabilities, sorted by their names. */
  readonly capabilities: Readonly<Record<string, OwnCapability>>;
  readonly tools: readonly string[];
  /** The formats that the tools are exported to. */
  readonly targets: readonly string[];
  /** How MCP clients are served. */
  readonly mcp: McpConfig;
  /** As in the config, not validated yet. */
  readonly publish: BTCPConfig['publish'];
  /** Absolute path. */
  readonly outDir: string;
  /** Absolute path, or undefined where the project has none. */
  readonly tsconfig: string | undefined;
  /** Whether package.json makes Node load the output as ES modules, or Next bundles it. */
  readonly isModule: boolean;
}

/** A configuration, or its mistakes. */
export type ConfigResult =
  | { readonly ok: true; readonly config: LoadedConfig }
  | { readonly ok: false; readonly root: string; readonly diagnostics: readonly Diagnostic[] };
