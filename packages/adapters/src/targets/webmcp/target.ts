import { KEEP_ALL } from '../../lower/rules.ts';
import { mcpName, type WebMcpFields, webMcpFields } from '../../profile/mcp-fields/mcp-fields.ts';
import { dropOutput, type ObjectSchema, type ExportProfile } from '../../profile/export-profile.ts';
import type { Exports, Imports } from '../../profile/format.ts';
import { mcp2026Import } from '../mcp/target.ts';

/** What WebMCP registers, without `execute`. */
export interface WebMcpTool {
  name: string;
  title?: string;
  description: string;
  inputSchema: ObjectSchema;
  outputSchema?: unknown;
  annotations: WebMcpFields['annotations'];
}

const profile: ExportProfile = {
  names: { chars: 'A-Za-z0-9_.\\-', max: 128, separator: '.' },
  nameOf: mcpName,
  media: 'note',
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

export const webMcp: Exports<WebMcpTool> & Imports = {
  export: profile,
  import: { ...mcp2026Import, title: 'WebMCP', isInputOptional: true },
};
