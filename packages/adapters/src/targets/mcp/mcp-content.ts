import { plainType } from '@btcp/core/content';
import { type ContentPart, type SplitOutput, textOf } from '../../profile/content/split-output.ts';
import { valueText } from '../../profile/format-calls.ts';

/** A block of a result's content in MCP. */
// Not an interface: those are not assignable to types with an index signature.
export type McpContent =
  | { type: 'text'; text: string }
  | { type: 'image' | 'audio'; data: string; mimeType: string }
  | {
      type: 'resource';
      resource:
        { uri: string; mimeType: string; text: string } | { uri: string; mimeType: string; blob: string };
    }
  | { type: 'resource_link'; uri: string; name: string; mimeType: string; title?: string };

/** A part of an output as MCP sends it. */
function toMcpContent(part: ContentPart): McpContent {
  const { kind, data, name, title } = part;
  const mimeType = part.type;
  if (kind === 'link')
    return { type: 'resource_link', uri: data, name, mimeType, ...(title !== undefined && { title }) };
  const [family] = plainType(mimeType).split('/');
  if (family === 'image' || family === 'audio') return { type: family, data, mimeType };
  const uri = `btcp:output/${encodeURIComponent(name)}`;
  const text = textOf(part);
  return {
    type: 'resource',
    resource: text === undefined ? { uri, mimeType, blob: data } : { uri, mimeType, text },
  };
}

/** How results are sent: as text, structured, or both. */
export type McpResults = 'both' | 'structured' | 'text';

/** An output's text, where it is sent, and its media and links. */
export function toMcpBlocks(
  output: unknown,
  content: SplitOutput | undefined,
  results: McpResults = 'both',
): McpContent[] {
  const isText = results !== 'structured' && content?.isPart !== true;
  const text = valueText(content ? content.value : output);
  return [...(isText ? [{ type: 'text' as const, text }] : []), ...(content?.parts ?? []).map(toMcpContent)];
}
