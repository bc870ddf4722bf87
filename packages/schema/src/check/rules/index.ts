import type { CodeRule, ManifestRule, Rule, ToolRule } from '../define-rule.ts';
import { capabilityMaybe } from './capabilities/capability-maybe.ts';
import { capabilityMissing } from './capabilities/capability-missing.ts';
import { capabilityOpaque } from './capabilities/capability-opaque.ts';
import { capabilityUnused } from './capabilities/capability-unused.ts';
import { capabilityUnverifiable } from './capabilities/capability-unverifiable.ts';
import { destructiveWithoutConfirm } from './capabilities/destructive-without-confirm.ts';
import { hintContradicted } from './capabilities/hint-contradicted.ts';
import { hintStated } from './capabilities/hint-stated.ts';
import { powerUnmapped } from './capabilities/power-unmapped.ts';
import { readOnlyHintContradicted } from './capabilities/read-only-hint-contradicted.ts';
import { deprecatedWithoutMessage } from './deprecation/deprecated-without-message.ts';
import { deprecationMessageAlone } from './deprecation/deprecation-message-alone.ts';
import { successorDeprecated } from './deprecation/successor-deprecated.ts';
import { successorUnknown } from './deprecation/successor-unknown.ts';
import { sunsetReached } from './deprecation/sunset-reached.ts';
import { exampleFails } from './examples/example-fails.ts';
import { exampleInvalid } from './examples/example-invalid.ts';
import { exampleOutputDiffers } from './examples/example-output-differs.ts';
import { examplesMissing } from './examples/examples-missing.ts';
import { examplesWithoutOptional } from './examples/examples-without-optional.ts';
import { defaultDiffers } from './handler/default-differs.ts';
import { defaultHidden } from './handler/default-hidden.ts';
import { defaultOptional } from './handler/default-optional.ts';
import { errorCodeMalformed } from './handler/error-code-malformed.ts';
import { errorWithoutCode } from './handler/error-without-code.ts';
import { errorWithoutSuggestion } from './handler/error-without-suggestion.ts';
import { inputUndeclared } from './handler/input-undeclared.ts';
import { inputUnread } from './handler/input-unread.ts';
import { moduleNeverLoads } from './handler/module-never-loads.ts';
import { promiseNotAwaited } from './handler/promise-not-awaited.ts';
import { returnInvalid } from './handler/return-invalid.ts';
import { returnUndeclared } from './handler/return-undeclared.ts';
import { returnMayBeInvalid } from './handler/return-may-be-invalid.ts';
import { signalIgnored } from './handler/signal-ignored.ts';
import { thrownNotError } from './handler/thrown-not-error.ts';
import { nameNotCamelCase } from './names/name-not-camel-case.ts';
import { nameThen } from './names/name-then.ts';
import { nameTooGeneral } from './names/name-too-general.ts';
import { nameWithoutVerb } from './names/name-without-verb.ts';
import { namesCollideElsewhere } from './names/names-collide-elsewhere.ts';
import { namesDifferInCase } from './names/names-differ-in-case.ts';
import { hintMissing } from './portability/hint-missing.ts';
import { targetDrops } from './portability/target-drops.ts';
import { targetRefuses } from './portability/target-refuses.ts';
import { targetRewrites } from './portability/target-rewrites.ts';
import { titleMissing } from './portability/title-missing.ts';
import { additionalPropertiesOpen } from './properties/additional-properties-open.ts';
import { coordinatesApart } from './properties/coordinates-apart.ts';
import { outputPropertiesOpen } from './properties/output-properties-open.ts';
import { outputPropertyWithoutDescription } from './properties/output-property-without-description.ts';
import { propertyWithoutDescription } from './properties/property-without-description.ts';
import { requiredMissing } from './properties/required-missing.ts';
import { requiredUnknown } from './properties/required-unknown.ts';
import { capabilityAlias } from './protocol/capability-alias.ts';
import { capabilityMalformed } from './protocol/capability-malformed.ts';
import { capabilityMisspelt } from './protocol/capability-misspelt.ts';
import { capabilityRepeated } from './protocol/capability-repeated.ts';
import { capabilityUnknown } from './protocol/capability-unknown.ts';
import { capabilityWildcard } from './protocol/capability-wildcard.ts';
import { fieldMisspelt } from './protocol/field-misspelt.ts';
import { manifestCapabilityExtra } from './protocol/manifest-capability-extra.ts';
import { manifestCapabilityMissing } from './protocol/manifest-capability-missing.ts';
import { manifestFieldMisspelt } from './protocol/manifest-field-misspelt.ts';
import { manifestInvalid } from './protocol/manifest-invalid.ts';
import { manifestVersionInvalid } from './protocol/manifest-version-invalid.ts';
import { manifestWithoutDescription } from './protocol/manifest-without-description.ts';
import { mcpHeaderInvalid } from './protocol/mcp-header-invalid.ts';
import { toolDuplicateName } from './protocol/tool-duplicate-name.ts';
import { toolInvalid } from './protocol/tool-invalid.ts';
import { keywordMisspelt } from './schema/keyword-misspelt.ts';
import { keywordUnknown } from './schema/keyword-unknown.ts';
import { keywordWithoutEffect } from './schema/keyword-without-effect.ts';
import { oneOfOverlap } from './schema/one-of-overlap.ts';
import { schemaAcceptsAnything } from './schema/schema-accepts-anything.ts';
import { schemaEndless } from './schema/schema-endless.ts';
import { schemaExampleInvalid } from './schema/schema-example-invalid.ts';
import { schemaIdRepeated } from './schema/schema-id-repeated.ts';
import { schemaInvalid } from './schema/schema-invalid.ts';
import { schemaTooDeep } from './schema/schema-too-deep.ts';
import { schemaTooLarge } from './schema/schema-too-large.ts';
import { schemaUnsatisfiable } from './schema/schema-unsatisfiable.ts';
import { countAsNumber } from './values/count-as-number.ts';
import { defaultInvalid } from './values/default-invalid.ts';
import { defaultMissing } from './values/default-missing.ts';
import { defaultOnRequired } from './values/default-on-required.ts';
import { enumValueInvalid } from './values/enum-value-invalid.ts';
import { formatMissing } from './values/format-missing.ts';
import { formatOnWrongType } from './values/format-on-wrong-type.ts';
import { formatUnknown } from './values/format-unknown.ts';
import { idAsInteger } from './values/id-as-integer.ts';
import { listWithoutItems } from './values/list-without-items.ts';
import { listWithoutLimit } from './values/list-without-limit.ts';
import { numberWithoutLimits } from './values/number-without-limits.ts';
import { patternSlow } from './values/pattern-slow.ts';
import { patternUnanchored } from './values/pattern-unanchored.ts';
import { textWithoutLimit } from './values/text-without-limit.ts';
import { unitMissing } from './values/unit-missing.ts';
import { choiceInProse } from './words/choice-in-prose.ts';
import { defaultInProse } from './words/default-in-prose.ts';
import { descriptionRepeatsName } from './words/description-repeats-name.ts';
import { descriptionTooShort } from './words/description-too-short.ts';
import { descriptionVague } from './words/description-vague.ts';
import { descriptionWithoutVerb } from './words/description-without-verb.ts';
import { descriptionsAlike } from './words/descriptions-alike.ts';
import { hiddenText } from './words/hidden-text.ts';
import { limitInProse } from './words/limit-in-prose.ts';
import { modelInstructions } from './words/model-instructions.ts';
import { nullInProse } from './words/null-in-prose.ts';
import { textGarbled } from './words/text-garbled.ts';
import { mcpContentReturned } from './protocol/mcp-content-returned.ts';

// A rule follows those in its `after`.

/** The rules about a manifest as a whole, and about its tools together. */
export const MANIFEST_RULES: readonly ManifestRule[] = [
  manifestInvalid,
  manifestFieldMisspelt,
  manifestVersionInvalid,
  manifestWithoutDescription,
  manifestCapabilityMissing,
  manifestCapabilityExtra,
  toolDuplicateName,
  schemaIdRepeated,
  descriptionsAlike,
  namesDifferInCase,
  namesCollideElsewhere,
  successorUnknown,
  sunsetReached,
  successorDeprecated,
];

/** The rules about one tool as published. */
export const TOOL_RULES: readonly ToolRule[] = [
  toolInvalid,
  fieldMisspelt,
  capabilityWildcard,
  capabilityMalformed,
  capabilityMisspelt,
  capabilityUnknown,
  capabilityAlias,
  capabilityRepeated,
  hintStated,
  schemaInvalid,
  mcpHeaderInvalid,
  defaultInvalid,
  exampleInvalid,
  keywordMisspelt,
  keywordUnknown,
  propertyWithoutDescription,
  outputPropertyWithoutDescription,
  requiredUnknown,
  requiredMissing,
  additionalPropertiesOpen,
  outputPropertiesOpen,
  formatMissing,
  defaultMissing,
  defaultOnRequired,
  choiceInProse,
  limitInProse,
  numberWithoutLimits,
  idAsInteger,
  textWithoutLimit,
  listWithoutLimit,
  listWithoutItems,
  countAsNumber,
  unitMissing,
  coordinatesApart,
  enumValueInvalid,
  schemaUnsatisfiable,
  schemaEndless,
  schemaAcceptsAnything,
  schemaExampleInvalid,
  oneOfOverlap,
  formatOnWrongType,
  keywordWithoutEffect,
  patternSlow,
  patternUnanchored,
  schemaTooDeep,
  schemaTooLarge,
  hiddenText,
  modelInstructions,
  descriptionVague,
  descriptionWithoutVerb,
  descriptionRepeatsName,
  descriptionTooShort,
  defaultInProse,
  nullInProse,
  textGarbled,
  nameWithoutVerb,
  nameNotCamelCase,
  nameTooGeneral,
  nameThen,
  examplesMissing,
  examplesWithoutOptional,
  destructiveWithoutConfirm,
  deprecatedWithoutMessage,
  deprecationMessageAlone,
  formatUnknown,
  mcpContentReturned,
];

/** Rules about all strings of a tool; they also check a manifest's own strings, which reach the model too. */
export const TEXT_RULES: readonly ToolRule[] = [hiddenText, modelInstructions, textGarbled];

/** The rules about the code behind a tool. */
export const CODE_RULES: readonly CodeRule[] = [
  defaultDiffers,
  defaultHidden,
  defaultOptional,
  inputUnread,
  inputUndeclared,
  returnInvalid,
  returnMayBeInvalid,
  returnUndeclared,
  errorCodeMalformed,
  errorWithoutCode,
  errorWithoutSuggestion,
  thrownNotError,
  moduleNeverLoads,
  promiseNotAwaited,
  signalIgnored,
  capabilityMissing,
  capabilityUnused,
  capabilityMaybe,
  capabilityUnverifiable,
  capabilityOpaque,
  powerUnmapped,
  readOnlyHintContradicted,
  hintContradicted,
  exampleFails,
  exampleOutputDiffers,
  targetRefuses,
  targetDrops,
  targetRewrites,
  titleMissing,
  hintMissing,
];

/** Every rule. */
export const RULES: readonly Rule[] = [...MANIFEST_RULES, ...TOOL_RULES, ...CODE_RULES];
