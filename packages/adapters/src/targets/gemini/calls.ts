import type { ContentPart } from '../../profile/content/split-output.ts';
import { errorText, type FormatCalls } from '../../profile/format-calls.ts';

/** A part of a response with bytes. */
export interface GeminiResponsePart {
  readonly inlineData: { readonly mimeType: string; readonly data: string; readonly displayName: string };
}

/** Answers a call: a part of a content. */
export interface GeminiResult {
  readonly functionResponse: {
    readonly id?: string;
    readonly name: string;
    readonly response: { output: unknown } | { error: string };
    readonly parts?: GeminiResponsePart[];
  };
}

/** A function call, or the part that holds it. */
export const geminiCalls: FormatCalls<GeminiResult> = {
  call: { wrappers: ['functionCall'], input: 'args', id: 'id' },
  writeResult: ({ id, exportedName }, outcome) => {
    const content = outcome.ok ? outcome.content : undefined;
    const response = outcome.ok
      ? { output: content ? content.value : outcome.value }
      : { error: errorText(outcome.error) };
    // Links stay in the JSON: `fileData` takes only files that were uploaded.
    const parts = (content?.parts ?? []).filter(({ kind }) => kind === 'media').map(toPart);
    return {
      functionResponse: {
        ...(id !== undefined && { id }),
        name: exportedName,
        response,
        ...(parts.length > 0 && { parts }),
      },
    };
  },
};

// Its name is what the JSON refers to it by.
const toPart = ({ type, data, reference }: ContentPart): GeminiResponsePart => ({
  inlineData: { mimeType: type, data, displayName: reference },
});

/** The same, where objects without known properties travel as JSON. */
export const geminiOpenApiCalls: FormatCalls<GeminiResult> = {
  ...geminiCalls,
  reading: { strings: ['object'] },
};
