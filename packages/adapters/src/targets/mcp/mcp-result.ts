import type { BTCPError, Issue, JsonSchemaObject } from '@btcp/core';
import { splitOutput } from '../../profile/content/split-output.ts';
import { errorText } from '../../profile/format-calls.ts';
import { type McpContent, type McpResults, toMcpBlocks } from './mcp-content.ts';

/** The result of a call in MCP. */
export interface McpResult {
  // MCP's own types accept further fields.
  [field: string]: unknown;
  content: McpContent[];
  structuredContent?: Record<string, unknown>;
  isError?: boolean;
  _meta?: Record<string, unknown>;
}

/**
 * A tool's output in MCP: as text, structured where the tool has an output schema, and its media and links in blocks of
 * their own.
 *
 * @param output - JSON.
 * @param wrap - Whether the structured form is wrapped in an object.
 */
export function toMcpResult(
  output: unknown,
  outputSchema: JsonSchemaObject | undefined,
  results: McpResults = 'both',
  wrap = false,
): McpResult {
  const split = splitOutput(output, outputSchema);
  // Without a schema nothing but the text has it.
  const content = toMcpBlocks(output, split, outputSchema ? results : 'text');
  if (!outputSchema || results === 'text') return { content };
  const value = split ? split.value : output;
  // Before 2026-07-28 only objects were allowed; since then any JSON, which the SDKs accept.
  return { content, structuredContent: (wrap ? { result: value } : value) as Record<string, unknown> };
}

/** The data of a failed call, for programs. */
// Not an interface: those are not assignable to types with an index signature.
export type McpErrorMeta = {
  'dev.btcp/error': { code: string; suggestion?: string; issues?: readonly Issue[] };
};

/** A failed call in MCP. */
export type McpFailure = {
  content: { type: 'text'; text: string }[];
  isError: true;
  _meta: McpErrorMeta;
};

/**
 * A failed call in MCP: a result, so that the agent reads it, with the code and the issues for programs.
 *
 * @param text - Default: the code, the message and the suggestion; the message names the issues.
 */
export function toMcpError(error: BTCPError, text: string = errorText(error)): McpFailure {
  const { code, suggestion, issues } = error;
  return {
    content: [{ type: 'text', text }],
    isError: true,
    _meta: {
      'dev.btcp/error': { code, ...(suggestion !== undefined && { suggestion }), ...(issues && { issues }) },
    },
  };
}
