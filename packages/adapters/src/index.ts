export { CALL_TARGETS, type CallTarget } from './calls/call-target.ts';
export { decodeCall, type DecodedCall } from './calls/decode-call.ts';
export { encodeResult } from './calls/encode-result.ts';
export type { EncodedResults } from './calls/encoded-results.ts';
export { IMPORT_FORMATS, type ImportFormat } from './import/import-format.ts';
export { importTools, type ImportResult } from './import/import-tools.ts';
export type { RefusedImport } from './import/raw-tool.ts';
export { findToolFoundationProblems } from './toolfoundation/find-toolfoundation-problems.ts';
export { normalizeTags } from './toolfoundation/normalize-tags.ts';
export {
  parseToolId,
  toolId,
  type ParsedToolId,
  type ToolFoundationCode,
  type ToolFoundationProblem,
  type ToolId,
} from './toolfoundation/tool-id.ts';
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
export {
  makeNames,
  toolOf,
  type ExportedNames,
  type ExportedTool,
  type NamedTool,
} from './names/exported-names.ts';
export {
  exportTools,
  hasStrictForm,
  type ExportedTools,
  type ExportOptions,
  type RefusedTool,
} from './export-tools.ts';
