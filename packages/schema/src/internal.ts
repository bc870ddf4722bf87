/** What only the toolkit's own packages call; semantic versioning does not cover it. */
export { escapeUnseen, withEnd } from './check/text/quote.ts';
export { listedHints, meantField, CAPABILITY_FIELDS, CONFIG_FIELDS, TOOL_FIELDS } from './meta/fields.ts';
export { CAPABILITY_DETAILS } from './meta/find-manifest-issues.ts';
export { TIMEOUT, TOOL_STRINGS } from './meta/limits.ts';
export { isOfJsonType, jsonTypeOf } from './model/json-types.ts';
export { ANNOTATION_KEYWORDS, isRestricting, KEYWORDS, SUBSCHEMA_KEYWORDS } from './model/keywords.ts';
export { limitsOf } from './model/limits.ts';
export { intersectSchemas, type ResolveForMerge } from './model/merge/intersect-schemas.ts';
export {
  getOwn,
  isObject,
  mapValues,
  omitKeys,
  pickKeys,
  setOwn,
  type MutableObject,
} from './model/own-property.ts';
export {
  decodeFragment,
  type Difference,
  escapePointerToken,
  findDifference,
  getAtPointer,
  joinPointer,
  parsePointer,
  pointerToFragment,
} from './model/pointer.ts';
export {
  closureOf,
  findRecursiveRefs,
  resolveRef,
  withoutUnusedDefinitions,
} from './model/references/local-refs.ts';
export { findOptionalDefaults, relaxRequired } from './model/relax-required.ts';
export { freeName } from './model/rewrite-schema.ts';
export { acceptsAnything, closedObject, propertiesOf, requiredOf } from './model/schema-node.ts';
export { listSubschemas, mapSubschemas, walkSchema } from './model/walk-schema.ts';
export { accepts } from './relate/accepts.ts';
export type { Term } from './relate/contains/conjunction.ts';
export { areAllDisjoint, areDisjoint } from './relate/contains/is-empty.ts';
export { CheckedSampler, HOSTILE_VALUES } from './relate/sample/checked-sampler.ts';
export { Random, ValueSampler } from './relate/sample/value-sampler.ts';
export { boundaryValues, findLimits, mutateValue, varyValue } from './relate/sample/vary-value.ts';
export { demandOf, joinWords, TYPE_NAMES } from './runtime/sentences.ts';
export { equal } from './runtime/values.ts';
