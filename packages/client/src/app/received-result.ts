import { BTCPError, type Issue } from '@btcp/core';
import { toBase64 } from '@btcp/core/content';

/** A block of content: text, a picture or sound, or a file. */
interface ReceivedBlock {
  readonly type: string;
  readonly text?: string;
  /** Base64 text. */
  readonly data?: string;
  readonly resource?: { readonly text?: string; readonly blob?: string };
}

/** The result of a call, as MCP sends it. */
export interface ReceivedResult {
  readonly content?: readonly ReceivedBlock[];
  readonly structuredContent?: unknown;
  readonly isError?: boolean;
  readonly _meta?: Readonly<Record<string, unknown>>;
}

/**
 * What the tool returned.
 *
 * @throws BTCPError that it failed with.
 */
export function valueOf({ content = [], structuredContent, isError, _meta = {} }: ReceivedResult): unknown {
  const text = content.flatMap((block) => block.text ?? []).join('\n');
  if (isError === true) throw errorOf(text, _meta['dev.btcp/error']);
  const sent = structuredContent === undefined ? parsed(text) : structuredContent;
  const value = _meta['dev.btcp/wrapped'] === true ? (sent as { readonly result: unknown }).result : sent;
  const media = _meta['dev.btcp/media'];
  return Array.isArray(media) ? withMedia(value, content, new Set(media)) : value;
}

/**
 * A result with the base64 text of its media, for which it has references to blocks: `#/content/1`.
 *
 * @param media - JSON pointers to these references.
 */
function withMedia(
  value: unknown,
  content: readonly ReceivedBlock[],
  media: ReadonlySet<unknown>,
  at = '',
): unknown {
  if (typeof value === 'string') {
    if (!media.has(at)) return value;
    const [, index] = /^#\/content\/(\d{1,6})$/.exec(value) ?? [];
    return (index !== undefined && base64Of(content[Number(index)])) || value;
  }
  if (Array.isArray(value))
    return value.map((item, index) => withMedia(item, content, media, `${at}/${index}`));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => {
      const token = name.replaceAll('~', '~0').replaceAll('/', '~1');
      return [name, withMedia(item, content, media, `${at}/${token}`)];
    }),
  );
}

function base64Of({ data, resource }: ReceivedBlock = { type: 'none' }): string | undefined {
  const text = resource?.text;
  return (
    data ?? resource?.blob ?? (text === undefined ? undefined : toBase64(new TextEncoder().encode(text)))
  );
}

function errorOf(text: string, data: unknown): BTCPError {
  const { code = 'EXECUTION_ERROR', ...details } = Object(data) as {
    readonly code?: string;
    readonly suggestion?: string;
    readonly issues?: readonly Issue[];
  };
  // The text is for models: the code, the message, and the suggestion.
  const message = text.replace(`${code}: `, '').replace(`\nSuggestion: ${details.suggestion}`, '');
  return new BTCPError(code, { message, ...details });
}

// Of a tool without an output schema there is text alone.
function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
