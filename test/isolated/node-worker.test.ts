import { BTCPClient } from '@btcp/client';
import { BTCPError } from '@btcp/core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { removeProject } from '../support/write-project.ts';
import { buildIsolatedProject } from './build-isolated-project.ts';

const TOOLS = `
/** Reports progress as often as it is told, and after each thousand waits for its host where it is told so. */
export const reportOften = defineTool({
  inputSchema: Type.Object({ times: Type.Integer(), waits: Type.Boolean() }, { additionalProperties: false }),
  outputSchema: Type.Integer(),
  capabilities: ['storage:local:read'],
  async execute({ times, waits }, { progress, storage }) {
    for (let at = 0; at < times; at++) {
      progress?.({ progress: at });
      // There is no storage, but an answer.
      if (waits && at % 1000 === 0) await storage.local.get('key').catch(() => null);
    }
    return times;
  },
});

/** Sends what it is told, past all that counts. */
export const sendAnything = defineTool({
  inputSchema: Type.Object({ message: Type.Unknown() }, { additionalProperties: false }),
  capabilities: [],
  execute: async ({ message }): Promise<null> => {
    (0, eval)('postMessage')(message);
    return new Promise(() => undefined);
  },
});
`;

let root: string;
let client: BTCPClient;

beforeAll(async () => {
  const built = await buildIsolatedProject(TOOLS, { sandbox: 'worker', timeout: 60_000 });
  root = built.root;
  client = new BTCPClient();
  await client.registerManifest(built.registration);
  await client.grantCapabilities(['storage:local:read']);
});
afterAll(() => removeProject(root));

/** Calls `reportOften`, and counts what arrives. */
async function report(
  times: number,
  waits: boolean,
): Promise<{ readonly arrived: number; readonly outcome: unknown }> {
  let arrived = 0;
  const onProgress = (): void => void arrived++;
  const outcome = await client
    .callTool('reportOften', { times, waits }, { onProgress })
    .catch((error: unknown) => {
      const { code, message } = BTCPError.from(error);
      return { code, message };
    });
  return { arrived, outcome };
}

it('ends a thread that floods its host, and works after', async () => {
  const { arrived, outcome } = await report(400_000, false);
  expect(outcome).toEqual({
    code: 'EXECUTION_ERROR',
    message:
      'The isolated tools of "sheet-tools" were ended, because the realm sent too many messages, or too long a one.',
  });
  expect(arrived).toBeLessThanOrEqual(10_000);
  expect(await report(3, false)).toEqual({ arrived: 3, outcome: 3 });
});

it('lets a thread send as much as its host reads', async () => {
  expect(await report(30_000, true)).toEqual({ arrived: 30_000, outcome: 30_000 });
});

it.each([
  ['a reason', ['it wants to'], 'the realm it wants to'],
  ['what looks like a reason', [{ toString: 1 }], 'the realm sent what is no message'],
  ['an object', { toString: 1 }, 'the realm sent what is no message'],
])('ends a thread that sends %s', async (_, message, why) => {
  await expect(client.callTool('sendAnything', { message })).rejects.toMatchObject({
    code: 'EXECUTION_ERROR',
    message: `The isolated tools of "sheet-tools" were ended, because ${why}.`,
  });
});
