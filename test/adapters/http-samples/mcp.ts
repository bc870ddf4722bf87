import { createMcpFetch } from '@btcp/adapters/mcp-http';
import { BTCPClient } from '@btcp/client';
import { compileSchema } from '@btcp/schema/compile';
import type { Manifest } from '@btcp/core';

/** What a build would have written. */
const manifest: Manifest = {
  btcp: '1.0',
  name: 'order-tools',
  version: '1.0.0',
  tools: [
    {
      name: 'countOrders',
      description: 'Counts the orders of a shop.',
      inputSchema: { type: 'object', properties: {}, additionalProperties: false },
      capabilities: ['files:read'],
    },
  ],
  capabilities: ['files:read'],
};

/** The client of the samples. */
export const client: BTCPClient = new BTCPClient({ compile: compileSchema });
await client.registerManifest({ manifest, implementations: { countOrders: () => 3 } });
await client.grantCapabilities(['files:read']);

/** What the samples serve. */
export const mcp = createMcpFetch(client);
