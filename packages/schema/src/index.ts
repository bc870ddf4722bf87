export type { ManifestIssue } from './meta/field-checks.ts';
export { findManifestIssues } from './meta/find-manifest-issues.ts';
export { findToolIssues } from './meta/find-tool-issues.ts';
export { normalizeSchema, type NormalizedSchema, type NormalizeOptions } from './model/normalize-schema.ts';
export type { SchemaIssue } from './model/pointer.ts';
