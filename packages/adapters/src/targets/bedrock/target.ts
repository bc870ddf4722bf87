import { everyGroup, KEEP, keywordTable } from '../../lower/rules.ts';
import { mergeAllOf } from '../../lower/steps/references.ts';
import { describeAtRoot, inlineRootRef, NOT_AT_ROOT } from '../../lower/steps/root.ts';
import { dropOutput, type ExportProfile } from '../../profile/export-profile.ts';
import type { Calls, Exports } from '../../profile/format.ts';
import { outcomeText, requiredId, type FormatCalls } from '../../profile/format-calls.ts';

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
  write: (entry) => {
    const { name, description, inputSchema } = entry;
    return {
      tool: { toolSpec: { name, description, inputSchema: { json: inputSchema } } },
      changes: dropOutput(entry, 'tools of Converse have no output schema'),
    };
  },
};

/** Answers a call: a block of a user's message. */
export interface BedrockResult {
  readonly toolResult: {
    readonly toolUseId: string;
    readonly content: { readonly text: string }[];
    readonly status?: 'error';
  };
}

/** A content block with `toolUse`. */
const calls: FormatCalls<BedrockResult> = {
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

/** Bedrock's Converse: `toolConfig.tools[]`. */
export const bedrock: Exports<BedrockTool> & Calls<BedrockResult> = { export: profile, calls };
