import { plainType } from '@btcp/core/content';
import { joinPointer } from '@btcp/schema/internal';
import { type ContentPart, textOf, splitOutput } from '../../profile/content/split-output.ts';
import { valueText, errorText } from '../../profile/format-calls.ts';
import type { BTCPError, Issue, JsonSchemaObject, McpConfig } from '@btcp/core';

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
export type McpResults = NonNullable<McpConfig['results']>;

export interface McpResult {
  // MCP's own types accept further fields.
  [field: string]: unknown;
  content: McpContent[];
  structuredContent?: Record<string, unknown>;
  isError?: boolean;
  _meta?: Record<string, unknown>;
}

/**
 * A tool's output in MCP: as text, structured where the tool has an output schema, and its media and links in blocks of
 * their own.
 *
 * @param output - JSON.
 * @param wrap - Whether the structured form is wrapped in an object.
 */
export function toMcpResult(
  output: unknown,
  outputSchema: JsonSchemaObject | undefined,
  results: McpResults = 'both',
  wrap = false,
): Pick<McpResult, 'content' | 'structuredContent'> & { _meta?: McpMediaMeta } {
  // Without a schema nothing but the text has it.
  const hasText = results !== 'structured' || !outputSchema;
  const split = splitOutput(output, outputSchema, { before: hasText ? 1 : 0 });
  const value = split ? split.value : output;
  const content = [
    ...(hasText && split?.isPart !== true ? [{ type: 'text' as const, text: valueText(value) }] : []),
    ...(split?.parts ?? []).map(toMcpContent),
  ];
  const media = (split?.parts ?? []).filter(({ kind }) => kind === 'media');
  const meta = media.length > 0 && {
    _meta: { 'dev.btcp/media': media.map(({ keys }) => joinPointer('', ...keys)) },
  };
  if (!outputSchema || results === 'text') return { content, ...meta };
  // Before 2026-07-28 only objects were allowed; since then any JSON, which the SDKs accept.
  return {
    content,
    structuredContent: (wrap ? { result: value } : value) as Record<string, unknown>,
    ...meta,
  };
}

/** Where a result has references in place of media, for programs: JSON pointers into what the tool returned. */
// Not an interface: those are not assignable to types with an index signature.
export type McpMediaMeta = { 'dev.btcp/media': string[]; 'dev.btcp/error'?: never };

/** The data of a failed call, for programs. */
// Not an interface: those are not assignable to types with an index signature.
export type McpErrorMeta = {
  'dev.btcp/error': { code: string; suggestion?: string; issues?: readonly Issue[] };
};

export type McpFailure = {
  content: { type: 'text'; text: string }[];
  isError: true;
  _meta: McpErrorMeta;
};

/**
 * A failed call in MCP: a result, so that the agent reads it, with the code and the issues for programs.
 *
 * @param text - Default: the code, the message and the suggestion; the message names the issues.
 */
export function toMcpError(error: BTCPError, text: string = errorText(error)): McpFailure {
  const { code, suggestion, issues } = error;
  return {
    content: [{ type: 'text', text }],
    isError: true,
    _meta: {
      'dev.btcp/error': { code, ...(suggestion !== undefined && { suggestion }), ...(issues && { issues }) },
    },
  };
}
