export type { McpProblem, ServedManifest } from '../create-mcp-server.ts';
export type { CallerLimits } from './caller-limiter.ts';
export { createMcpFetch, type McpFetch } from './create-mcp-fetch.ts';
export type { McpFetchOptions } from './create-mcp-fetch.ts';
