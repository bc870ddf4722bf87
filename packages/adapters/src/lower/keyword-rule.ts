import type { MutableObject } from '@btcp/schema';

/** What a target makes of a keyword. */
export type KeywordRule =
  /** It stays, as it is or in the target's notation. */
  | { readonly do: 'keep'; readonly write?: (value: unknown) => unknown }
  /** It stays, and the target takes no notice. */
  | { readonly do: 'keep-unenforced'; readonly detail: string }
  /** It stays, and the target's own tools lose it. */
  | { readonly do: 'keep-lossy'; readonly detail: string }
  /** It moves into the description. */
  | { readonly do: 'describe'; readonly detail: string; readonly isSilent?: boolean }
  | { readonly do: 'drop'; readonly detail: string }
  /** It is left out, and nothing is lost: definitions that were written out. */
  | { readonly do: 'omit' }
  /** The tool is exported in the target's other form, without strictness. */
  | { readonly do: 'fall-back'; readonly detail: string }
  /** The tool is left out. */
  | { readonly do: 'refuse'; readonly detail: string }
  /** It depends on the value or on the keywords beside it. */
  | { readonly do: 'choose'; readonly by: (value: unknown, schema: MutableObject) => KeywordRule };

/** What a target makes of every keyword. */
export interface KeywordTable {
  readonly rules: Readonly<Record<string, KeywordRule>>;
  /** What becomes of keywords that JSON Schema does not know. */
  readonly unknown: KeywordRule;
}

/** A row of the matrix. */
export type KeywordGroup =
  | 'core'
  | 'title'
  | 'default'
  | 'annotations'
  | 'lengths'
  | 'pattern'
  | 'format'
  | 'content'
  | 'bounds'
  | 'exclusiveBounds'
  | 'multipleOf'
  | 'prefixItems'
  | 'minItems'
  | 'maxItems'
  | 'uniqueItems'
  | 'contains'
  | 'additionalProperties'
  | 'patternProperties'
  | 'propertyCounts'
  | 'propertyRelations'
  | 'unevaluated'
  | 'oneOf'
  | 'allOf'
  | 'conditions';

/** The rows of the matrix: keywords that every target treats alike. */
const GROUPS: Readonly<Record<KeywordGroup, readonly string[]>> = {
  core: ['type', 'enum', 'const', 'description', 'properties', 'required', 'items', 'anyOf', '$ref', '$defs'],
  title: ['title'],
  default: ['default'],
  annotations: ['examples', 'deprecated', 'readOnly', 'writeOnly', '$comment'],
  lengths: ['minLength', 'maxLength'],
  pattern: ['pattern'],
  format: ['format'],
  content: ['contentEncoding', 'contentMediaType', 'contentSchema'],
  bounds: ['minimum', 'maximum'],
  exclusiveBounds: ['exclusiveMinimum', 'exclusiveMaximum'],
  multipleOf: ['multipleOf'],
  prefixItems: ['prefixItems'],
  minItems: ['minItems'],
  maxItems: ['maxItems'],
  uniqueItems: ['uniqueItems'],
  contains: ['contains', 'minContains', 'maxContains'],
  additionalProperties: ['additionalProperties'],
  patternProperties: ['patternProperties'],
  propertyCounts: ['minProperties', 'maxProperties'],
  propertyRelations: ['propertyNames', 'dependentRequired', 'dependentSchemas'],
  unevaluated: ['unevaluatedItems', 'unevaluatedProperties'],
  oneOf: ['oneOf'],
  allOf: ['allOf'],
  conditions: ['not', 'if', 'then', 'else'],
};

const KEYWORDS: ReadonlySet<string> = new Set(Object.values(GROUPS).flat());

/** Whether a row of the matrix has the keyword. */
export function isKeyword(keyword: string): boolean {
  return KEYWORDS.has(keyword);
}

/** The rule that keeps a keyword as it is. */
export const KEEP: KeywordRule = { do: 'keep' };

const VENDOR: KeywordRule = { do: 'drop', detail: 'no keyword of JSON Schema; no reader would know it' };

/** A table that names a rule for every row, so that none is forgotten. */
export function keywordTable(
  groups: Readonly<Record<KeywordGroup, KeywordRule>>,
  special: Readonly<Record<string, KeywordRule>> = {},
): KeywordTable {
  const rules: Record<string, KeywordRule> = Object.create(null) as Record<string, KeywordRule>;
  for (const [group, keywords] of Object.entries(GROUPS)) {
    // Object.entries forgets that its keys are the groups.
    for (const keyword of keywords) rules[keyword] = groups[group as KeywordGroup];
  }
  return { rules: Object.assign(rules, special), unknown: VENDOR };
}

/** A rule for every row. */
export function everyGroup(rule: KeywordRule): Record<KeywordGroup, KeywordRule> {
  // Object.fromEntries forgets that its keys are the groups.
  return Object.fromEntries(Object.keys(GROUPS).map((group) => [group, rule])) as Record<
    KeywordGroup,
    KeywordRule
  >;
}

/** The rule that moves a keyword into the description. */
export const describe = (detail: string): KeywordRule => ({ do: 'describe', detail });
