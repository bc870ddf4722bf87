export {
  compileSchema,
  compileValidators,
  type CompileOptions,
  type CompileValidatorsOptions,
  compileToolChunk,
  compileToolValidators,
  declareTools,
  joinToolChunks,
  type CompiledToolSource,
  type ToolChunk,
} from './compile-schema.ts';
export { findSchemaIssues } from './find-schema-issues.ts';
export { type FormatCheck, FORMATS } from './formats.ts';
export type { SchemaIssue } from '../model/pointer.ts';
