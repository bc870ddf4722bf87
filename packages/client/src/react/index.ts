export { type ToolsOptions, useTools, ClientContext } from './use-tools.ts';
