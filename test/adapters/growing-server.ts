import { serveMcp } from '@btcp/adapters/mcp-server';
import { BTCPClient } from '@btcp/client';
import type { Implementation } from '@btcp/core';
import { compileSchema } from '@btcp/schema/compile';

// A program that serves a tool which registers another one.
const client = new BTCPClient({ compile: compileSchema });

async function register(name: string, tool: string, run: Implementation): Promise<void> {
  const inputSchema = { type: 'object' };
  const tools = [{ name: tool, description: `The tool ${tool}, for tests.`, inputSchema, capabilities: [] }];
  const manifest = { btcp: '1.0', name, version: '1.0.0', tools, capabilities: [] };
  await client.registerManifest({ manifest, implementations: { [tool]: run } });
}

await register('first-tools', 'grow', async () => {
  await register('more-tools', 'grown', () => 'here');
  return 'done';
});
await serveMcp(client).closed;
