import { getOwn, isObject, type MutableObject, isRestricting, omitKeys } from '@btcp/schema/internal';
import { copyJson, typesOf } from '../../lower/schemas.ts';
import { everyGroup, KEEP, keywordTable, type KeywordRule } from '../../lower/rules.ts';
import type { SchemaRules, Lowering } from '../../lower/lowering.ts';
import {
  closeObjects,
  NOT_STRICT,
  refuseAny,
  requireShape,
  STRICT_FORMATS,
} from '../../lower/steps/strict.ts';
import { mergeAllOf, siblingsOf } from '../../lower/steps/references.ts';
import { describeAtRoot, inlineRootRef, NOT_AT_ROOT } from '../../lower/steps/root.ts';
import { oneOfToAnyOf } from '../../lower/steps/unions.ts';
import { IMAGES, isTextType } from '../../profile/content/media.ts';
import {
  dropOutput,
  type ObjectSchema,
  type ExportProfile,
  type ToolToWrite,
} from '../../profile/export-profile.ts';

export interface AnthropicTool {
  name: string;
  description: string;
  input_schema: ObjectSchema;
  input_examples?: Record<string, unknown>[];
  strict?: true;
  defer_loading?: true;
}

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

/** A rule that keeps a keyword only next to the type that it applies to. */
const keepFor = (type: string, isKept: (value: unknown) => boolean): KeywordRule => ({
  do: 'choose',
  by: (value, schema) =>
    schema['type'] === type && !isLiteral(schema) && isKept(value) ? KEEP : WITHOUT_WARNING,
});

const isLiteral = (schema: MutableObject): boolean =>
  Object.hasOwn(schema, 'enum') || Object.hasOwn(schema, 'const');

/** Equal to what `transformJSONSchema` of Anthropic's SDK does to the schema, wherever that is equivalent. */
const STRICT: SchemaRules = {
  keywords: keywordTable(
    {
      ...everyGroup(WITHOUT_WARNING),
      ...NOT_STRICT,
      core: KEEP,
      title: KEEP,
      format: keepFor('string', (value) => value === 'uri' || STRICT_FORMATS.has(String(value))),
      minItems: keepFor('array', (value) => value === 0 || value === 1),
      additionalProperties: {
        do: 'choose',
        by: (_, schema) => (schema['type'] === 'object' ? NOT_STRICT.additionalProperties : WITHOUT_WARNING),
      },
    },
    {
      properties: keepFor('object', () => true),
      required: keepFor('object', () => true),
      items: keepFor('array', () => true),
    },
  ),
  notAtRoot: NOT_AT_ROOT,
  recursion: 'fall-back',
  hoistsRefs: true,
  root: [inlineRootRef],
  before: [mergeAllOf, dropRefSiblings, oneOfToAnyOf, requireShape, requireAnthropicShape],
  after: [closeObjects, dropTypeBesideUnion],
  any: refuseAny,
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

/** Anthropic's tool that finds others. */
export const TOOL_SEARCH = {
  type: 'tool_search_tool_bm25_20251119',
  name: 'tool_search_tool_bm25',
} as const;

/** Anthropic's Messages: `tools[]`. */
export const anthropicExport: ExportProfile = {
  alsoCalled: ['claude'],
  toolSearch: TOOL_SEARCH,
  media: 'reference',
  carries: (type) => IMAGES.some((each) => each === type) || type === 'application/pdf' || isTextType(type),
  names: { chars: 'A-Za-z0-9_\\-', max: 64, separator: '__' },
  schema: LOOSE,
  strict: { schema: STRICT, limits: { tools: 20, optionalProperties: 24, unions: 16 } },
  parameterNames: { pattern: /^[a-zA-Z0-9_.-]{1,64}$/, isRefused: true },
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

/** Keywords that hold schemas, and would be lost beside a union or an array of types. */
const STRUCTURE = [
  'properties',
  'required',
  'items',
  'prefixItems',
  'additionalProperties',
  'patternProperties',
];

/** Leaves the strict form where Anthropic's own transformation would lose the structure of a schema, or give up. */
function requireAnthropicShape(schema: MutableObject, lowering: Lowering): MutableObject {
  const types = typesOf(schema);
  if (Array.isArray(schema['type']) && types.some((type) => type === 'object' || type === 'array')) {
    lowering.fallBack('type', 'an array of types with objects or arrays loses what they hold');
  }
  const isUnion = Object.hasOwn(schema, 'anyOf');
  const losesStructure = STRUCTURE.some((key) => Object.hasOwn(schema, key)) || types.includes('object');
  if ((isUnion || isLiteral(schema)) && losesStructure) {
    lowering.fallBack(isUnion ? 'anyOf' : 'enum', 'what stands beside it would be lost');
  }
  return schema;
}

/** Removes the siblings of a `$ref`, as Anthropic's own transformation does. */
function dropRefSiblings(schema: MutableObject, lowering: Lowering): MutableObject {
  const dropped = siblingsOf(schema);
  for (const keyword of dropped) reportSibling(keyword, lowering);
  return dropped.length === 0 ? schema : omitKeys(schema, dropped);
}

function reportSibling(keyword: string, lowering: Lowering): void {
  const detail = 'not allowed beside `$ref`';
  lowering.report(
    isRestricting(keyword)
      ? { code: 'keyword-dropped', keyword, detail, effect: 'widens' }
      : { code: 'annotation-dropped', keyword, detail, effect: 'none' },
  );
}

/** Leaves out `type` beside `enum`, `const` and `anyOf`, as Anthropic's own transformation does. */
function dropTypeBesideUnion(schema: MutableObject, lowering: Lowering): MutableObject {
  const isUnion = Object.hasOwn(schema, 'anyOf');
  if (!Object.hasOwn(schema, 'type') || !(isUnion || isLiteral(schema))) return schema;
  const detail = 'left out beside a union or literals, which name their types themselves';
  lowering.report({ code: 'keyword-dropped', keyword: 'type', detail, effect: 'widens', isSilent: true });
  return omitKeys(schema, ['type']);
}
