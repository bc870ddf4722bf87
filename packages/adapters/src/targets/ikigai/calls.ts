import type { BTCPError } from '@btcp/core';
import { type FormatCalls, notedValue } from '../../profile/format-calls.ts';

/** The result that ikigai passes to its model. */
export type IkigaiResult =
  | { readonly tool_success: true; readonly result: unknown }
  | { readonly tool_success: false; readonly error: string; readonly error_code: string };

/** A call as ikigai's providers give it. */
export const ikigaiCalls: FormatCalls<IkigaiResult> = {
  call: { wrappers: ['function'], input: 'arguments' },
  writeResult: (_, outcome) =>
    outcome.ok
      ? { tool_success: true, result: notedValue(outcome) }
      : { tool_success: false, error: messageOf(outcome.error), error_code: outcome.error.code },
};

const messageOf = ({ message, suggestion }: BTCPError): string =>
  suggestion === undefined ? message : `${message}\nSuggestion: ${suggestion}`;
