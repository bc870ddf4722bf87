import type { JsonSchemaObject } from '@btcp/core';
import { mentionsContent, plainType } from '@btcp/core/content';
import { type ContentPart, splitOutput } from '../../profile/content/split-output.ts';
import { valueText } from '../../profile/format-calls.ts';

/** A part of what a model gets of an output, in the AI SDK. */
export type ModelOutputPart =
  | { type: 'text'; text: string }
  | { type: 'image-data' | 'file-data'; data: string; mediaType: string }
  | { type: 'image-url'; url: string }
  | { type: 'file-url'; url: string };

/** What a model gets of an output, in the AI SDK. */
export type ModelOutput =
  | { type: 'content'; value: ModelOutputPart[] }
  | { type: 'text'; value: string }
  | { type: 'json'; value: never };

/** The AI SDK's `toModelOutput` of a tool: for one whose output schema has media or links. */
export function modelOutputOf(
  schema: JsonSchemaObject | undefined,
): ((result: { readonly output: unknown }) => ModelOutput) | undefined {
  if (!mentionsContent(schema)) return undefined;
  return ({ output }) => {
    const split = splitOutput(output, schema);
    // Validated output is JSON, which the AI SDK's own type describes more narrowly.
    if (!split)
      return typeof output === 'string'
        ? { type: 'text', value: output }
        : { type: 'json', value: output as never };
    const { value, parts, isPart } = split;
    const text: ModelOutputPart[] = isPart ? [] : [{ type: 'text', text: valueText(value) }];
    return { type: 'content', value: [...text, ...parts.map(toPart)] };
  };
}

function toPart({ kind, type, data }: ContentPart): ModelOutputPart {
  const isImage = plainType(type).startsWith('image/');
  if (kind === 'link') return isImage ? { type: 'image-url', url: data } : { type: 'file-url', url: data };
  return { type: isImage ? 'image-data' : 'file-data', data, mediaType: type };
}
