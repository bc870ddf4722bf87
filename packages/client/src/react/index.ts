export { ClientContext } from './client-context.ts';
export { type ToolsOptions, useTools } from './use-tools.ts';
