import { importTools } from '@btcp/adapters';
import { BTCPClient } from '@btcp/client';
import { BTCPError, type Implementation, type Manifest } from '@btcp/core';
import { compileSchema } from '@btcp/schema/compile';

const none = { type: 'object', additionalProperties: false };
const tool = (name: string, description: string, inputSchema: object = none): Manifest['tools'][number] => ({
  name,
  description,
  inputSchema: { ...inputSchema },
  capabilities: [],
});

// As a build of an imported tool has it: listed as the suite wants it, with a root that every provider takes.
const { tools: JSON_SCHEMA_TOOL } = importTools('mcp-2026-07-28', [
  {
    name: 'json_schema_2020_12_tool',
    description: 'Tool with JSON Schema 2020-12 features',
    inputSchema: {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      $defs: {
        address: {
          $anchor: 'address',
          type: 'object',
          properties: { street: { type: 'string' }, city: { type: 'string' } },
        },
      },
      properties: {
        name: { type: 'string' },
        address: { $ref: '#/$defs/address' },
        contactMethod: { type: 'string', enum: ['phone', 'email'] },
        phone: { type: 'string' },
        email: { type: 'string' },
      },
      allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }, { required: ['name'] }] }],
      if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
      // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
      then: { required: ['phone'] },
      else: { required: ['name'] },
      additionalProperties: false,
    },
  },
]);

/** The tools that the suite requires, by its names. */
const MANIFEST: Manifest = {
  btcp: '1.0',
  name: 'conformance-tools',
  version: '1.0.0',
  tools: [
    tool('test_simple_text', 'Returns a simple text.'),
    tool('test_error_handling', 'Always fails with an error.'),
    tool('test_tool_with_progress', 'Reports progress while it runs.'),
    tool('test_x_mcp_header', 'Lists the orders of a region.', {
      type: 'object',
      properties: {
        region: { type: 'string', 'x-mcp-header': 'Region' },
        limit: { type: 'integer', 'x-mcp-header': 'Limit' },
        isOpen: { type: 'boolean', 'x-mcp-header': 'Is-Open' },
      },
      additionalProperties: false,
    }),
    tool('test_reconnection', 'Answers on a stream that can be resumed.'),
    tool('test_trigger_tool_change', 'Adds a tool to the list, or removes it again.'),
    ...JSON_SCHEMA_TOOL,
  ],
  capabilities: [],
};

const IMPLEMENTATIONS: Readonly<Record<string, Implementation>> = {
  test_simple_text: () => 'This is a simple text response for testing.',
  test_error_handling: () => {
    throw new BTCPError('INTENDED', 'This tool intentionally returns an error for testing');
  },
  test_tool_with_progress: async (_input, { progress }) => {
    for (const done of [0, 50, 100]) {
      progress?.({ progress: done, total: 100 });
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    return 'done';
  },
  test_x_mcp_header: () => 'done',
  test_reconnection: () => 'done',
  json_schema_2020_12_tool: () => null,
};

/** A client with the tools that the conformance suite of MCP calls. */
export async function makeConformanceHost(): Promise<{
  readonly host: BTCPClient;
  readonly manifest: Manifest;
}> {
  const host = new BTCPClient({ compile: compileSchema });
  const added = { ...MANIFEST, name: 'added-tools', tools: [tool('added_tool', 'Is there for a while.')] };
  const change = async (): Promise<string> => {
    const isThere = await host.unregisterManifest(added.name);
    if (!isThere)
      await host.registerManifest({ manifest: added, implementations: { added_tool: () => null } });
    return 'done';
  };
  const implementations = { ...IMPLEMENTATIONS, test_trigger_tool_change: change };
  await host.registerManifest({ manifest: MANIFEST, implementations });
  return { host, manifest: MANIFEST };
}
