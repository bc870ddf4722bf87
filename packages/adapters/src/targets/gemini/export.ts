import type { MutableObject } from '@btcp/schema/internal';
import { describe, everyGroup, KEEP, keywordTable, type KeywordRule } from '../../lower/rules.ts';
import type { SchemaRules } from '../../lower/lowering.ts';
import { lowerSchema } from '../../lower/lower-schema.ts';
import { oneOfToAnyOf, reportOverlap } from '../../lower/steps/unions.ts';
import { wrapRefs } from '../../lower/steps/references.ts';
import type { ObjectSchema, ExportProfile } from '../../profile/export-profile.ts';

/** All tools of a request to Gemini, with JSON Record<string, unknown>. */
export interface GeminiTools {
  functionDeclarations: {
    name: string;
    description: string;
    parametersJsonSchema: ObjectSchema;
    responseJsonSchema?: unknown;
  }[];
}

const UNENFORCED: KeywordRule = {
  do: 'keep',
  loss: {
    code: 'keyword-unenforced',
    detail: 'sent, but outside the documented Gemini JSON Schema list',
  },
};

// A reader that ignores `patternProperties` would apply it to the properties that those describe.
const additionalProperties: KeywordRule = {
  do: 'choose',
  by: (value, schema) =>
    value !== true && Object.hasOwn(schema, 'patternProperties')
      ? describe('would refuse what `patternProperties` describes, which is not enforced')
      : KEEP,
};

/** What Google documents for `responseJsonSchema`; nothing else is known of `parametersJsonSchema`. */
const SCHEMA: SchemaRules = {
  keywords: keywordTable(
    {
      ...everyGroup(UNENFORCED),
      core: KEEP,
      title: KEEP,
      format: KEEP,
      bounds: KEEP,
      prefixItems: KEEP,
      minItems: KEEP,
      maxItems: KEEP,
      additionalProperties,
      oneOf: KEEP,
    },
    {
      const: UNENFORCED,
      enum: { do: 'choose', by: (values) => (isEnforced(values) ? KEEP : UNENFORCED) },
    },
  ),
  before: [wrapRefs, reportOverlap],
};

const isEnforced = (values: unknown): boolean =>
  Array.isArray(values) && values.every((value) => typeof value === 'string' || typeof value === 'number');

/** The same rules, without keywords that are not enforced. */
const ENFORCED: SchemaRules = {
  keywords: {
    ...SCHEMA.keywords,
    rules: Object.fromEntries(
      Object.entries(SCHEMA.keywords.rules).map(([keyword, rule]) => [keyword, dropped(rule)]),
    ),
  },
  before: [oneOfToAnyOf],
  after: [readOneOfBeside],
};

/** Reads a `oneOf` next to an `anyOf`, which it could not replace, as another `anyOf`. */
function readOneOfBeside(schema: MutableObject): MutableObject {
  const { oneOf, ...rest } = schema;
  return oneOf === undefined ? schema : { ...rest, allOf: [{ anyOf: oneOf }] };
}

function dropped(rule: KeywordRule): KeywordRule {
  if (rule.do === 'keep' && rule.loss) return { do: 'omit' };
  return rule.do === 'choose'
    ? { do: 'choose', by: (value, schema) => dropped(rule.by(value, schema)) }
    : rule;
}

const dropUnenforced = (schema: MutableObject): MutableObject => lowerSchema(schema, ENFORCED).schema;

/** What both of Gemini's forms share. */
export const GEMINI: Omit<ExportProfile, 'schema' | 'write'> = {
  names: { chars: 'A-Za-z0-9_.\\-', first: 'A-Za-z_', max: 64, separator: '__' },
  maxTools: 512,
  media: 'reference',
  parameterNames: { pattern: /^[A-Za-z_][A-Za-z0-9_]{0,63}$/, isRefused: false },
  manyEnumValues: 40,
  wrap: (tools: readonly MutableObject[]): readonly MutableObject[] => [{ functionDeclarations: tools }],
};

/** Gemini's function declarations with JSON Schema: `parametersJsonSchema`. */
export const geminiExport: ExportProfile = {
  ...GEMINI,
  alsoCalled: ['google'],
  schema: SCHEMA,
  decode: dropUnenforced,
  write: ({ name, description, inputSchema, outputSchema }) => ({
    tool: {
      name,
      description,
      parametersJsonSchema: inputSchema,
      ...(outputSchema !== undefined && { responseJsonSchema: outputSchema }),
    },
    changes: [],
  }),
};
