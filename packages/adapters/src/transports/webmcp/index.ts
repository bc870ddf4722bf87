export { bindWebMcp, type WebMcpBinding, type WebMcpOptions, type WebMcpProblem } from './bind-web-mcp.ts';
export type { WebMcpError } from './execute-tool.ts';
