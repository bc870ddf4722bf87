import { getOwn, isObject, type MutableObject } from '@btcp/schema';
import { copyJson } from '../../lower/copy-json.ts';
import { everyGroup, KEEP, keywordTable, type KeywordRule } from '../../lower/keyword-rule.ts';
import type { SchemaRules } from '../../lower/schema-rules.ts';
import { dropRefSiblings, dropTypeBesideUnion, requireAnthropicShape } from './strict-steps.ts';
import { closeObjects } from '../../lower/steps/close-objects.ts';
import { mergeAllOf } from '../../lower/steps/merge-all-of.ts';
import { describeAtRoot, inlineRootRef } from '../../lower/steps/root.ts';
import { oneOfToAnyOf } from '../../lower/steps/one-of-to-any-of.ts';
import { requireShape } from '../../lower/steps/require-shape.ts';
import {
  dropOutput,
  type ObjectSchema,
  type ExportProfile,
  type ToolToWrite,
} from '../../profile/export-profile.ts';

/** A tool of Anthropic's Messages. */
export interface AnthropicTool {
  name: string;
  description: string;
  input_schema: ObjectSchema;
  input_examples?: Record<string, unknown>[];
  strict?: true;
  defer_loading?: true;
}

const NOT_AT_ROOT = ['oneOf', 'anyOf', 'allOf', 'not', 'enum'];

const LOOSE: SchemaRules = {
  keywords: keywordTable(everyGroup(KEEP)),
  root: [inlineRootRef, mergeAllOf, describeAtRoot(NOT_AT_ROOT)],
};

// Anthropic's SDK does the same, so a reader expects it: no warning, but `explain` shows it.
const WITHOUT_WARNING: KeywordRule = {
  do: 'describe',
  detail: 'not in the strict subset; still enforced by the BTCP runtime',
  isSilent: true,
};

const fallBack = (detail: string): KeywordRule => ({ do: 'fall-back', detail });

/** A rule that keeps a keyword only next to the type that it applies to. */
const keepFor = (type: string, isKept: (value: unknown) => boolean): KeywordRule => ({
  do: 'choose',
  by: (value, schema) =>
    schema['type'] === type && !isLiteral(schema) && isKept(value) ? KEEP : WITHOUT_WARNING,
});

const isLiteral = (schema: MutableObject): boolean =>
  Object.hasOwn(schema, 'enum') || Object.hasOwn(schema, 'const');

/** The formats that strict schemas may name. */
const STRICT_FORMATS: ReadonlySet<string> = new Set([
  'date-time',
  'time',
  'date',
  'duration',
  'email',
  'hostname',
  'uri',
  'ipv4',
  'ipv6',
  'uuid',
]);

/** Equal to what `transformJSONSchema` of Anthropic's SDK does to the schema, wherever that is equivalent. */
const STRICT: SchemaRules = {
  keywords: keywordTable(
    {
      ...everyGroup(WITHOUT_WARNING),
      core: KEEP,
      title: KEEP,
      format: keepFor('string', (value) => STRICT_FORMATS.has(String(value))),
      prefixItems: fallBack('the strict subset has no tuples'),
      minItems: keepFor('array', (value) => value === 0 || value === 1),
      additionalProperties: {
        do: 'choose',
        by: (value, schema) => {
          if (schema['type'] !== 'object') return WITHOUT_WARNING;
          return value === false ? KEEP : fallBack('the strict subset has no maps and no free-form objects');
        },
      },
      patternProperties: fallBack('the strict subset has no properties by pattern'),
      oneOf: fallBack('the strict subset has no two unions in one schema'),
      allOf: fallBack('can not be merged into the schema around it'),
    },
    {
      properties: keepFor('object', () => true),
      required: keepFor('object', () => true),
      items: keepFor('array', () => true),
    },
  ),
  notAtRoot: NOT_AT_ROOT,
  recursion: 'fall-back',
  deepRefs: 'fall-back',
  root: [inlineRootRef],
  before: [mergeAllOf, dropRefSiblings, oneOfToAnyOf, requireShape, requireAnthropicShape],
  after: [closeObjects, dropTypeBesideUnion],
  any: (annotations, lowering, isNothing) => {
    lowering.fallBack(
      'type',
      `the strict subset has no schema that ${isNothing ? 'nothing' : 'anything'} fits`,
    );
    return annotations;
  },
  order: [
    '$defs',
    '$ref',
    'enum',
    'const',
    'anyOf',
    'type',
    'description',
    'title',
    'properties',
    'additionalProperties',
    'required',
    'format',
    'items',
    'minItems',
  ],
};

/** Anthropic's Messages: `tools[]`. */
export const anthropicExport: ExportProfile = {
  alsoCalled: ['claude'],
  toolSearch: { type: 'tool_search_tool_bm25_20251119', name: 'tool_search_tool_bm25' },
  media: 'reference',
  names: { chars: 'A-Za-z0-9_\\-', max: 64, separator: '__' },
  schema: LOOSE,
  strict: { schema: STRICT, limits: { tools: 20, optionalProperties: 24, unions: 16 } },
  propertyNames: { pattern: /^[a-zA-Z0-9_.-]{1,64}$/, isRefused: true },
  write: (entry) => ({
    tool: {
      name: entry.name,
      description: entry.description,
      input_schema: entry.inputSchema,
      ...inputExamples(entry),
      ...(entry.strict && { strict: true }),
    },
    changes: dropOutput(entry, 'Anthropic tools have no output schema'),
  }),
};

function inputExamples({ tool }: ToolToWrite): MutableObject {
  const inputs = (tool.examples ?? []).map((example) => getOwn({ ...example }, 'input')).filter(isObject);
  return inputs.length > 0 ? { input_examples: copyJson(inputs) } : {};
}
