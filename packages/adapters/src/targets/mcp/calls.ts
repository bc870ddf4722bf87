import { BTCPError } from '@btcp/core';
import { isObject } from '@btcp/schema';
import type { FormatCalls, Outcome } from '../../profile/format-calls.ts';
import type { ExportedTool } from '../../names/exported-names.ts';
import { type McpContent, toMcpError, type McpErrorMeta, toMcpResult } from './mcp-result.ts';

/** A result in MCP. */
export interface McpCallResult {
  readonly content: McpContent[];
  readonly structuredContent?: unknown;
  readonly isError?: true;
  readonly _meta?: McpErrorMeta;
}

/** A result in MCP since 2026-07-28. */
export interface McpCallResult2026 extends McpCallResult {
  readonly resultType: 'complete';
}

const call = { wrappers: ['params'], input: 'arguments' };

/** `tools/call` before the revision of 2026. */
export const mcp2025Calls: FormatCalls<McpCallResult> = {
  call,
  writeResult: (_, outcome, exported) => writeResult(outcome, exported, false),
};

/** `tools/call` since the revision of 2026-07-28. */
export const mcp2026Calls: FormatCalls<McpCallResult2026> = {
  call,
  writeResult: (_, outcome, exported) => ({
    resultType: 'complete',
    ...writeResult(outcome, exported, true),
  }),
};

/** @param isAnyAllowed - Whether structured content may be other than an object. */
function writeResult(
  outcome: Outcome,
  exported: ExportedTool | undefined,
  isAnyAllowed: boolean,
): McpCallResult {
  if (!outcome.ok) return toMcpError(outcome.error);
  const { value } = outcome;
  // Of an unknown tool, any value is structured.
  const schema = exported ? exported.tool.outputSchema : { ...(isObject(value) && { type: 'object' }) };
  const isObjectSchema = schema?.['type'] === 'object';
  if (isObjectSchema && !isObject(value))
    return toMcpError(
      new BTCPError('INVALID_OUTPUT', 'The tool did not return an object, which its output schema requires.'),
    );
  return toMcpResult(value, schema, 'both', !isAnyAllowed && !isObjectSchema);
}
