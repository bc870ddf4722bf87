import { plainType, toBytes } from '@btcp/core/content';
import { everyGroup, KEEP, keywordTable } from '../../lower/rules.ts';
import { mergeAllOf } from '../../lower/steps/references.ts';
import { describeAtRoot, inlineRootRef, NOT_AT_ROOT } from '../../lower/steps/root.ts';
import { dropOutput, type ExportProfile } from '../../profile/export-profile.ts';
import { documentEnding, IMAGES, isTextType } from '../../profile/content/media.ts';
import type { ContentPart } from '../../profile/content/split-output.ts';
import type { Calls, Exports } from '../../profile/format.ts';
import { outcomeParts, outcomeText, requiredId, type FormatCalls } from '../../profile/format-calls.ts';

/** A tool of the Converse API of Amazon Bedrock: an element of `toolConfig.tools`. */
export interface BedrockTool {
  toolSpec: { name: string; description: string; inputSchema: { json: { [keyword: string]: Json } } };
}

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** Source: ToolSpecification of its API reference. */
const profile: ExportProfile = {
  alsoCalled: ['aws', 'converse', 'nova'],
  names: { chars: 'A-Za-z0-9_\\-', max: 64, separator: '__' },
  schema: {
    keywords: keywordTable(everyGroup(KEEP)),
    root: [inlineRootRef, mergeAllOf, describeAtRoot(NOT_AT_ROOT)],
  },
  media: 'reference',
  carries: (type) => imageFormat(type) !== undefined || documentFormat(type) !== undefined,
  write: (entry) => {
    const { name, description, inputSchema } = entry;
    return {
      tool: { toolSpec: { name, description, inputSchema: { json: inputSchema } } },
      changes: dropOutput(entry, 'tools of Converse have no output schema'),
    };
  },
};

type ImageFormat = 'jpeg' | 'png' | 'gif' | 'webp';

const DOCUMENTS = ['pdf', 'csv', 'doc', 'docx', 'xls', 'xlsx', 'html', 'txt', 'md'] as const;

const imageFormat = (type: string): ImageFormat | undefined =>
  // Each is `image/` and the format's name.
  IMAGES.find((each) => each === type)?.slice('image/'.length) as ImageFormat | undefined;

function documentFormat(type: string): (typeof DOCUMENTS)[number] | undefined {
  const ending = documentEnding(type);
  return DOCUMENTS.find((each) => each === ending) ?? (isTextType(type) ? 'txt' : undefined);
}

/** A block of a result's content. Bytes are as the AWS SDK takes them; in JSON they would be base64 text. */
export type BedrockContent =
  | { readonly text: string }
  | { readonly image: { readonly format: ImageFormat; readonly source: BedrockSource } }
  | {
      readonly document: {
        readonly format: (typeof DOCUMENTS)[number];
        readonly name: string;
        readonly source: BedrockSource;
      };
    };

interface BedrockSource {
  readonly bytes: Uint8Array;
}

/** Answers a call: a block of a user's message. */
export interface BedrockResult {
  readonly toolResult: {
    readonly toolUseId: string;
    readonly content: BedrockContent[];
    readonly status?: 'error';
  };
}

function writePart(
  { kind, type, data, name, reference }: ContentPart,
  toolUseId: string,
): BedrockContent | undefined {
  const image = imageFormat(plainType(type));
  const format = documentFormat(plainType(type));
  if (kind === 'link' || (!image && !format)) return undefined;
  const source = { bytes: toBytes(data) };
  if (image) return { image: { format: image, source } };
  // The API refuses other characters, and a name that a document of any message has.
  const unique = `${reference} ${toolUseId} ${name}`.replace(/[^a-z\d()[\]-]+/gi, ' ').trim();
  return format && { document: { format, name: unique.slice(0, 200).trim(), source } };
}

/** A content block with `toolUse`. */
const calls: FormatCalls<BedrockResult> = {
  call: { wrappers: ['toolUse'], input: 'input', id: 'toolUseId' },
  writeResult: (call, outcome) => {
    const toolUseId = requiredId(call, 'toolUseId');
    return {
      toolResult: {
        toolUseId,
        // Its `json` takes only objects; models read text alike.
        content: outcomeParts<BedrockContent>(
          outcome,
          (text) => ({ text }),
          (part) => writePart(part, toolUseId),
        ) ?? [{ text: outcomeText(outcome) }],
        ...(!outcome.ok && { status: 'error' as const }),
      },
    };
  },
};

/** Bedrock's Converse: `toolConfig.tools[]`. */
export const bedrock: Exports<BedrockTool> & Calls<BedrockResult> = { export: profile, calls };
