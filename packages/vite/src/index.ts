export { btcp } from './btcp.ts';
export type { BTCPPluginOptions } from './build-tools.ts';
