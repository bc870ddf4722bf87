import type { Severity } from './diagnostic.ts';
import type { ManifestConfig, Provider } from './manifest.ts';

/** How bad it is to break a rule; `off` where it is not to be checked. */
export type RuleSetting = 'off' | Severity;

/** The project's `btcp.config.ts`. */
export interface BtcpConfig {
  /** The manifest's name. Default: package.json's `name`, made to fit. */
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
  /** By the rule's id, as `btcp check --rules` lists them; `btcp explain <id>` says what one is about. */
  readonly rules?: Readonly<Record<string, RuleSetting>>;
  /**
   * What formats of your own mean: by the name that a schema's `format` has, the regular expression that a string must
   * match, read with the `u` flag. A build writes it as `pattern` beside the format, so it is published and enforced.
   *
   * @example
   * formats: { sku: '^[A-Z]{3}-\\d+$' }
   */
  readonly formats?: Readonly<Record<string, string>>;
  /**
   * The formats that the tools are to be exported to, as `btcp export --to` names them, for example `openai-chat`; with
   * `-strict` behind it for the strict form. `btcp check` says what each would drop, rewrite or refuse.
   */
  readonly targets?: readonly string[];
  /** Goes into the manifest as it is. */
  readonly config?: ManifestConfig;
}

/** Types a `btcp.config.ts`; returns its argument. */
export function defineConfig(config: BtcpConfig): BtcpConfig {
  return config;
}
