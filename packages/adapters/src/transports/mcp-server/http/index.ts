export type { ServedManifest } from '../../tool-host.ts';
export type { McpProblem } from '../create-mcp-server.ts';
export type { CallerLimits } from './caller-limiter.ts';
export { createMcpFetch, type McpFetch } from './create-mcp-fetch.ts';
export type { McpFetchOptions } from './create-mcp-fetch.ts';
