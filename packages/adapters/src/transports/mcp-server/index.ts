export { type AskByResults, askByResults } from './ask-by-mcp.ts';
export {
  createMcpServer,
  type McpExtension,
  type McpProblem,
  type McpServerOptions,
} from './create-mcp-server.ts';
export type { ServedManifest } from '../tool-host.ts';
export { searchHost } from '../search/search-host.ts';
export { loadSkills, type LoadSkillsOptions } from './serve-mcp.ts';
export { type McpService, serveMcp, type ServeMcpOptions } from './serve-mcp.ts';
export type { ReadUi } from './ui-resources.ts';
