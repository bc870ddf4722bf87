import { readJsonObjects } from '../../profile/coerce-strings.ts';
import { errorText, type FormatCalls } from '../../profile/format-calls.ts';

/** Answers a call: a part of a content. */
export interface GeminiResult {
  readonly functionResponse: {
    readonly id?: string;
    readonly name: string;
    readonly response: { output: unknown } | { error: string };
  };
}

/** A function call, or the part that holds it. */
export const geminiCalls: FormatCalls<GeminiResult> = {
  call: { wrappers: ['functionCall'], input: 'args', id: 'id' },
  writeResult: ({ id, exportedName }, outcome) => {
    const response = outcome.ok ? { output: outcome.value } : { error: errorText(outcome.error) };
    return { functionResponse: { ...(id !== undefined && { id }), name: exportedName, response } };
  },
};

/** The same, where objects without known properties travel as JSON. */
export const geminiOpenApiCalls: FormatCalls<GeminiResult> = { ...geminiCalls, coerce: readJsonObjects };
