import { outcomeText, requiredId, type FormatCalls } from '../../profile/format-calls.ts';

/** Answers a call: a block of a user's message. */
export interface AnthropicResult {
  readonly type: 'tool_result';
  readonly tool_use_id: string;
  readonly content: string;
  readonly is_error?: true;
}

/** A block of the type `tool_use`. */
export const anthropicCalls: FormatCalls<AnthropicResult> = {
  call: { wrappers: [], input: 'input', id: 'id' },
  writeResult: (call, outcome) => ({
    type: 'tool_result',
    tool_use_id: requiredId(call, 'id'),
    content: outcomeText(outcome),
    ...(!outcome.ok && { is_error: true as const }),
  }),
};
