export { btcp } from './btcp.ts';
export type { BtcpPluginOptions } from './plugin-options.ts';
