/** Options of the plugin. */
export interface BtcpPluginOptions {
  /** The config file's path, relative to Vite's root. Default: `btcp.config.ts`. */
  readonly config?: string;
}
