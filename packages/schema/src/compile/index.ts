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
export { findDefaultProblems } from './find-default-problems.ts';
export { findDisagreement, type Disagreement } from './judge/find-disagreement.ts';
export { findSchemaProblems } from './find-schema-problems.ts';
export { type FormatCheck, FORMATS } from './formats.ts';
export type { SchemaProblem } from '../json-schema/schema-problem.ts';
