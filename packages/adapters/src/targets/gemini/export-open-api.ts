import type { MutableObject } from '@btcp/schema';
import {
  type ExportChange,
  describe,
  everyGroup,
  KEEP,
  keywordTable,
  type KeywordRule,
} from '../../lower/rules.ts';
import type { SchemaRules } from '../../lower/lowering.ts';
import { isolateUnions, oneOfToAnyOf } from '../../lower/steps/unions.ts';
import { constToEnum, typeEnums, nameAllTypes, splitTypes } from '../../lower/steps/types.ts';
import { inlineRefs } from '../../lower/steps/references.ts';
import {
  closeItems,
  describeTuples,
  expandAny,
  expandItems,
  includeBounds,
  isEmptyObject,
  listTuples,
  requireDescribed,
  writeJsonText,
  writeNullable,
} from '../../lower/steps/open-api.ts';
import { describeAtRoot } from '../../lower/steps/root.ts';
import { readOpenApi } from './read-open-api.ts';
import { GEMINI } from './export.ts';
import { dropOutput, type ExportProfile } from '../../profile/export-profile.ts';

/** All tools of a request to Gemini, with Gemini's own schemas. */
export interface GeminiOpenApiTools {
  functionDeclarations: {
    name: string;
    description: string;
    /** Absent where the tool has none: the API refuses an object without properties. */
    parameters?: Record<string, unknown> & { type: 'OBJECT' };
  }[];
}

const NO_FIELD = describe('no such field in Gemini Schema; still enforced by the BTCP runtime');

/** 64-bit integers travel as strings in the JSON of a protocol buffer. */
const AS_STRING: KeywordRule = { do: 'keep', write: String };

/** The formats that the proto knows, by type. */
const FORMATS: Readonly<Record<string, readonly string[]>> = {
  string: ['date-time'],
  number: ['float', 'double'],
  integer: ['int32', 'int64'],
};

const format: KeywordRule = {
  do: 'choose',
  by: (value, schema: MutableObject) => {
    const type = String(schema['type']);
    const isKnown = FORMATS[type]?.includes(String(value)) === true;
    return isKnown
      ? KEEP
      : describe(`format "${String(value)}" is rejected by the Gemini Schema proto for ${type}`);
  },
};

/** The API takes enums of strings alone, and none that is empty. */
function enumRule(values: readonly unknown[]): KeywordRule {
  if (values.every((value) => value === null)) return { do: 'omit' };
  return values.every((value) => typeof value === 'string' && value !== '') ? KEEP : NOT_STRINGS;
}

const NOT_STRINGS = describe(
  'only strings can be enumerated, and no empty one; still enforced by the BTCP runtime',
);

const additionalProperties: KeywordRule = {
  do: 'choose',
  by: (value) =>
    value === false
      ? { do: 'drop', detail: 'no such field in Gemini Schema; runtime still rejects unknown keys' }
      : NO_FIELD,
};

/** The `Schema` proto of Gemini and Vertex AI: what both are known to accept. */
const SCHEMA: SchemaRules = {
  keywords: keywordTable(
    {
      ...everyGroup(NO_FIELD),
      core: KEEP,
      title: KEEP,
      default: describe('Schema.default is not accepted everywhere'),
      annotations: { do: 'drop', detail: 'no such field in Gemini Schema' },
      lengths: AS_STRING,
      pattern: KEEP,
      format,
      bounds: KEEP,
      minItems: AS_STRING,
      maxItems: AS_STRING,
      propertyCounts: AS_STRING,
      additionalProperties,
    },
    {
      type: { do: 'keep', write: (type) => String(type).toUpperCase() },
      enum: { do: 'choose', by: (values) => (Array.isArray(values) ? enumRule(values) : NO_FIELD) },
      $defs: { do: 'omit' },
    },
  ),
  recursion: 'refuse',
  root: [inlineRefs, describeAtRoot(['oneOf', 'anyOf', 'enum', 'const'])],
  before: [
    inlineRefs,
    oneOfToAnyOf,
    isolateUnions('describe'),
    splitTypes({ keepNullable: false }),
    constToEnum,
    typeEnums,
    nameAllTypes,
    listTuples,
    closeItems,
    describeTuples,
    requireDescribed,
    includeBounds,
    expandItems,
  ],
  after: [writeNullable, writeJsonText],
  any: expandAny,
};

/** Gemini's function declarations with its own schemas: `parameters`. */
export const geminiOpenApiExport: ExportProfile = {
  ...GEMINI,
  schema: SCHEMA,
  // Of an object it makes one.
  decode: (schema) => readOpenApi(schema) as MutableObject,
  write: (entry) => {
    const { name, description, inputSchema } = entry;
    const isEmpty = isEmptyObject(inputSchema);
    return {
      tool: { name, description, ...(!isEmpty && { parameters: inputSchema }) },
      changes: [
        ...(isEmpty ? dropParameters(inputSchema) : []),
        ...dropOutput(entry, 'use responseJsonSchema form'),
      ],
    };
  },
};

/** Reports left out `parameters`, as the API refuses an object without properties. */
function dropParameters(schema: MutableObject): readonly ExportChange[] {
  const isBare = Object.keys(schema).every((keyword) => keyword === 'type' || keyword === 'properties');
  const detail =
    'the API refuses parameters without properties, so none are sent; the BTCP runtime takes what it took';
  return isBare ? [] : [{ code: 'schema-dropped', path: '/inputSchema', detail, effect: 'none' }];
}
