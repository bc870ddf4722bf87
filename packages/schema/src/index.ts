export { withoutUnusedDefinitions } from './json-schema/references/used-definitions.ts';
export { escapeUnseen } from './check/text/quote.ts';
export { equal } from './compile/runtime/json-value.ts';
export { accepts } from './json-schema/accepts.ts';
export { areDisjoint } from './json-schema/contains/is-empty.ts';
export type { Term } from './json-schema/contains/conjunction.ts';
export { findDifference, type Difference } from './json-schema/find-difference.ts';
export { findOptionalDefaults } from './json-schema/find-optional-defaults.ts';
export { findRecursiveRefs } from './json-schema/references/find-recursive-refs.ts';
export { intersectSchemas, type ResolveForMerge } from './json-schema/merge/intersect-schemas.ts';
export { ANNOTATION_KEYWORDS, isRestricting, KEYWORDS, SUBSCHEMA_KEYWORDS } from './json-schema/keywords.ts';
export { normalizeSchema, type NormalizedSchema } from './json-schema/normalize-schema.ts';
export {
  getOwn,
  isObject,
  mapValues,
  omitKeys,
  pickKeys,
  setOwn,
  type MutableObject,
} from './json-schema/own-property.ts';
export {
  decodeFragment,
  escapePointerToken,
  getAtPointer,
  joinPointer,
  parsePointer,
  pointerToFragment,
} from './json-schema/pointer.ts';
export type { NormalizeOptions } from './json-schema/read-schema.ts';
export { relaxRequired } from './json-schema/relax-required.ts';
export { resolveRef } from './json-schema/references/resolve-ref.ts';
export type { SchemaIssue } from './json-schema/schema-issue.ts';
export { walkSchema } from './json-schema/walk-schema.ts';
export { findManifestIssues } from './meta/find-manifest-issues.ts';
export { findToolIssues } from './meta/find-tool-issues.ts';
export { listedHints } from './meta/listed-hints.ts';
export { meantField } from './meta/meant-field.ts';
export { CONFIG_FIELDS, TOOL_FIELDS } from './meta/fields.ts';
export { boundaryValues } from './sample/boundary-values.ts';
export { CheckedSampler } from './sample/checked-sampler.ts';
export { edgesOfPatterns } from './sample/edges-of-patterns.ts';
export { findLimits } from './sample/find-limits.ts';
export { HOSTILE_VALUES } from './sample/hostile-values.ts';
export { mutateValue } from './sample/mutate-value.ts';
export { Random } from './sample/random.ts';
export { ValueSampler } from './sample/value-sampler.ts';
export { varyValue } from './sample/vary-value.ts';
