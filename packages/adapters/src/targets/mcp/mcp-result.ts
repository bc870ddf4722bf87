import type { BTCPError, Issue } from '@btcp/core';
import { errorText } from '../../profile/format-calls.ts';

/** The result of a call in MCP. */
export interface McpResult {
  // MCP's own types accept further fields.
  [field: string]: unknown;
  content: { type: 'text'; text: string }[];
  structuredContent?: Record<string, unknown>;
  isError?: boolean;
  _meta?: Record<string, unknown>;
}

/**
 * A tool's output in MCP: as text, and structured where the tool has an output schema.
 *
 * @param output - JSON.
 */
export function toMcpResult(output: unknown, hasOutputSchema: boolean): McpResult {
  const result: McpResult = {
    content: [{ type: 'text', text: typeof output === 'string' ? output : JSON.stringify(output) }],
  };
  // Before 2026-07-28 only objects were allowed; since then any JSON, which the SDKs accept.
  return hasOutputSchema ? { ...result, structuredContent: output as Record<string, unknown> } : result;
}

/** The data of a failed call, for programs. */
// Not an interface: those are not assignable to types with an index signature.
export type McpErrorMeta = {
  'dev.btcp/error': { code: string; suggestion?: string; issues?: readonly Issue[] };
};

/** A failed call in MCP. */
export type McpFailure = Pick<McpResult, 'content'> & { isError: true; _meta: McpErrorMeta };

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
