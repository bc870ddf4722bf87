/** A schema of an object, in a target's form. */
export interface ObjectSchema {
  type: 'object';
  [keyword: string]: unknown;
}

type Schema = Record<string, unknown>;

interface OpenAIFunction {
  name: string;
  description: string;
  parameters: ObjectSchema;
  strict: boolean;
}

/** A tool of OpenAI's Chat Completions. */
export interface OpenAIChatTool {
  type: 'function';
  function: OpenAIFunction;
}

/** A tool of OpenAI's Responses. */
export interface OpenAIResponsesTool extends OpenAIFunction {
  type: 'function';
  output_schema?: Schema;
}

/** A tool of Anthropic's Messages. */
export interface AnthropicTool {
  name: string;
  description: string;
  input_schema: ObjectSchema;
  input_examples?: Record<string, unknown>[];
  strict?: true;
}

/** All tools of a request to Gemini, with JSON Schema. */
export interface GeminiTools {
  functionDeclarations: {
    name: string;
    description: string;
    parametersJsonSchema: ObjectSchema;
    responseJsonSchema?: unknown;
  }[];
}

/** All tools of a request to Gemini, with Gemini's own schemas. */
export interface GeminiOpenApiTools {
  functionDeclarations: {
    name: string;
    description: string;
    /** Absent where the tool has none: the API refuses an object without properties. */
    parameters?: Schema & { type: 'OBJECT' };
  }[];
}

/** A tool as MCP lists it. */
export interface McpTool {
  name: string;
  description: string;
  inputSchema: ObjectSchema;
  outputSchema?: ObjectSchema;
  annotations?: { readOnlyHint?: true; openWorldHint?: false };
  _meta?: Record<string, unknown>;
}

/** A tool as MCP lists it since 2026-07-28, where an output may be anything. */
export interface McpTool2026 extends Omit<McpTool, 'outputSchema'> {
  outputSchema?: unknown;
}

/** What WebMCP registers, without `execute`. */
export interface WebMcpTool {
  name: string;
  title?: string;
  description: string;
  inputSchema: ObjectSchema;
  outputSchema?: unknown;
  annotations: { readOnlyHint: boolean; untrustedContentHint: boolean };
}

/** toolfoundation's `model.Tool`. */
export interface ToolfoundationTool extends McpTool2026 {
  namespace?: string;
  version?: string;
  tags?: string[];
}

/** What `--schema` of an ikigai tool prints, and what forge shows its model. */
export interface PlainTool {
  name: string;
  description: string;
  parameters: ObjectSchema;
}

/** A2A's `AgentSkill`. */
export interface A2ASkill {
  id: string;
  name: string;
  description: string;
  tags: string[];
  examples?: string[];
  inputModes: string[];
  outputModes: string[];
}

/** What stands in the list of tools of each target's request. */
export interface TargetTools {
  'mcp-2025-06-18': McpTool;
  'mcp-2025-11-25': McpTool;
  'mcp-2026-07-28': McpTool2026;
  'openai-chat': OpenAIChatTool;
  'openai-responses': OpenAIResponsesTool;
  anthropic: AnthropicTool;
  gemini: GeminiTools;
  'gemini-openapi': GeminiOpenApiTools;
  webmcp: WebMcpTool;
  toolfoundation: ToolfoundationTool;
  ikigai: PlainTool;
  forge: PlainTool;
  a2a: A2ASkill;
}
