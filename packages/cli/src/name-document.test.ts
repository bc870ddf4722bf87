import { expect, it } from 'vitest';
import { nameDocument } from './name-document.ts';

const npm = { registryType: 'npm', identifier: '@acme/shop-mcp' };
const bundle = { manifest_version: '0.3', server: { type: 'node' }, tools: [{ name: 'list' }] };

it.each([
  { name: 'io.github.acme/shop', version: '1.0.0', packages: [npm] },
  { $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json' },
  bundle,
  { mcpServers: { shop: { command: 'uvx', args: ['shop-mcp'] } } },
])('%j is of a server', (document) => {
  expect(nameDocument(document)).toEqual({
    what: 'a description of an MCP server or of a host, which has no schemas of its tools',
    help: 'The server knows its tools: `btcp import --from mcp-server -- <its command>`.',
  });
});

it('names an OpenAPI document', () => {
  expect(nameDocument({ openapi: '3.1.0', info: {}, paths: {} })).toEqual({
    what: 'a whole OpenAPI document',
    help: 'Its operations become tools by `btcp import --from openapi <file> --out src/tools`.',
  });
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
