import { errorText, outcomeText, requiredId, type FormatCalls } from '../../profile/format-calls.ts';

/** The result of a call in Chat Completions: a message. */
export interface OpenAIChatResult {
  readonly role: 'tool';
  readonly tool_call_id: string;
  readonly content: string;
}

/** The result of a call in Responses: an item of `input`. */
export interface OpenAIResponsesResult {
  readonly type: 'function_call_output';
  readonly call_id: string;
  readonly output: string;
}

/** An item of `tool_calls`. */
export const openaiChatCalls: FormatCalls<OpenAIChatResult> = {
  call: { wrappers: ['function'], input: 'arguments', id: 'id' },
  writeResult: (call, outcome) => ({
    role: 'tool',
    tool_call_id: requiredId(call, 'id'),
    content: outcomeText(outcome),
  }),
};

/** An item of `output` of the type `function_call`. */
export const openaiResponsesCalls: FormatCalls<OpenAIResponsesResult> = {
  call: { wrappers: [], input: 'arguments', id: 'call_id' },
  writeResult: (call, outcome) => ({
    type: 'function_call_output',
    call_id: requiredId(call, 'call_id'),
    // The output schema describes "the JSON value encoded in string outputs".
    output: outcome.ok ? outcome.json : errorText(outcome.error),
  }),
};
