import { BTCPError, type JsonSchemaObject } from '@btcp/core';
import type { JsonObject } from '../import/raw-tool.ts';
import type { ExportedTool } from '../names/exported-names.ts';

/** A provider's call, taken apart. */
export interface RawCall {
  readonly exportedName: string;
  /** An object, or its JSON as a string; nothing where a tool is called without. */
  readonly input: unknown;
  /** What the result is to be sent back under. */
  readonly id?: string;
}

/** Where a call has what. */
export interface CallFields {
  /** Fields around the call, from the outside in; each may be missing. */
  readonly wrappers: readonly string[];
  readonly input: string;
  readonly id?: string;
}

/** What a call gave: a JSON value, or an error. */
export type Outcome =
  | { readonly ok: true; readonly value: unknown; readonly json: string }
  | { readonly ok: false; readonly error: BTCPError };

/** How tools are called in a format, and what it takes for a result. */
export interface FormatCalls<Result = unknown> {
  /** Where a call has what; or what reads a call, where no fields have it. */
  readonly call: CallFields | ((call: unknown) => RawCall);
  /** Reads arguments that are strings only as the values that the tool's schema wants. Default: they stay as they are. */
  readonly coerce?: (input: JsonObject, schema: JsonSchemaObject) => JsonObject;
  /** @param exported - The tool as it was exported, where that is known. */
  readonly writeResult: (call: RawCall, outcome: Outcome, exported: ExportedTool | undefined) => Result;
}

/** An error as an agent reads it: the code, what happened with every issue, and on a second line what to do. */
export function errorText({ code, message, suggestion }: BTCPError): string {
  return `${code}: ${message}${suggestion === undefined ? '' : `\nSuggestion: ${suggestion}`}`;
}

/** A string as it is, any other value as JSON, an error as an agent reads it. */
export function outcomeText(outcome: Outcome): string {
  if (!outcome.ok) return errorText(outcome.error);
  return typeof outcome.value === 'string' ? outcome.value : outcome.json;
}

/**
 * The id that a result is sent back under.
 *
 * @param field - What the provider calls it.
 * @throws BTCPError `INVALID_ARGUMENT` where the call has none: its provider would refuse the result.
 */
export function requiredId({ id }: RawCall, field: string): string {
  if (id !== undefined && id !== '') return id;
  throw new BTCPError('INVALID_ARGUMENT', {
    message: `The call has no \`${field}\`, which its result is sent back under.`,
    suggestion: "Pass the tool call as the provider's API gave it.",
  });
}
