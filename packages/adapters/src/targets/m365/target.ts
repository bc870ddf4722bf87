import type { MutableObject } from '@btcp/schema/internal';
import { mcp2025Export, type McpTool } from '../mcp/export.ts';
import type { TargetOptions } from '../../profile/export-profile.ts';
import type { Exports } from '../../profile/format.ts';

/** A plugin manifest of a declarative agent of Microsoft 365 Copilot, for an MCP server. */
export interface M365Plugin {
  $schema: string;
  schema_version: 'v2.4';
  name_for_human: string;
  namespace: string;
  description_for_human: string;
  contact_email?: string;
  functions: { name: string; description: string }[];
  /** Absent without the option `serverUrl`. */
  runtimes?: {
    type: 'RemoteMCPServer';
    auth: { type: 'None' };
    run_for_functions: string[];
    spec: { url: string; mcp_tool_description: { tools: McpTool[] } };
  }[];
}

/** Microsoft 365 Copilot: a plugin manifest, version 2.4, with the tools as the MCP server lists them. */
export const m365: Exports<M365Plugin> = {
  export: {
    ...mcp2025Export,
    alsoCalled: ['copilot', 'microsoft-365', 'm365-copilot'],
    // A function is called by its name on the server, which is one by BTCP's rules.
    names: { chars: 'A-Za-z0-9_', max: 64, separator: '_' },
    wrap: (tools, options) => [pluginOf(tools, options)],
    findMissing: ({ serverUrl }) =>
      serverUrl === undefined
        ? 'without `serverUrl` (`--server-url`), the address of the MCP server, the plugin has no runtime'
        : undefined,
  },
};

function pluginOf(
  tools: readonly MutableObject[],
  { namespace = 'tools', description = namespace, contact, serverUrl }: TargetOptions,
): MutableObject {
  const words = namespace.replaceAll(/[-_]+/g, ' ').trim();
  return {
    $schema: 'https://developer.microsoft.com/json-schemas/copilot/plugin/v2.4/schema.json',
    schema_version: 'v2.4',
    name_for_human: words.charAt(0).toUpperCase() + words.slice(1),
    namespace: namespace.replaceAll(/[^A-Za-z0-9]/g, ''),
    description_for_human: description,
    ...(contact !== undefined && { contact_email: contact }),
    functions: tools.map(({ name, description: text }) => ({ name, description: text })),
    ...(serverUrl !== undefined && {
      runtimes: [
        {
          type: 'RemoteMCPServer',
          auth: { type: 'None' },
          run_for_functions: tools.map(({ name }) => name),
          spec: { url: serverUrl, mcp_tool_description: { tools } },
        },
      ],
    }),
  };
}
