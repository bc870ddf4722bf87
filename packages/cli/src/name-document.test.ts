import { expect, it } from 'vitest';
import { nameDocument } from './name-document.ts';

const npm = { registryType: 'npm', identifier: '@acme/shop-mcp' };
const bundle = { manifest_version: '0.3', server: { type: 'node' }, tools: [{ name: 'list' }] };

it.each([
  [
    { name: 'io.github.acme/shop', version: '1.0.0', packages: [npm] },
    'a server.json of the MCP registry, which describes a server and not its tools',
    'The server knows its tools: `btcp import --from mcp-server -- <its command>`.',
  ],
  [
    { $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json' },
    'a server.json of the MCP registry, which describes a server and not its tools',
    'The server knows its tools: `btcp import --from mcp-server -- <its command>`.',
  ],
  [
    bundle,
    'the manifest of an MCP bundle (MCPB), which has no schemas of its tools',
    'The server knows its tools: `btcp import --from mcp-server -- <its command>`.',
  ],
  [
    { mcpServers: { shop: { command: 'uvx', args: ['shop-mcp'] } } },
    'the configuration of an MCP host, which names servers and not their tools',
    'The server knows its tools: `btcp import --from mcp-server -- <its command>`.',
  ],
  [
    { openapi: '3.1.0', info: {}, paths: {} },
    'a whole OpenAPI document',
    'Its operations become tools by `btcp import --from openapi <file> --out src/tools`.',
  ],
])('%j is named', (document, what, help) => {
  expect(nameDocument(document)).toEqual({ what, help });
});

it.each([
  [],
  null,
  { tools: [] },
  { btcp: '1.0', name: 'mail', packages: [] },
  { name: 'openIt', inputSchema: {}, openapi: '3' },
  JSON.parse('{"__proto__":{"openapi":"3.1.0"}}'),
])('%j is any other document', (document: unknown) => {
  expect(nameDocument(document)).toBeUndefined();
});
