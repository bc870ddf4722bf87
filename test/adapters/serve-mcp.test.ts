import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as StdioClientTransportV1 } from '@modelcontextprotocol/sdk/client/stdio.js';
import { expect, it, onTestFinished } from 'vitest';
import { newest } from '../support/runs.ts';

const SERVER = {
  command: process.execPath,
  args: ['--import', 'tsx', fileURLToPath(new URL('growing-server.ts', import.meta.url))],
};
const INFO = { name: 'test', version: '1.0.0' };

/** Tool lists of which a client was notified. */
type Heard = string[][];
const hear =
  (heard: Heard) =>
  (_error: Error | null, tools: { name: string }[] | null): void =>
    void heard.push((tools ?? []).map(({ name }) => name));

async function growV1(heard: Heard): Promise<void> {
  const client = new ClientV1(INFO, { listChanged: { tools: { onChanged: hear(heard) } } });
  await client.connect(new StdioClientTransportV1(SERVER));
  onTestFinished(() => client.close());
  await client.listTools();
  await client.callTool({ name: 'grow' });
}

async function growV2(heard: Heard, mode: 'legacy' | { pin: string }): Promise<void> {
  const client = new Client(INFO, {
    versionNegotiation: { mode },
    listChanged: { tools: { onChanged: hear(heard) } },
  });
  await client.connect(new StdioClientTransport(SERVER));
  onTestFinished(() => client.close());
  await client.listTools();
  await client.callTool({ name: 'grow' });
}

const CLIENTS: readonly (readonly [string, (heard: Heard) => Promise<void>])[] = [
  ['client 1.32, 2025-11-25', growV1],
  ['client 2.4, 2025-11-25', (heard: Heard) => growV2(heard, 'legacy')],
  ['client 2.4, 2026-07-28', (heard: Heard) => growV2(heard, { pin: '2026-07-28' })],
];

it.each(newest(CLIENTS))('serveMcp tells %s of a tool that was registered later', async (_name, grow) => {
  const heard: Heard = [];
  await grow(heard);
  await expect.poll(() => heard).toEqual([['grow', 'grown']]);
});
