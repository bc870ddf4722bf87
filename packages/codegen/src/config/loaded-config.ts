import type { BtcpConfig, Diagnostic, RuleSetting } from '@btcp/core';

/** The names a config file may have, in the order they are looked for. */
export const CONFIG_FILES = [
  'btcp.config.ts',
  'btcp.config.mts',
  'btcp.config.js',
  'btcp.config.mjs',
] as const;

/** A project's configuration with every default filled in. */
export interface LoadedConfig {
  /** Absolute path of the folder with the config file. */
  readonly root: string;
  /** Absolute path of the config file; there may be none where the configuration was handed over. */
  readonly file: string;
  readonly name: string;
  readonly version: string;
  readonly description: string | undefined;
  readonly provider: BtcpConfig['provider'];
  readonly config: BtcpConfig['config'];
  /** Severities by rule, where they are not the rule's own. */
  readonly rules: Readonly<Record<string, RuleSetting>>;
  /** Patterns by format, for formats of the project's own. */
  readonly formats: Readonly<Record<string, string>>;
  readonly tools: readonly string[];
  /** The formats that the tools are to be exported to. */
  readonly targets: readonly string[];
  /** Absolute path. */
  readonly outDir: string;
  /** Absolute path, or undefined where the project has none. */
  readonly tsconfig: string | undefined;
  /** Whether Node takes what is written for ES modules, as far as package.json says. */
  readonly isModule: boolean;
}

/** A configuration, or what is wrong with it. */
export type ConfigResult =
  | { readonly ok: true; readonly config: LoadedConfig }
  | { readonly ok: false; readonly root: string; readonly diagnostics: readonly Diagnostic[] };
