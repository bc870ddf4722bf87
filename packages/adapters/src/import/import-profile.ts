import type { ImportFormat } from './import-format.ts';

/** A field that may hold a schema. */
export interface SchemaField {
  readonly field: string;
  /** Whether it is Google's selection of OpenAPI: types in capital letters, limits as strings. */
  readonly isOpenApi?: true;
}

/** Where a format keeps what. */
export interface ImportProfile {
  /** What people call it, in messages. */
  readonly title: string;
  /** A field around the tool, which may be missing. */
  readonly wrapper?: string;
  /** Whether a tool is nothing but its input schema. */
  readonly isSchema?: true;
  /** Where the input schema may be, the usual place first. */
  readonly input: readonly SchemaField[];
  /** Whether a tool without parameters may leave the schema out. */
  readonly isInputOptional?: true;
  readonly output: readonly SchemaField[];
  /** Whether an output that is no object is wrapped in `{ result }`. */
  readonly wrapsOutput?: true;
  /** Holds example inputs. */
  readonly examples?: string;
  /** Whether the fields of MCP are known: `title`, `annotations`, `icons`, `execution`, `_meta`. */
  readonly hasMcpFields?: true;
  /** Fields that need no report when they are not carried over. */
  readonly quiet: readonly string[];
  /** Whether `strict: true` makes optional properties nullable. */
  readonly isNullableWhenStrict?: true;
  /** Whether names have the three parts `namespace:name:version`. */
  readonly hasIds?: true;
}

const JSON_INPUT: SchemaField = { field: 'inputSchema' };
const PARAMETERS: SchemaField = { field: 'parameters' };

const MCP = {
  title: 'MCP',
  input: [JSON_INPUT],
  output: [{ field: 'outputSchema' }],
  hasMcpFields: true,
  quiet: [],
} as const satisfies ImportProfile;

const GEMINI = {
  title: 'Gemini',
  input: [
    { field: 'parametersJsonSchema' },
    { field: 'parameters_json_schema' },
    { field: 'parameters', isOpenApi: true },
  ],
  isInputOptional: true,
  output: [
    { field: 'responseJsonSchema' },
    { field: 'response_json_schema' },
    { field: 'response', isOpenApi: true },
  ],
  quiet: [],
} as const satisfies ImportProfile;

const OPENAI = {
  input: [PARAMETERS],
  isInputOptional: true,
  isNullableWhenStrict: true,
  quiet: ['type', 'strict'],
} as const;

/** Every format that tools can be imported from. */
export const IMPORT_PROFILES: Readonly<Record<ImportFormat, ImportProfile>> = {
  'mcp-2025-06-18': { ...MCP, wrapsOutput: true },
  'mcp-2025-11-25': { ...MCP, wrapsOutput: true },
  'mcp-2026-07-28': MCP,
  webmcp: { ...MCP, title: 'WebMCP', isInputOptional: true },
  toolfoundation: {
    ...MCP,
    title: 'toolfoundation',
    quiet: ['namespace', 'version', 'tags'],
    hasIds: true,
  },
  'openai-chat': { ...OPENAI, title: 'OpenAI', wrapper: 'function', output: [] },
  'openai-responses': {
    ...OPENAI,
    title: 'OpenAI',
    wrapper: 'function',
    output: [{ field: 'output_schema' }],
  },
  anthropic: {
    title: 'Anthropic',
    input: [{ field: 'input_schema' }],
    output: [],
    examples: 'input_examples',
    quiet: ['type', 'strict'],
  },
  gemini: GEMINI,
  'gemini-openapi': GEMINI,
  ikigai: { title: 'ikigai', input: [PARAMETERS], output: [], quiet: [] },
  forge: { title: 'forge', input: [PARAMETERS], output: [], quiet: [] },
  'json-schema': {
    title: 'JSON Schema',
    input: [{ field: 'schema' }],
    isSchema: true,
    output: [],
    quiet: [],
  },
};
