export { btcp } from './btcp.ts';
export type { BtcpPluginOptions } from './build-tools.ts';
