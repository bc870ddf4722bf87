import { BTCPError, type JsonSchemaObject } from '@btcp/core';
import { isObject, getOwn } from '@btcp/schema/internal';
import type { Calls, Exports, Imports } from '../../profile/format.ts';
import type { Outcome } from '../../profile/format-calls.ts';
import type { ExportedTool } from '../../names/exported-names.ts';
import {
  type McpContent,
  toMcpError,
  type McpErrorMeta,
  type McpMediaMeta,
  toMcpResult,
} from './mcp-result.ts';
import type { ImportProfile } from '../../profile/import-profile.ts';
import { mapRefs } from '../../lower/schemas.ts';
import { mcp2025Export, mcp2026Export, type McpTool, type McpTool2026, wrapOutput } from './export.ts';

export interface McpCallResult {
  readonly content: McpContent[];
  readonly structuredContent?: unknown;
  readonly isError?: true;
  readonly _meta?: McpErrorMeta | McpMediaMeta;
}

export interface McpCallResult2026 extends McpCallResult {
  readonly resultType: 'complete';
}

const call = { wrappers: ['params'], input: 'arguments' };

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

/** MCP tools since the revision of 2026-07-28. */
export const mcp2026Import: ImportProfile = {
  title: 'MCP',
  input: [{ field: 'inputSchema' }],
  output: [{ field: 'outputSchema' }],
  hasMcpFields: true,
  quiet: [],
};

/** MCP of 2025-06-18: structured content and outputs are objects. */
export const mcp202506: Exports<McpTool> & Imports & Calls<McpCallResult> = {
  export: mcp2025Export,
  import: { ...mcp2026Import, outputWrapper: { wrap: wrapOutput, unwrap: unwrapOutput } },
  calls: { call, writeResult: (_, outcome, exported) => writeResult(outcome, exported, false) },
};

export const mcp202511: typeof mcp202506 = { ...mcp202506, isMeasured: true };

/** MCP since the revision of 2026-07-28. */
export const mcp2026: Exports<McpTool2026> & Imports & Calls<McpCallResult2026> = {
  export: mcp2026Export,
  import: mcp2026Import,
  calls: {
    call,
    writeResult: (_, outcome, exported) => ({
      resultType: 'complete',
      ...writeResult(outcome, exported, true),
    }),
  },
};

const INSIDE = '#/properties/result';

/** Keywords of a wrapper; its definitions are those of the wrapped schema. */
const WRAPPER: ReadonlySet<string> = new Set(['type', 'properties', 'required', '$defs']);

/**
 * The schema inside `{ type: "object", properties: { result }, required: ["result"] }`, into which revisions of MCP up
 * to 2025-11-25 have outputs wrapped that are not objects.
 *
 * @param schema - In the normal form.
 * @returns `undefined` where the schema is no such wrapper.
 */
function unwrapOutput(schema: JsonSchemaObject): JsonSchemaObject | undefined {
  const properties = getOwn(schema, 'properties');
  const required = getOwn(schema, 'required');
  if (!Object.keys(schema).every((key) => WRAPPER.has(key)) || getOwn(schema, 'type') !== 'object')
    return undefined;
  if (!Array.isArray(required) || required.length !== 1 || required[0] !== 'result') return undefined;
  if (!isObject(properties) || Object.keys(properties).length !== 1) return undefined;
  const inner = getOwn(properties, 'result');
  // An object needs no wrapper, so this one is the author's own.
  if (!isObject(inner) || getOwn(inner, 'type') === 'object') return undefined;
  const definitions = getOwn(schema, '$defs');
  return mapRefs({ ...inner, ...(definitions !== undefined && { $defs: definitions }) }, (ref) =>
    ref === INSIDE || ref.startsWith(`${INSIDE}/`) ? `#${ref.slice(INSIDE.length)}` : ref,
  );
}
