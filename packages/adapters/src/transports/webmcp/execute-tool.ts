import { BTCPError, type Issue } from '@btcp/core';
import { errorText } from '../../profile/format-calls.ts';
import type { HostCallOptions, ToolCaller } from '../tool-host.ts';

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
 * @returns The tool's output or a `WebMcpError`, which the browser converts to JSON.
 */
export async function executeTool(
  caller: ToolCaller,
  name: string,
  input: unknown,
  options: HostCallOptions,
): Promise<unknown> {
  try {
    const output = await caller.callTool(name, input, options);
    // The browser passes strings on as they are, and says "Operation succeeded" for an empty one.
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
