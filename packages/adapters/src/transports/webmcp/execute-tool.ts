import { BTCPError, type CallOptions, type Issue, type ManifestTool, type ToolCaller } from '@btcp/core';
import { mentionsContent } from '@btcp/core/content';
import { errorText } from '../../profile/format-calls.ts';

/** A failed call, as the agent gets it: the browser would hide a thrown error. */
export interface WebMcpError {
  readonly isError: true;
  readonly error: {
    readonly code: string;
    readonly message: string;
    readonly suggestion?: string;
    readonly issues?: readonly Issue[];
  };
  /** The same as text, in MCP's form of results. */
  readonly content: readonly [{ readonly type: 'text'; readonly text: string }];
}

/**
 * Runs a tool for the browser, under the client's gate, validators and deadline. Never rejects.
 *
 * @returns The tool's output or a `WebMcpError`, which the browser converts to JSON; a string as it is, where the output
 * schema is one. Media are notes: the browser has no place for them.
 */
export async function executeTool(
  caller: ToolCaller,
  { name, outputSchema }: Pick<ManifestTool, 'name' | 'outputSchema'>,
  input: unknown,
  options: CallOptions,
): Promise<unknown> {
  try {
    const output = await caller.callTool(name, input, options);
    const sent = mentionsContent(outputSchema) ? await withNotes(output, outputSchema) : output;
    // The browser passes strings on as they are, and says "Operation succeeded" for an empty one.
    const isText = sent !== '' && outputSchema?.['type'] === 'string';
    return typeof sent === 'string' && !isText ? JSON.stringify(sent) : sent;
  } catch (thrown) {
    return asResult(BTCPError.from(thrown));
  }
}

async function withNotes(output: unknown, schema: ManifestTool['outputSchema']): Promise<unknown> {
  const { splitOutput } = await import('../../profile/content/split-output.ts');
  const split = splitOutput(output, schema);
  return split ? split.noted : output;
}

function asResult(error: BTCPError): WebMcpError {
  const { code, message, suggestion, issues } = error;
  return {
    isError: true,
    error: {
      code,
      message,
      ...(suggestion !== undefined && { suggestion }),
      ...(issues && { issues }),
    },
    content: [{ type: 'text', text: errorText(error) }],
  };
}
