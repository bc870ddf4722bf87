import type { ContentPart } from '../../profile/content/split-output.ts';
import type { Calls, Exports, Imports } from '../../profile/format.ts';
import { errorText, type FormatCalls } from '../../profile/format-calls.ts';
import type { ImportProfile } from '../../profile/import-profile.ts';
import { geminiExport, type GeminiTools } from './export.ts';
import { geminiOpenApiExport, type GeminiOpenApiTools, readOpenApi } from './export-open-api.ts';

/** In either spelling of Gemini's SDKs. */
const importProfile: ImportProfile = {
  title: 'Gemini',
  input: [
    { field: 'parametersJsonSchema' },
    { field: 'parameters_json_schema' },
    { field: 'parameters', decode: readOpenApi },
  ],
  isInputOptional: true,
  output: [
    { field: 'responseJsonSchema' },
    { field: 'response_json_schema' },
    { field: 'response', decode: readOpenApi },
  ],
  quiet: [],
};

/** A part of a response with bytes. */
interface GeminiResponsePart {
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
const calls: FormatCalls<GeminiResult> = {
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

/** Gemini's function declarations, with JSON Schema. */
export const gemini: Exports<GeminiTools> & Imports & Calls<GeminiResult> = {
  export: geminiExport,
  isMeasured: true,
  models: {
    provider: 'google',
    create: 'createGoogleGenerativeAI',
    model: 'gemini-3.6-flash',
    parts: '/candidates/0/content/parts',
    call: ['functionCall'],
  },
  import: importProfile,
  calls,
};

/** Gemini's function declarations, with its own schemas. */
export const geminiOpenApi: Exports<GeminiOpenApiTools> & Imports & Calls<GeminiResult> = {
  export: geminiOpenApiExport,
  import: importProfile,
  // Objects without known properties travel as JSON.
  calls: { ...calls, reading: { strings: ['object'] } },
};
