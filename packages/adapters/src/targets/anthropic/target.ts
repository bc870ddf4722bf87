import { plainType } from '@btcp/core/content';
import { IMAGES } from '../../profile/content/media.ts';
import { type ContentPart, textOf } from '../../profile/content/split-output.ts';
import type { Calls, Exports, Imports } from '../../profile/format.ts';
import { outcomeParts, outcomeText, requiredId } from '../../profile/format-calls.ts';
import { getOwn, isObject } from '@btcp/schema/internal';
import { anthropicExport, type AnthropicTool, type TOOL_SEARCH } from './export.ts';

export type AnthropicContent =
  | { readonly type: 'text'; readonly text: string }
  | {
      readonly type: 'image';
      readonly source:
        | { readonly type: 'base64'; readonly media_type: AnthropicImageType; readonly data: string }
        | { readonly type: 'url'; readonly url: string };
    }
  | {
      readonly type: 'document';
      readonly source:
        | { readonly type: 'base64'; readonly media_type: 'application/pdf'; readonly data: string }
        | { readonly type: 'text'; readonly media_type: 'text/plain'; readonly data: string }
        | { readonly type: 'url'; readonly url: string };
      readonly title?: string;
    };

type AnthropicImageType = (typeof IMAGES)[number];

/** Answers a call: a block of a user's message. */
export interface AnthropicResult {
  readonly type: 'tool_result';
  readonly tool_use_id: string;
  readonly content: string | AnthropicContent[];
  readonly is_error?: true;
}

const EXAMPLES = 'input_examples';

/** Anthropic's Messages: `tools[]`, and blocks of the type `tool_use`. */
export const anthropic: Exports<AnthropicTool, typeof TOOL_SEARCH> & Imports & Calls<AnthropicResult> = {
  export: anthropicExport,
  isMeasured: true,
  models: {
    provider: 'anthropic',
    create: 'createAnthropic',
    model: 'claude-sonnet-5-5',
    parts: '/content',
    call: ['type', 'tool_use'],
  },
  import: {
    title: 'Anthropic',
    input: [{ field: 'input_schema' }],
    output: [],
    quiet: ['type', 'strict', EXAMPLES],
    readExamples: (tool, { warn }) => {
      const inputs = getOwn(tool, EXAMPLES);
      if (inputs === undefined) return [];
      if (Array.isArray(inputs) && inputs.every(isObject)) return inputs.map((input) => ({ input }));
      warn({ code: 'field-dropped', path: `/${EXAMPLES}`, detail: 'no array of example inputs' });
      return [];
    },
  },
  calls: {
    call: { wrappers: [], input: 'input', id: 'id' },
    writeResult: (call, outcome) => ({
      type: 'tool_result',
      tool_use_id: requiredId(call, 'id'),
      content: outcomeParts(outcome, (text) => ({ type: 'text', text }), writePart) ?? outcomeText(outcome),
      ...(!outcome.ok && { is_error: true as const }),
    }),
  },
};

function writePart(part: ContentPart): AnthropicContent | undefined {
  const { kind, data, name, title = name } = part;
  const type = plainType(part.type);
  const image = IMAGES.find((each) => each === type);
  const isPdf = type === 'application/pdf';
  if (kind === 'link') {
    // Whether the API may fetch it is not known, but only https can be.
    if (!data.startsWith('https:')) return undefined;
    if (image) return { type: 'image', source: { type: 'url', url: data } };
    return isPdf ? { type: 'document', source: { type: 'url', url: data }, title } : undefined;
  }
  if (image) return { type: 'image', source: { type: 'base64', media_type: image, data } };
  if (isPdf) return { type: 'document', source: { type: 'base64', media_type: type, data }, title };
  const text = textOf(part);
  if (text === undefined) return undefined;
  return { type: 'document', source: { type: 'text', media_type: 'text/plain', data: text }, title };
}
