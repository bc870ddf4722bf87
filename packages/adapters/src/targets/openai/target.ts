import { plainType, toDataUrl } from '@btcp/core/content';
import type { ExportedTool } from '../../names/exported-names.ts';
import { documentEnding, IMAGES } from '../../profile/content/media.ts';
import type { ContentPart } from '../../profile/content/split-output.ts';
import type { Calls, Exports, Imports } from '../../profile/format.ts';
import { outcomeParts, outcomeText, requiredId } from '../../profile/format-calls.ts';
import { getOwn } from '@btcp/schema/internal';
import { isAnyBelow } from '../../lower/references.ts';
import { typesOf } from '../../lower/schemas.ts';
import type { ImportProfile } from '../../profile/import-profile.ts';
import {
  openaiChatExport,
  type OpenAIChatTool,
  openaiResponsesExport,
  type OpenAIResponsesTool,
  type TOOL_SEARCH,
} from './export.ts';

/** The result of a call in Chat Completions: a message. */
export interface OpenAIChatResult {
  readonly role: 'tool';
  readonly tool_call_id: string;
  readonly content: string;
}

/** A part of a result in Responses. */
export type OpenAIContent =
  | { readonly type: 'input_text'; readonly text: string }
  | { readonly type: 'input_image'; readonly image_url: string }
  | { readonly type: 'input_file'; readonly filename: string; readonly file_data: string }
  | { readonly type: 'input_file'; readonly file_url: string };

/** The result of a call in Responses: an item of `input`. */
export interface OpenAIResponsesResult {
  readonly type: 'function_call_output';
  readonly call_id: string;
  readonly output: string | OpenAIContent[];
}

// `output_schema` describes "the JSON value encoded in string outputs"; it is not sent for a string, which is text.
const isJson = (exported: ExportedTool | undefined): boolean => {
  const schema = exported?.tool.outputSchema;
  return schema !== undefined && schema['type'] !== 'string';
};

function writePart({ kind, type, data, name }: ContentPart): OpenAIContent | undefined {
  const plain = plainType(type);
  const isImage = IMAGES.some((each) => each === plain);
  // The API tells a file's type by its name.
  const ending = documentEnding(plain);
  if (!isImage && ending === undefined) return undefined;
  if (kind === 'link') {
    if (!data.startsWith('https:')) return undefined;
    return isImage ? { type: 'input_image', image_url: data } : { type: 'input_file', file_url: data };
  }
  const url = toDataUrl(data, plain);
  if (isImage) return { type: 'input_image', image_url: url };
  return { type: 'input_file', filename: `${name}.${ending}`, file_data: url };
}

const importProfile: ImportProfile = {
  title: 'OpenAI',
  wrapper: 'function',
  input: [{ field: 'parameters' }],
  isInputOptional: true,
  output: [],
  quiet: ['type', 'strict'],
  reviewInput: (schema, tool, { warn }) => {
    // A strict form requires every property.
    const isNullable = isAnyBelow(schema, schema, (node) => typesOf(node).includes('null'));
    if (getOwn(tool, 'strict') !== true || !isNullable) return;
    const detail = 'required+nullable properties may be encoded optionals; kept as is';
    warn({ code: 'strict-shape', path: '/inputSchema', detail });
  },
};

/** OpenAI's Chat Completions: `tools[]`, and items of `tool_calls`. */
export const openaiChat: Exports<OpenAIChatTool> & Imports & Calls<OpenAIChatResult> = {
  export: openaiChatExport,
  isMeasured: true,
  import: importProfile,
  calls: {
    call: { wrappers: ['function'], input: 'arguments', id: 'id' },
    writeResult: (call, outcome) => ({
      role: 'tool',
      tool_call_id: requiredId(call, 'id'),
      content: outcomeText(outcome),
    }),
  },
};

/** OpenAI's Responses: `tools[]`, and items of `output` of the type `function_call`. */
export const openaiResponses: Exports<OpenAIResponsesTool, typeof TOOL_SEARCH> &
  Imports &
  Calls<OpenAIResponsesResult> = {
  export: openaiResponsesExport,
  models: {
    provider: 'openai',
    create: 'createOpenAI',
    model: 'gpt-5.4-mini',
    parts: '/output',
    call: ['type', 'function_call'],
  },
  import: { ...importProfile, output: [{ field: 'output_schema' }] },
  calls: {
    call: { wrappers: [], input: 'arguments', id: 'call_id' },
    writeResult: (call, outcome, exported) => ({
      type: 'function_call_output',
      call_id: requiredId(call, 'call_id'),
      output:
        outcomeParts(outcome, (text) => ({ type: 'input_text', text }), writePart) ??
        (outcome.ok && isJson(exported) ? outcome.json : outcomeText(outcome)),
    }),
  },
};
