import { outcomeText, requiredId, type FormatCalls } from '../../profile/format-calls.ts';

/** Answers a call: a block of a user's message. */
export interface BedrockResult {
  readonly toolResult: {
    readonly toolUseId: string;
    readonly content: { readonly text: string }[];
    readonly status?: 'error';
  };
}

/** A content block with `toolUse`. */
export const bedrockCalls: FormatCalls<BedrockResult> = {
  call: { wrappers: ['toolUse'], input: 'input', id: 'toolUseId' },
  writeResult: (call, outcome) => ({
    toolResult: {
      toolUseId: requiredId(call, 'toolUseId'),
      // Its `json` takes only objects; models read text alike.
      content: [{ text: outcomeText(outcome) }],
      ...(!outcome.ok && { status: 'error' as const }),
    },
  }),
};
