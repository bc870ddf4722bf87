import { KEEP_ALL } from '../lower/schema-rules.ts';
import { mcpName, webMcpFields } from '../mcp-fields.ts';
import { dropOutput } from './drop-output.ts';
import type { Profile } from './profile.ts';

/** WebMCP's `ModelContextTool`, without its `execute`. */
export const webmcp: Profile = {
  names: { chars: 'A-Za-z0-9_.\\-', max: 128, separator: '.' },
  nameOf: mcpName,
  schema: KEEP_ALL,
  write: (entry) => {
    const { tool, name, description, inputSchema, outputSchema, options } = entry;
    const sendsOutput = outputSchema !== undefined && options.outputSchema === true;
    const { annotations, ...said } = webMcpFields(tool, description);
    return {
      tool: {
        name,
        ...said,
        inputSchema,
        ...(sendsOutput && { outputSchema }),
        annotations,
      },
      changes: sendsOutput ? [] : dropOutput(entry, 'ModelContextTool has no outputSchema'),
    };
  },
};
