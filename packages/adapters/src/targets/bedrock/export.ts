import { everyGroup, KEEP, keywordTable } from '../../lower/rules.ts';
import { mergeAllOf } from '../../lower/steps/references.ts';
import { describeAtRoot, inlineRootRef } from '../../lower/steps/root.ts';
import { dropOutput, type ExportProfile } from '../../profile/export-profile.ts';

/** A tool of the Converse API of Amazon Bedrock: an element of `toolConfig.tools`. */
export interface BedrockTool {
  toolSpec: { name: string; description: string; inputSchema: { json: { [keyword: string]: Json } } };
}

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** Bedrock's Converse: `toolConfig.tools[]`. Source: ToolSpecification of its API reference. */
export const bedrockExport: ExportProfile = {
  alsoCalled: ['aws', 'converse', 'nova'],
  names: { chars: 'A-Za-z0-9_\\-', max: 64, separator: '__' },
  schema: {
    keywords: keywordTable(everyGroup(KEEP)),
    root: [inlineRootRef, mergeAllOf, describeAtRoot(['oneOf', 'anyOf', 'allOf', 'not', 'enum'])],
  },
  write: (entry) => {
    const { name, description, inputSchema } = entry;
    return {
      tool: { toolSpec: { name, description, inputSchema: { json: inputSchema } } },
      changes: dropOutput(entry, 'tools of Converse have no output schema'),
    };
  },
};
