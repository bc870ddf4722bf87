import { BTCPError, type JsonSchemaObject } from '@btcp/core';
import type { JsonObject } from './raw-tool.ts';
import type { ExportedTool } from '../names/exported-names.ts';

/** The parts of a provider's call. */
export interface RawCall {
  readonly exportedName: string;
  /** An object, or its JSON as a string; `undefined` where a tool is called without arguments. */
  readonly input: unknown;
  /** The id that the result is sent back with. */
  readonly id?: string;
}

/** The fields of a call. */
export interface CallFields {
  /** Fields around the call, from the outside in; each may be missing. */
  readonly wrappers: readonly string[];
  readonly input: string;
  readonly id?: string;
}

/** The outcome of a call: a JSON value, or an error. */
export type Outcome =
  | { readonly ok: true; readonly value: unknown; readonly json: string }
  | { readonly ok: false; readonly error: BTCPError };

/** How tools are called in a format, and how a result is written. */
export interface FormatCalls<Result = unknown> {
  /** The fields of a call; or a function that reads a call, where no fields suffice. */
  readonly call: CallFields | ((call: unknown) => RawCall);
  /** Converts arguments that can only be strings to the types in the tool's schema. Default: they stay as they are. */
  readonly coerce?: (input: JsonObject, schema: JsonSchemaObject) => JsonObject;
  /** @param exported - The exported tool, where it is known. */
  readonly writeResult: (call: RawCall, outcome: Outcome, exported: ExportedTool | undefined) => Result;
}

/** An error as an agent reads it: the code, the message with every issue, and on a second line what to do. */
export function errorText({ code, message, suggestion }: BTCPError): string {
  return `${code}: ${message}${suggestion === undefined ? '' : `\nSuggestion: ${suggestion}`}`;
}

/** A string as it is, any other value as JSON, an error as an agent reads it. */
export function outcomeText(outcome: Outcome): string {
  if (!outcome.ok) return errorText(outcome.error);
  return typeof outcome.value === 'string' ? outcome.value : outcome.json;
}

/**
 * The id that a result is sent back with.
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
