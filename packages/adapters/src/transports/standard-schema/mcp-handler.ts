import { BTCPError } from '@btcp/core';
import { type McpContext, withProgress } from '../../targets/mcp/mcp-progress.ts';
import { type McpResult, toMcpError, toMcpResult } from '../../targets/mcp/mcp-result.ts';
import type { StandardTool } from './standard-tools.ts';

/**
 * The callback of the MCP SDK's `registerTool`: calls a tool and returns its result in MCP. An error becomes a result
 * with its code and suggestion; cancellation and progress are forwarded. Media and links are content blocks.
 *
 * @example
 * server.registerTool(tool.name, tool, mcpHandler(tool));
 */
export function mcpHandler<Input, Output>(
  tool: StandardTool<Input, Output>,
): (input: Input, context: McpContext) => Promise<McpResult> {
  const schema = tool.outputSchema?.['~standard'].jsonSchema.output({ target: 'draft-2020-12' });
  return (input, context) =>
    withProgress(context, async (reportProgress) => {
      const { signal } = context.mcpReq;
      try {
        const output = await tool.execute(input, { signal, reportProgress });
        const result = toMcpResult(output, schema);
        // The SDK holds it to the tool's output schema, which has no references.
        return schema ? { ...result, structuredContent: output as Record<string, unknown> } : result;
      } catch (thrown) {
        const error = BTCPError.from(thrown);
        // The message of a standard tool's error includes code and suggestion.
        return toMcpError(error, error.message);
      }
    });
}
