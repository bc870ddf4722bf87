import { createMcpFetch } from '@btcp/adapters/mcp-http';
import { searchHost } from '@btcp/adapters/mcp-server';
import { BTCPClient } from '@btcp/client';
import type { Manifest } from '@btcp/core';
import { compileSchema } from '@btcp/schema/compile';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { expect, it, onTestFinished } from 'vitest';
import { listen } from './listen.ts';

/** A GIF of one pixel. */
const GIF = 'R0lGODlhAQABAAAAACwAAAAAAQABAAACAkQBADs=';

const inputSchema = { type: 'object', properties: {}, additionalProperties: false } as const;
const MANIFEST: Manifest = {
  btcp: '1.0',
  name: 'garden',
  version: '1.0.0',
  tools: [
    {
      name: 'drawGarden',
      description: 'Draws the garden.',
      inputSchema,
      outputSchema: {
        type: 'object',
        properties: {
          plan: { type: 'string', contentEncoding: 'base64', contentMediaType: 'image/gif', maxLength: 1000 },
        },
        required: ['plan'],
      },
      capabilities: [],
    },
  ],
  capabilities: [],
};

it('gives media of a tool that a search found, also in a session', async () => {
  const host = new BTCPClient({ compile: compileSchema });
  await host.registerManifest({
    manifest: MANIFEST,
    implementations: { drawGarden: () => ({ plan: GIF }) },
  });
  const mcp = createMcpFetch(searchHost(host), { manifest: MANIFEST, sessions: true });
  onTestFinished(() => mcp.close());
  const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode: 'legacy' } });
  await client.connect(new StreamableHTTPClientTransport(await listen(mcp)));
  onTestFinished(() => client.close());
  const { content } = await client.callTool({ name: 'call_tool', arguments: { name: 'drawGarden' } });
  expect(content).toEqual([
    { type: 'text', text: '{"plan":"#/content/1"}' },
    { type: 'image', data: GIF, mimeType: 'image/gif' },
  ]);
});
