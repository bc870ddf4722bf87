import { searchHost } from '@btcp/adapters/mcp-server';
import { BTCPClient } from '@btcp/client';
import { expect, it } from 'vitest';
import { withRunning } from './serve-http.ts';

it('knows which tool a search calls, as the search does', () => {
  const host = searchHost(new BTCPClient());
  expect(host.behind).toBeDefined();
  expect(withRunning(host).host.behind).toBe(host.behind);
});
