import type { ManifestConfig, Provider } from './manifest.ts';

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
  /** Goes into the manifest as it is. */
  readonly config?: ManifestConfig;
}

/** Types a `btcp.config.ts`; returns its argument. */
export function defineConfig(config: BtcpConfig): BtcpConfig {
  return config;
}
