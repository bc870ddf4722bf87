import type { MutableObject } from '@btcp/schema/internal';

export type KeywordRule =
  /** Kept, as it is or in the target's notation; `loss` says why that is of no use to the target. */
  | { readonly do: 'keep'; readonly write?: (value: unknown) => unknown; readonly loss?: KeptLoss }
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

/** A loss of a keyword that is kept: by what the keyword restricts, unless `effect` says other. */
type KeptLoss = Pick<ExportChange, 'code' | 'detail'> & Partial<Pick<ExportChange, 'effect'>>;

export interface KeywordTable {
  readonly rules: Readonly<Record<string, KeywordRule>>;
  /** The rule of keywords that JSON Schema does not have. */
  readonly unknown: KeywordRule;
}

/** The rows of the table: keywords that every target treats alike. */
export const GROUPS = {
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
} as const;

export type KeywordGroup = keyof typeof GROUPS;

const KEYWORDS: ReadonlySet<string> = new Set(Object.values(GROUPS).flat());

export function isKeyword(keyword: string): boolean {
  return KEYWORDS.has(keyword);
}

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

export function everyGroup(rule: KeywordRule): Record<KeywordGroup, KeywordRule> {
  // Object.fromEntries loses the type of its keys.
  return Object.fromEntries(Object.keys(GROUPS).map((group) => [group, rule])) as Record<
    KeywordGroup,
    KeywordRule
  >;
}

export const describe = (detail: string): KeywordRule => ({ do: 'describe', detail });

/** Keeps every keyword, even those that JSON Schema does not have. */
export const KEEP_ALL: { readonly keywords: KeywordTable } = {
  keywords: { ...keywordTable(everyGroup(KEEP)), unknown: KEEP },
};

/** The kinds of loss and change that an export or an import reports. */
export type WarningCode =
  | 'annotation-dropped'
  | 'any-expanded'
  | 'capabilities-missing'
  | 'description-invalid'
  | 'description-truncated'
  | 'field-dropped'
  | 'keyword-dropped'
  | 'keyword-rewritten'
  | 'keyword-to-description'
  | 'keyword-unenforced'
  | 'lossy-in-adapters'
  | 'media-as-base64'
  | 'media-to-note'
  | 'media-to-reference'
  | 'name-rewritten'
  | 'optional-to-nullable'
  | 'output-schema-dropped'
  | 'output-unwrapped'
  | 'output-wrapped'
  | 'property-name-rejected'
  | 'schema-dropped'
  | 'size-exceeded'
  | 'strict-fallback'
  | 'strict-shape'
  | 'union-collapsed'
  | 'union-widened';

/**
 * What a change does to the values that the exported schema describes.
 *
 * - `none`: nothing; it is another notation, or an annotation.
 * - `widens`: more values fit.
 * - `closes`: undeclared properties are refused, the one narrowing that is allowed.
 * - `encodes`: values travel in another form, which decoding a call takes back.
 * - `collapses`: one of several types is advertised; the description names the others, which are still accepted.
 */
type Effect = 'none' | 'widens' | 'closes' | 'encodes' | 'collapses';

/** A loss or change: what an export or an import wrote differently, or left out. */
export interface ExportChange {
  readonly code: WarningCode;
  /** A JSON pointer into the normalised schema. */
  readonly path: string;
  readonly keyword?: string;
  /** What happened and what still holds, in one sentence. */
  readonly detail: string;
  readonly effect: Effect;
  /** Whether it is left out of the warnings. `explain` still shows it. */
  readonly isSilent?: boolean;
}

/**
 * A change as it is reported. Its `path` is a JSON pointer into the tool's input schema; of another field, into the tool:
 * "/outputSchema".
 */
export interface Warning extends Omit<ExportChange, 'effect' | 'isSilent'> {
  /** The tool's name, as its author wrote it. Absent for what concerns a whole request. */
  readonly tool?: string;
}

/** A tool that was left out. */
export interface RefusedTool {
  /** Its name, or its index in the array where it has none: "#3". */
  readonly tool: string;
  /** Why, in one sentence, and where. */
  readonly reason: string;
  /** A JSON pointer into the input schema; of another field, into the tool. */
  readonly path: string;
  readonly keyword?: string;
}
