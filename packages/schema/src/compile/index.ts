export { compileSchema } from './compile-schema.ts';
export {
  compileToolChunk,
  compileToolValidators,
  evaluateToolChunk,
  joinToolChunks,
  type CompiledToolSource,
  type ToolChunk,
} from './compile-tool-validators.ts';
export {
  compileValidators,
  type CompileOptions,
  type CompileValidatorsOptions,
} from './compile-validators.ts';
export { findDefaultIssues } from './find-default-issues.ts';
export { findDisagreement, type Disagreement } from './cross-check/find-disagreement.ts';
export { findSchemaIssues } from './find-schema-issues.ts';
export { type FormatCheck, FORMATS } from './formats.ts';
export type { SchemaIssue } from '../json-schema/schema-issue.ts';
