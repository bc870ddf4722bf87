export { bindWebMcp } from './bind-web-mcp.ts';
export type { WebMcpBinding, WebMcpOptions, WebMcpProblem } from './web-mcp-binding.ts';
export type { WebMcpError } from './execute-tool.ts';
