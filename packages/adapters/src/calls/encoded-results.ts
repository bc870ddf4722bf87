import type { McpErrorMeta } from '../mcp-result.ts';

/** A result as MCP has it. */
export interface McpResult {
  readonly content: { type: 'text'; text: string }[];
  readonly structuredContent?: unknown;
  readonly isError?: true;
  readonly _meta?: McpErrorMeta;
}

interface GeminiResult {
  readonly functionResponse: {
    readonly id?: string;
    readonly name: string;
    readonly response: { output: unknown } | { error: string };
  };
}

/** The result of a call, by the format that it came in. */
export interface EncodedResults {
  readonly 'mcp-2025-06-18': McpResult;
  readonly 'mcp-2025-11-25': McpResult;
  readonly 'mcp-2026-07-28': McpResult & { readonly resultType: 'complete' };
  /** A message. */
  readonly 'openai-chat': { readonly role: 'tool'; readonly tool_call_id: string; readonly content: string };
  /** An item of `input`. */
  readonly 'openai-responses': {
    readonly type: 'function_call_output';
    readonly call_id: string;
    readonly output: string;
  };
  /** A block of a user's message. */
  readonly anthropic: {
    readonly type: 'tool_result';
    readonly tool_use_id: string;
    readonly content: string;
    readonly is_error?: true;
  };
  /** A part of a content. */
  readonly gemini: GeminiResult;
  readonly 'gemini-openapi': GeminiResult;
  readonly ikigai:
    | { readonly tool_success: true; readonly result: unknown }
    | { readonly tool_success: false; readonly error: string; readonly error_code: string };
  /** A text. */
  readonly forge: string;
}
