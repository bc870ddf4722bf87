export { decodeCall, type DecodedCall, encodeResult } from './calls/decode-call.ts';
export { exportTools, hasStrictForm, type ExportedTools, type ExportOptions } from './export/export-tools.ts';
export { portability, type PortabilityChange } from './export/portability.ts';
export { importTools, type ImportResult } from './import/import-tools.ts';
export type { RefusedImport } from './profile/import-profile.ts';
export {
  makeNames,
  toolOf,
  type ExportedNames,
  type ExportedTool,
  type NamedTool,
} from './names/exported-names.ts';
export type { ObjectSchema, PlainTool } from './profile/export-profile.ts';
export type { A2ASkill } from './targets/a2a/target.ts';
export type { AnthropicTool } from './targets/anthropic/export.ts';
export {
  CALL_TARGETS,
  IMPORT_FORMATS,
  TARGETS,
  type CallTarget,
  type EncodedResults,
  type ImportFormat,
  type Target,
  type TargetTools,
} from './targets/targets.ts';
export type { BedrockTool } from './targets/bedrock/target.ts';
export type { M365Plugin } from './targets/m365/target.ts';
export type { GeminiOpenApiTools } from './targets/gemini/export-open-api.ts';
export type { GeminiTools } from './targets/gemini/export.ts';
export type { McpTool, McpTool2026 } from './targets/mcp/export.ts';
export type { OpenAIChatTool, OpenAIResponsesTool } from './targets/openai/export.ts';
export type { ToolfoundationTool } from './targets/toolfoundation/target.ts';
export type { WebMcpTool } from './targets/webmcp/target.ts';
export { findToolFoundationIssues } from './targets/toolfoundation/find-toolfoundation-issues.ts';
export { normalizeTags } from './targets/toolfoundation/target.ts';
export {
  parseToolId,
  toolId,
  type ParsedToolId,
  type ToolFoundationCode,
  type ToolFoundationIssue,
  type ToolId,
} from './targets/toolfoundation/find-toolfoundation-issues.ts';
export { coerceInputs, type CoercedCall } from './transports/coerce-inputs.ts';
export type { RefusedTool, Warning, WarningCode } from './lower/rules.ts';
