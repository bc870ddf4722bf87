export { decodeCall, type DecodedCall } from './calls/decode-call.ts';
export { encodeResult } from './calls/encode-result.ts';
export { exportTools, hasStrictForm, type ExportedTools, type ExportOptions } from './export/export-tools.ts';
export { portability, type PortabilityChange } from './export/portability.ts';
export { importTools, type ImportResult } from './import/import-tools.ts';
export type { RefusedImport } from './profile/raw-tool.ts';
export {
  makeNames,
  toolOf,
  type ExportedNames,
  type ExportedTool,
  type NamedTool,
} from './names/exported-names.ts';
export type { ObjectSchema, PlainTool } from './profile/export-profile.ts';
export {
  CALL_TARGETS,
  IMPORT_FORMATS,
  TARGETS,
  type A2ASkill,
  type AnthropicTool,
  type CallTarget,
  type EncodedResults,
  type GeminiOpenApiTools,
  type GeminiTools,
  type ImportFormat,
  type McpTool,
  type McpTool2026,
  type OpenAIChatTool,
  type OpenAIResponsesTool,
  type Target,
  type TargetTools,
  type ToolfoundationTool,
  type WebMcpTool,
} from './targets/targets.ts';
export { findToolFoundationIssues } from './targets/toolfoundation/find-toolfoundation-issues.ts';
export { normalizeTags } from './targets/toolfoundation/normalize-tags.ts';
export {
  parseToolId,
  toolId,
  type ParsedToolId,
  type ToolFoundationCode,
  type ToolFoundationIssue,
  type ToolId,
} from './targets/toolfoundation/tool-id.ts';
export type { RefusedTool, Warning, WarningCode } from './lower/export-change.ts';
