export {
  decodeCall,
  type DecodedCall,
  type DecodeOptions,
  encodeResult,
  type EncodeOptions,
} from './calls/decode-call.ts';
export { exportTools, type ExportedTools, type ExportOptions } from './export/export-tools.ts';
export { importTools, type ImportOptions, type ImportResult } from './import/import-tools.ts';
export type { RefusedImport } from './profile/import-profile.ts';
export { toolOf, type ExportedNames, type ExportedTool } from './names/exported-names.ts';
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
export { normalizeTags } from './targets/toolfoundation/target.ts';
export {
  findToolFoundationIssues,
  parseToolId,
  toolId,
  type ParsedToolId,
  type ToolFoundationCode,
  type ToolFoundationIssue,
  type ToolId,
} from './targets/toolfoundation/find-toolfoundation-issues.ts';
export { coerceInputs, type CoercedCall, type CoerceOptions } from './transports/coerce-inputs.ts';
export type { RefusedTool, Warning, WarningCode } from './lower/rules.ts';
