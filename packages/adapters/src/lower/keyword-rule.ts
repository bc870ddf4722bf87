import type { MutableObject } from '@btcp/schema';

/** What a target does with a keyword. */
export type KeywordRule =
  /** Kept, as it is or in the target's notation. */
  | { readonly do: 'keep'; readonly write?: (value: unknown) => unknown }
  /** Kept, but ignored by the target. */
  | { readonly do: 'keep-unenforced'; readonly detail: string }
  /** Kept, but lost by the target's own tools. */
  | { readonly do: 'keep-lossy'; readonly detail: string }
  /** Moved into the description. */
  | { readonly do: 'describe'; readonly detail: string; readonly isSilent?: boolean }
  | { readonly do: 'drop'; readonly detail: string }
  /** Left out without a loss: definitions that were inlined. */
  | { readonly do: 'omit' }
  /** Exports the tool in the target's other form, without strictness. */
  | { readonly do: 'fall-back'; readonly detail: string }
  /** Leaves out the tool. */
  | { readonly do: 'refuse'; readonly detail: string }
  /** Depends on the value or on adjacent keywords. */
  | { readonly do: 'choose'; readonly by: (value: unknown, schema: MutableObject) => KeywordRule };

/** What a target does with every keyword. */
export interface KeywordTable {
  readonly rules: Readonly<Record<string, KeywordRule>>;
  /** The rule of keywords that JSON Schema does not have. */
  readonly unknown: KeywordRule;
}

/** A row of the table. */
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

/** The rows of the table: keywords that every target treats alike. */
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

/** Whether a row of the table has the keyword. */
export function isKeyword(keyword: string): boolean {
  return KEYWORDS.has(keyword);
}

/** The rule that keeps a keyword as it is. */
export const KEEP: KeywordRule = { do: 'keep' };

const VENDOR: KeywordRule = { do: 'drop', detail: 'no keyword of JSON Schema; no reader would know it' };

/** A table with a rule for every row, so that none is forgotten. */
export function keywordTable(
  groups: Readonly<Record<KeywordGroup, KeywordRule>>,
  special: Readonly<Record<string, KeywordRule>> = {},
): KeywordTable {
  const rules: Record<string, KeywordRule> = Object.create(null) as Record<string, KeywordRule>;
  for (const [group, keywords] of Object.entries(GROUPS)) {
    // Object.entries loses the type of its keys.
    for (const keyword of keywords) rules[keyword] = groups[group as KeywordGroup];
  }
  return { rules: Object.assign(rules, special), unknown: VENDOR };
}

/** A rule for every row. */
export function everyGroup(rule: KeywordRule): Record<KeywordGroup, KeywordRule> {
  // Object.fromEntries loses the type of its keys.
  return Object.fromEntries(Object.keys(GROUPS).map((group) => [group, rule])) as Record<
    KeywordGroup,
    KeywordRule
  >;
}

/** The rule that moves a keyword into the description. */
export const describe = (detail: string): KeywordRule => ({ do: 'describe', detail });
