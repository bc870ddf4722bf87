import { BTCPError, type Issue } from '@btcp/core';

/** The result of a call, as MCP sends it. */
export interface ReceivedResult {
  readonly content?: readonly { readonly type: string; readonly text?: string }[];
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
  if (structuredContent === undefined) return parsed(text);
  const isWrapped = _meta['dev.btcp/wrapped'] === true;
  return isWrapped ? (structuredContent as { readonly result: unknown }).result : structuredContent;
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
