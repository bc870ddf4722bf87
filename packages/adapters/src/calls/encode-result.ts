import { BTCPError } from '@btcp/core';
import { errorText } from '../error-text.ts';
import { isJsonObject } from '../import/raw-tool.ts';
import { toMcpError } from '../mcp-result.ts';
import { toolOf, type ExportedNames, type ExportedTool } from '../names/exported-names.ts';
import type { CallTarget } from './call-target.ts';
import type { RawCall } from './raw-call.ts';
import { readCallHead } from './read-call.ts';
import type { EncodedResults, McpResult } from './encoded-results.ts';

/**
 * Writes what a call gave in the form that its provider expects back.
 *
 * @param call - The provider's call, for its id and name.
 * @param result - JSON, or the error that the call ended with: any `Error`, of which only a `BTCPError` is told as it is.
 * @param names - As the export gave them. With them the result has the form of the output schema that was exported.
 * @throws BTCPError `INVALID_ARGUMENT` where there is no such target, or the call has no id and its format needs one.
 */
export function encodeResult<T extends CallTarget>(
  target: T,
  call: unknown,
  result: unknown,
  names?: ExportedNames,
): EncodedResults[T] {
  const raw = readCallHead(target, call);
  const outcome = readOutcome(result);
  const write: (raw: RawCall, outcome: Outcome, names?: ExportedNames) => EncodedResults[CallTarget] =
    WRITERS[target];
  // The table has for every target what its type says.
  return write(raw, outcome, names) as EncodedResults[T];
}

/** What a call gave: a JSON value, or an error. */
type Outcome =
  | { readonly ok: true; readonly value: unknown; readonly json: string }
  | { readonly ok: false; readonly error: BTCPError };

function readOutcome(result: unknown): Outcome {
  if (result instanceof Error) return { ok: false, error: BTCPError.from(result) };
  try {
    const json = result === undefined ? 'null' : (JSON.stringify(result) as string | undefined);
    if (json === undefined || (typeof result === 'number' && !Number.isFinite(result)))
      throw new TypeError(`a ${typeof result} has no form in JSON`);
    return { ok: true, value: JSON.parse(json) as unknown, json };
  } catch (cause) {
    const message = 'The tool returned what JSON cannot hold.';
    return { ok: false, error: new BTCPError('INVALID_OUTPUT', { message, cause }) };
  }
}

type Writers = {
  readonly [T in CallTarget]: (raw: RawCall, outcome: Outcome, names?: ExportedNames) => EncodedResults[T];
};

const WRITERS: Writers = {
  'mcp-2025-06-18': mcpResult,
  'mcp-2025-11-25': mcpResult,
  'mcp-2026-07-28': (raw, outcome, names) => ({
    resultType: 'complete',
    ...mcpResult(raw, outcome, names, true),
  }),
  'openai-chat': ({ id }, outcome) => ({
    role: 'tool',
    tool_call_id: needed(id, 'id'),
    content: textOf(outcome),
  }),
  'openai-responses': ({ id }, outcome) => ({
    type: 'function_call_output',
    call_id: needed(id, 'call_id'),
    // Its output schema is of "the JSON value encoded in string outputs".
    output: outcome.ok ? outcome.json : errorText(outcome.error),
  }),
  anthropic: ({ id }, outcome) => ({
    type: 'tool_result',
    tool_use_id: needed(id, 'id'),
    content: textOf(outcome),
    ...(!outcome.ok && { is_error: true as const }),
  }),
  gemini: geminiResult,
  'gemini-openapi': geminiResult,
  ikigai: (_, outcome) =>
    outcome.ok
      ? { tool_success: true, result: outcome.value }
      : { tool_success: false, error: messageOf(outcome.error), error_code: outcome.error.code },
  forge: (_, outcome) => textOf(outcome),
};

/** @throws BTCPError where a call has no id: its provider would refuse the result. */
function needed(id: string | undefined, field: string): string {
  if (id !== undefined && id !== '') return id;
  throw new BTCPError('INVALID_ARGUMENT', {
    message: `The call has no \`${field}\`, which its result is sent back under.`,
    suggestion: "Pass the tool call as the provider's API gave it.",
  });
}

/** A text as it is, anything else as JSON. */
function textOf(outcome: Outcome): string {
  if (!outcome.ok) return errorText(outcome.error);
  return typeof outcome.value === 'string' ? outcome.value : outcome.json;
}

const messageOf = ({ message, suggestion }: BTCPError): string =>
  suggestion === undefined ? message : `${message}\nSuggestion: ${suggestion}`;

function geminiResult({ id, exportedName }: RawCall, outcome: Outcome): EncodedResults['gemini'] {
  const response = outcome.ok ? { output: outcome.value } : { error: errorText(outcome.error) };
  return { functionResponse: { ...(id !== undefined && { id }), name: exportedName, response } };
}

/** @param isAnyAllowed - Whether structured content may be no object. */
function mcpResult(
  { exportedName }: RawCall,
  outcome: Outcome,
  names?: ExportedNames,
  isAnyAllowed = false,
): McpResult {
  if (!outcome.ok) return toMcpError(outcome.error);
  const exported = names === undefined ? undefined : toolOf(names, exportedName);
  if (exported?.tool.outputSchema?.['type'] === 'object' && !isJsonObject(outcome.value))
    return toMcpError(
      new BTCPError('INVALID_OUTPUT', 'The tool returned no object, which its output schema asks for.'),
    );
  const content = [{ type: 'text' as const, text: textOf(outcome) }];
  const structured = structuredContent(outcome.value, exported, isAnyAllowed);
  return { content, ...(structured !== undefined && { structuredContent: structured }) };
}

/** The result in the form of the exported output schema; without one, only an object needs no wrapper. */
function structuredContent(
  value: unknown,
  exported: ExportedTool | undefined,
  isAnyAllowed: boolean,
): unknown {
  const schema = exported?.tool.outputSchema;
  if (exported !== undefined && schema === undefined) return undefined;
  if (isAnyAllowed) return value;
  const isObjectSchema = schema === undefined ? isJsonObject(value) : schema['type'] === 'object';
  return isObjectSchema ? value : { result: value };
}
