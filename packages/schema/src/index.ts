export { escapeUnseen } from './check/text/quote.ts';
export { equal } from './runtime/values.ts';
export { accepts } from './relate/accepts.ts';
export type { Term } from './relate/contains/conjunction.ts';
export { areAllDisjoint, areDisjoint } from './relate/contains/is-empty.ts';
export {
  findDifference,
  type Difference,
  decodeFragment,
  escapePointerToken,
  getAtPointer,
  joinPointer,
  parsePointer,
  pointerToFragment,
  type SchemaIssue,
} from './model/pointer.ts';
export { freeName } from './model/rewrite-schema.ts';
export { isOfJsonType, jsonTypeOf } from './model/json-types.ts';
export { acceptsAnything, propertiesOf, requiredOf } from './model/schema-node.ts';
export { findOptionalDefaults } from './model/relax-required.ts';
export {
  findRecursiveRefs,
  resolveRef,
  closureOf,
  withoutUnusedDefinitions,
} from './model/references/local-refs.ts';
export { intersectSchemas, type ResolveForMerge } from './model/merge/intersect-schemas.ts';
export { ANNOTATION_KEYWORDS, isRestricting, KEYWORDS, SUBSCHEMA_KEYWORDS } from './model/keywords.ts';
export { normalizeSchema, type NormalizedSchema } from './model/normalize-schema.ts';
export {
  getOwn,
  isObject,
  mapValues,
  omitKeys,
  pickKeys,
  setOwn,
  type MutableObject,
} from './model/own-property.ts';
export type { NormalizeOptions } from './model/normalize-schema.ts';
export { relaxRequired } from './model/relax-required.ts';
export { listSubschemas, mapSubschemas, walkSchema } from './model/walk-schema.ts';
export { limitsOf } from './model/limits.ts';
export { demandOf, joinWords, TYPE_NAMES } from './runtime/sentences.ts';
export { TIMEOUT, TOOL_STRINGS } from './meta/limits.ts';
export { findManifestIssues } from './meta/find-manifest-issues.ts';
export { findToolIssues } from './meta/find-tool-issues.ts';
export { listedHints, meantField, CAPABILITY_FIELDS, CONFIG_FIELDS, TOOL_FIELDS } from './meta/fields.ts';
export { CAPABILITY_DETAILS } from './meta/find-manifest-issues.ts';
export { boundaryValues } from './relate/sample/vary-value.ts';
export { CheckedSampler } from './relate/sample/checked-sampler.ts';
export { findLimits } from './relate/sample/vary-value.ts';
export { HOSTILE_VALUES } from './relate/sample/checked-sampler.ts';
export { mutateValue } from './relate/sample/vary-value.ts';
export { Random, ValueSampler } from './relate/sample/value-sampler.ts';
export { varyValue } from './relate/sample/vary-value.ts';
