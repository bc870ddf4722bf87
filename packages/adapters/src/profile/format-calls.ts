import { BTCPError } from '@btcp/core';
import type { Reading } from './input-reader.ts';
import type { ExportedTool } from '../names/exported-names.ts';
import { type ContentPart, noteOf, type SplitOutput, textOf } from './content/split-output.ts';

export interface RawCall {
  readonly exportedName: string;
  /** An object, or its JSON as a string; `undefined` where a tool is called without arguments. */
  readonly input: unknown;
  /** The id that the result is sent back with. */
  readonly id?: string;
}

export interface CallFields {
  /** Fields around the call, from the outside in; each may be missing. */
  readonly wrappers: readonly string[];
  readonly input: string;
  readonly id?: string;
}

/** The outcome of a call: a JSON value, or an error. */
export type Outcome =
  | { readonly ok: true; readonly value: unknown; readonly json: string; readonly content?: SplitOutput }
  | { readonly ok: false; readonly error: BTCPError };

export interface FormatCalls<Result = unknown> {
  /** The fields of a call; or a function that reads a call, where no fields suffice. */
  readonly call: CallFields | ((call: unknown) => RawCall);
  /** What arguments stand for. Default: for themselves. */
  readonly reading?: Reading;
  /** @param exported - The exported tool, where it is known. */
  readonly writeResult: (call: RawCall, outcome: Outcome, exported: ExportedTool | undefined) => Result;
}

/** An error as an agent reads it: the code, the message with every issue, and on a second line what to do. */
export function errorText({ code, message, suggestion }: BTCPError): string {
  return `${code}: ${message}${suggestion === undefined ? '' : `\nSuggestion: ${suggestion}`}`;
}

/** A string as it is, any other value as JSON with notes in place of media, an error as an agent reads it. */
export function outcomeText(outcome: Outcome): string {
  if (!outcome.ok) return errorText(outcome.error);
  const { value, json, content } = outcome;
  return content ? valueText(content.noted) : typeof value === 'string' ? value : json;
}

/** A string as it is, any other value as JSON. */
export const valueText = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value);

/** A value with notes in place of media. */
export const notedValue = (outcome: Extract<Outcome, { ok: true }>): unknown =>
  outcome.content ? outcome.content.noted : outcome.value;

/**
 * What a format with parts sends: the JSON with references to them, then each part.
 *
 * @param write - A part in the format; `undefined` where it has none for this type, which is sent as text.
 * @returns `undefined` where the output has no parts.
 */
export function outcomeParts<Part>(
  outcome: Outcome,
  text: (text: string) => Part,
  write: (part: ContentPart) => Part | undefined,
): Part[] | undefined {
  if (!outcome.ok || !outcome.content) return undefined;
  const { value, parts, isPart } = outcome.content;
  return [
    ...(isPart ? [] : [text(valueText(value))]),
    ...parts.map((part) => write(part) ?? text(plainText(part))),
  ];
}

const plainText = (part: ContentPart): string =>
  part.kind === 'link' ? part.data : (textOf(part) ?? noteOf(part));

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
