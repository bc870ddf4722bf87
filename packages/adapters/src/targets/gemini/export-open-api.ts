import { type MutableObject, getOwn, isObject } from '@btcp/schema/internal';
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
import { GEMINI } from './export.ts';
import { dropOutput, type ExportProfile } from '../../profile/export-profile.ts';
import type { JsonObject } from '../../profile/import-profile.ts';

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

/** Limits that Google writes as strings, because they are 64 bits wide. */
const COUNTS: ReadonlySet<string> = new Set([
  'minItems',
  'maxItems',
  'minLength',
  'maxLength',
  'minProperties',
  'maxProperties',
]);

const SCHEMA_MAPS: ReadonlySet<string> = new Set(['properties', '$defs', 'defs']);
const SCHEMA_LISTS: ReadonlySet<string> = new Set(['anyOf', 'oneOf', 'allOf', 'prefixItems']);
const SCHEMAS: ReadonlySet<string> = new Set(['items', 'additionalProperties', 'not']);

/** Keywords without effect on values. */
const DROPPED: ReadonlySet<string> = new Set(['propertyOrdering', 'property_ordering']);

/** A schema nested deeper is passed on unchanged, and refused for that. */
const MAX_DEPTH = 512;

/** A schema in Google's selection of OpenAPI as JSON Schema. */
export function readOpenApi(schema: unknown, depth = 0): unknown {
  if (!isObject(schema) || depth > MAX_DEPTH) return schema;
  const entries = Object.entries(schema)
    .filter(([key, value]) => !DROPPED.has(key) && !isFiller(key, value))
    .map(([key, value]): [string, unknown] => {
      if (key === 'example' && !Object.hasOwn(schema, 'examples')) return ['examples', [value]];
      return [key, member(key, value, depth)];
    });
  return Object.fromEntries(withTypedEnum(entries, schema));
}

function member(key: string, value: unknown, depth: number): unknown {
  const below = (schema: unknown): unknown => readOpenApi(schema, depth + 1);
  if (key === 'type') return lowerCase(value);
  if (COUNTS.has(key)) return typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
  if (SCHEMAS.has(key)) return below(value);
  if (SCHEMA_LISTS.has(key) && Array.isArray(value)) return value.map(below);
  if (SCHEMA_MAPS.has(key) && isObject(value)) {
    return Object.fromEntries(Object.entries(value).map(([name, schema]) => [name, below(schema)]));
  }
  return value;
}

const lowerCase = (type: unknown): unknown =>
  Array.isArray(type) ? type.map(lowerCase) : typeof type === 'string' ? type.toLowerCase() : type;

// `format: "enum"` only repeats that there is an `enum`; an unspecified type is none.
function isFiller(key: string, value: unknown): boolean {
  return (key === 'format' && value === 'enum') || (key === 'type' && value === 'TYPE_UNSPECIFIED');
}

/** Google has only enums of strings: those of a number type are converted to numbers, and `null` is one more if it is allowed. */
function withTypedEnum(entries: [string, unknown][], schema: JsonObject): [string, unknown][] {
  const type = lowerCase(getOwn(schema, 'type'));
  const isNumber = type === 'integer' || type === 'number';
  return entries.map(([key, value]) => {
    if (key !== 'enum' || !Array.isArray(value)) return [key, value];
    const values: unknown[] = isNumber ? value.map(toNumber) : value;
    return [key, getOwn(schema, 'nullable') === true && !values.includes(null) ? [...values, null] : values];
  });
}

const toNumber = (value: unknown): unknown =>
  typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value)) ? Number(value) : value;
