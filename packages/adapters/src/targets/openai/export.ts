import { isObject, type MutableObject, getOwn, omitKeys, pickKeys } from '@btcp/schema/internal';
import { describe, everyGroup, KEEP, keywordTable, type KeywordRule } from '../../lower/rules.ts';
import type { Lowering, SchemaRules, Step } from '../../lower/lowering.ts';
import {
  closeObjects,
  NOT_STRICT,
  refuseAny,
  requireAll,
  requireKnownAbsence,
  requireShape,
  STRICT_FORMATS,
} from '../../lower/steps/strict.ts';
import { isolateUnions, oneOfToAnyOf } from '../../lower/steps/unions.ts';
import { mergeAllOf, mergeRefSiblings, wrapAnnotatedRefs } from '../../lower/steps/references.ts';
import { describeAtRoot, inlineRootRef, NOT_AT_ROOT } from '../../lower/steps/root.ts';
import { splitTypes, typeLiterals } from '../../lower/steps/types.ts';
import { documentEnding, IMAGES } from '../../profile/content/media.ts';
import {
  dropOutput,
  type ObjectSchema,
  type ExportProfile,
  type ToolToWrite,
  type WrittenTool,
} from '../../profile/export-profile.ts';
import { typesOf } from '../../lower/schemas.ts';
import { isAnyBelow } from '../../lower/references.ts';

/** Keywords that refuse more when their subschemas accept more. */
const REVERSING = ['not', 'if', 'oneOf', 'maxContains'];

/** Look-arounds, back-references and Unicode classes, which OpenAI's engine lacks. */
const UNPORTABLE = /\(\?<?[=!]|\\[1-9]|\\k<|\\[pP]\{/;

/** Whether an engine without backtracking supports a regular expression. */
function isPortablePattern(pattern: unknown): boolean {
  // A backslash that is itself escaped escapes nothing.
  return typeof pattern === 'string' && !UNPORTABLE.test(pattern.replaceAll('\\\\', ''));
}

/** The detail of a pattern that is left out. */
const LOST_PATTERN =
  'lookaround, back-references and Unicode classes are rejected; still enforced by the BTCP runtime';

/**
 * Moves into the description what would refuse more when patterns in it are left out: `not`, conditions, and the upper
 * bound of `contains`. A `oneOf` becomes an `anyOf`.
 */
const openReversed: Step = (schema, lowering) => {
  let current = schema;
  for (const keyword of REVERSING) {
    if (!Object.hasOwn(current, keyword)) continue;
    const below = current[keyword === 'maxContains' ? 'contains' : keyword];
    if (isAnyBelow(below, lowering.root, hasLostPattern)) current = open(keyword, current, lowering);
  }
  return current;
};

function open(keyword: string, schema: MutableObject, lowering: Lowering): MutableObject {
  if (keyword === 'oneOf') {
    return Object.hasOwn(schema, 'anyOf')
      ? describeAll(['oneOf'], schema, lowering)
      : oneOfToAnyOf(schema, lowering);
  }
  return describeAll(keyword === 'if' ? ['if', 'then', 'else'] : [keyword], schema, lowering);
}

function describeAll(keywords: readonly string[], schema: MutableObject, lowering: Lowering): MutableObject {
  const present = keywords.filter((keyword) => Object.hasOwn(schema, keyword));
  for (const keyword of present) {
    const detail =
      'a pattern in it is rejected, and without it more would be refused; still enforced by the BTCP runtime';
    lowering.report({ code: 'keyword-to-description', keyword, detail, effect: 'widens' });
    lowering.describe(keyword, schema[keyword]);
  }
  return omitKeys(schema, present);
}

function hasLostPattern(schema: MutableObject): boolean {
  const pattern = getOwn(schema, 'pattern');
  const names = Object.keys(getOwn(schema, 'patternProperties') ?? {});
  return !names.every(isPortablePattern) || (typeof pattern === 'string' && !isPortablePattern(pattern));
}

/** Any name: properties of a lost pattern must not become undeclared ones. */
const ANY_NAME = '.*';

/** Lets properties be anything where the pattern of their names is left out. */
const openPatternNames: Step = (schema, lowering) => {
  const patterns = getOwn(schema, 'patternProperties');
  if (!isObject(patterns) || Object.keys(patterns).every(isPortablePattern)) return schema;
  const lost = Object.keys(patterns).filter((pattern) => !isPortablePattern(pattern));
  const keyword = 'patternProperties';
  lowering.report({ code: 'keyword-to-description', keyword, detail: LOST_PATTERN, effect: 'widens' });
  lowering.describe(keyword, pickKeys(patterns, lost));
  return { ...schema, patternProperties: { [ANY_NAME]: {}, ...omitKeys(patterns, lost) } };
};

interface OpenAIFunction {
  name: string;
  description: string;
  parameters: ObjectSchema;
  strict: boolean;
}

export interface OpenAIChatTool {
  type: 'function';
  function: OpenAIFunction;
}

export interface OpenAIResponsesTool extends OpenAIFunction {
  type: 'function';
  output_schema?: Record<string, unknown>;
  defer_loading?: true;
}

const UNENFORCED = describe('not in the strict subset; still enforced by the BTCP runtime');

const pattern: KeywordRule = {
  do: 'choose',
  by: (value) => (isPortablePattern(value) ? KEEP : describe(LOST_PATTERN)),
};

const LOOSE: SchemaRules = {
  keywords: keywordTable({ ...everyGroup(KEEP), pattern }),
  root: [inlineRootRef, mergeAllOf, describeAtRoot(NOT_AT_ROOT)],
  before: [openReversed, openPatternNames],
  after: [requireItems],
};

const STRICT: SchemaRules = {
  keywords: keywordTable({
    ...everyGroup(KEEP),
    ...NOT_STRICT,
    default: describe(
      'default is rejected by Azure OpenAI strict mode and unused when every property is required',
    ),
    annotations: { do: 'drop', detail: 'not in the strict subset' },
    lengths: UNENFORCED,
    pattern,
    format: {
      do: 'choose',
      by: (value) => (STRICT_FORMATS.has(String(value)) ? KEEP : UNENFORCED),
    },
    content: UNENFORCED,
    uniqueItems: UNENFORCED,
    contains: UNENFORCED,
    propertyCounts: UNENFORCED,
    propertyRelations: UNENFORCED,
    unevaluated: UNENFORCED,
    conditions: UNENFORCED,
  }),
  notAtRoot: NOT_AT_ROOT,
  hoistsRefs: true,
  root: [inlineRootRef],
  before: [
    mergeAllOf,
    wrapAnnotatedRefs,
    mergeRefSiblings,
    requireKnownAbsence,
    oneOfToAnyOf,
    isolateUnions('fall-back'),
    typeLiterals,
    splitTypes({ keepNullable: true }),
    requireShape,
  ],
  after: [closeObjects, requireAll],
  any: refuseAny,
};

const SHARED = {
  names: { chars: 'A-Za-z0-9_\\-', max: 64, separator: '__' },
  schema: LOOSE,
  strict: {
    schema: STRICT,
    limits: {
      properties: 5000,
      depth: 10,
      characters: 120_000,
      enumValues: 1000,
      largeEnumCharacters: 15_000,
    },
  },
  maxDescription: 1024,
  maxTools: 128,
} as const satisfies Partial<ExportProfile>;

const OUTPUT_DROPPED = 'no field in this form (Responses has output_schema, opt-in)';

const OUTPUT_NOT_ASKED = 'output_schema is sent in the strict form alone, or with the option `outputSchema`';

const TEXT_OUTPUT = 'a string is sent as text, and output_schema describes JSON';

/** OpenAI's Chat Completions: `tools[]`. */
export const openaiChatExport: ExportProfile = {
  ...SHARED,
  media: 'note',
  write: (entry) => ({
    tool: { type: 'function', function: functionOf(entry) },
    changes: dropOutput(entry, OUTPUT_DROPPED),
  }),
};

/** OpenAI's tool that finds others. */
export const TOOL_SEARCH = { type: 'tool_search' } as const;

/** OpenAI's Responses: `tools[]`. */
export const openaiResponsesExport: ExportProfile = {
  ...SHARED,
  toolSearch: TOOL_SEARCH,
  media: 'reference',
  carries: (type) => IMAGES.some((each) => each === type) || documentEnding(type) !== undefined,
  write: (entry): WrittenTool => {
    const { outputSchema, options, strict } = entry;
    const isText = isObject(outputSchema) && outputSchema['type'] === 'string';
    const sendsOutput = outputSchema !== undefined && !isText && (options.outputSchema ?? strict);
    return {
      tool: {
        type: 'function',
        ...functionOf(entry),
        ...(sendsOutput && { output_schema: outputSchema }),
      },
      changes: sendsOutput ? [] : dropOutput(entry, isText ? TEXT_OUTPUT : OUTPUT_NOT_ASKED),
    };
  },
};

function functionOf({ name, description, inputSchema, strict }: ToolToWrite): MutableObject {
  // If it were absent, Responses would try the strict form itself.
  return { name, description, parameters: inputSchema, strict };
}

/** Adds `items` that accept anything to an array without, for targets that require them. */
function requireItems(schema: MutableObject, lowering: Lowering): MutableObject {
  if (!typesOf(schema).includes('array') || Object.hasOwn(schema, 'items')) return schema;
  const detail = 'an array needs `items`; `{}` means the same as none';
  lowering.report({ code: 'keyword-rewritten', keyword: 'items', detail, effect: 'none' });
  if (Object.hasOwn(schema, 'unevaluatedItems')) {
    const lost = 'with `items` there are none left that it is about; still enforced by the BTCP runtime';
    lowering.report({
      code: 'keyword-unenforced',
      keyword: 'unevaluatedItems',
      detail: lost,
      effect: 'widens',
    });
  }
  return { ...schema, items: {} };
}
