export type {
  A2ASkill,
  AnthropicTool,
  GeminiOpenApiTools,
  GeminiTools,
  McpTool,
  McpTool2026,
  ObjectSchema,
  OpenAIChatTool,
  OpenAIResponsesTool,
  PlainTool,
  TargetTools,
  ToolfoundationTool,
  WebMcpTool,
} from './targets/target-tools.ts';
export { TARGETS, type Target } from './targets.ts';
export type { Warning, WarningCode } from './warning.ts';
export { portability, type ProjectionFinding } from './export/portability.ts';
export type { RefusedTool } from './export/refused-tool.ts';
export {
  makeNames,
  toolOf,
  type ExportedNames,
  type ExportedTool,
  type NamedTool,
} from './names/exported-names.ts';
export { exportTools, hasStrictForm, type ExportedTools, type ExportOptions } from './export-tools.ts';
