import { BTCPError, type Issue } from '@btcp/core';
import { errorText } from '../calls/format-calls.ts';
import type { HostCallOptions, ToolCaller } from '../tool-host.ts';

/** A failed call, as the agent gets it: the browser would hide what was thrown. */
export interface WebMcpError {
  readonly isError: true;
  readonly error: {
    readonly code: string;
    readonly message: string;
    readonly suggestion?: string;
    readonly issues?: readonly Issue[];
  };
  /** The same as text, in the form that MCP has for results. */
  readonly content: readonly [{ readonly type: 'text'; readonly text: string }];
}

/**
 * Runs a tool for the browser, under the client's gate, validators and deadline. Never rejects.
 *
 * @returns What the browser turns into the JSON of the tool's output, or of a `WebMcpError`.
 */
export async function executeTool(
  caller: ToolCaller,
  name: string,
  input: unknown,
  options: HostCallOptions,
): Promise<unknown> {
  try {
    const output = await caller.callTool(name, input, options);
    // The browser gives objects as JSON but strings as they are, and says "Operation succeeded" for an empty one.
    return typeof output === 'string' ? JSON.stringify(output) : output;
  } catch (thrown) {
    return asResult(BTCPError.from(thrown));
  }
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
