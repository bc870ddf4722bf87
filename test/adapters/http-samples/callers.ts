import { createMcpFetch, type McpFetch } from '@btcp/adapters/mcp-http';
import type { BTCPClient } from '@btcp/client';
import type { Manifest } from '@btcp/core';
import { type OAuthTokenVerifier, requireBearerAuth } from '@modelcontextprotocol/server';

export function serveCallers(client: BTCPClient, manifest: Manifest, verifier: OAuthTokenVerifier): McpFetch {
  return createMcpFetch(client, {
    auth: requireBearerAuth({ verifier }),
    grantsFor: ({ scopes }) => scopes.filter((scope) => manifest.capabilities.includes(scope)),
    callerOf: (authInfo) => authInfo?.extra?.['sub'] as string,
    limits: { perMinute: 120, concurrent: 5 },
  });
}
