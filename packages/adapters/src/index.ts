export { decodeCall, type DecodedCall } from './calls/decode-call.ts';
export { encodeResult } from './calls/encode-result.ts';
export { exportTools, hasStrictForm, type ExportedTools, type ExportOptions } from './export-tools.ts';
export { portability, type PortabilityChange } from './export/portability.ts';
export { importTools, type ImportResult } from './import/import-tools.ts';
export type { RefusedImport } from './import/raw-tool.ts';
export {
  makeNames,
  toolOf,
  type ExportedNames,
  type ExportedTool,
  type NamedTool,
} from './names/exported-names.ts';
export type { ObjectSchema, PlainTool } from './export/export-profile.ts';
export type { A2ASkill } from './formats/a2a/export.ts';
export type { AnthropicTool } from './formats/anthropic/export.ts';
export {
  CALL_TARGETS,
  IMPORT_FORMATS,
  TARGETS,
  type CallTarget,
  type EncodedResults,
  type ImportFormat,
  type Target,
  type TargetTools,
} from './formats/formats.ts';
export type { GeminiOpenApiTools } from './formats/gemini/export-open-api.ts';
export type { GeminiTools } from './formats/gemini/export.ts';
export type { McpTool, McpTool2026 } from './formats/mcp/export.ts';
export type { OpenAIChatTool, OpenAIResponsesTool } from './formats/openai/export.ts';
export type { ToolfoundationTool } from './formats/toolfoundation/export.ts';
export type { WebMcpTool } from './formats/webmcp/export.ts';
export { findToolFoundationIssues } from './formats/toolfoundation/find-toolfoundation-issues.ts';
export { normalizeTags } from './formats/toolfoundation/normalize-tags.ts';
export {
  parseToolId,
  toolId,
  type ParsedToolId,
  type ToolFoundationCode,
  type ToolFoundationIssue,
  type ToolId,
} from './formats/toolfoundation/tool-id.ts';
export type { RefusedTool, Warning, WarningCode } from './export-change.ts';
