import { type BTCPError, loadOnCall, type LoadedImplementation } from '@btcp/core';
import { expect, it, vi } from 'vitest';
import { clientWith, failureOf } from '../test/clients.ts';
import { BTCPClient } from './client.ts';
import { allDeadlines } from './deadline.ts';

const sleep = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

it('loads at the first call that is allowed and valid, and once', async () => {
  let loads = 0;
  const client = await clientWith(
    loadOnCall(async () => (loads++, { execute: ({ n }: { n: number }) => n * 2 })),
    { tool: { inputSchema: { type: 'object', required: ['n'] } } },
  );
  expect(await failureOf(client.callTool('run'))).toMatchObject({ code: 'INVALID_INPUT' });
  expect(loads).toBe(0);
  expect(await client.callTool('run', { n: 2 })).toBe(4);
  expect(await client.callTool('run', { n: 3 })).toBe(6);
  expect(loads).toBe(1);
});

it('fails alone when it cannot be loaded, and loads again at the next call', async () => {
  let isThere = false;
  const client = await clientWith(
    loadOnCall(async () => {
      if (!isThere) throw new Error('not there');
      return () => 'done';
    }),
  );
  expect(await failureOf(client.callTool('run'))).toMatchObject({
    code: 'EXECUTION_ERROR',
    message: 'not there',
  });
  isThere = true;
  expect(await client.callTool('run')).toBe('done');
});

it('reports a module without the tool', async () => {
  const client = await clientWith(loadOnCall(async () => undefined as never));
  expect(await failureOf(client.callTool('run'))).toMatchObject({ code: 'MISSING_IMPLEMENTATION' });
});

it('does not count towards the deadline, which begins after it', async () => {
  const slowly = (run: LoadedImplementation) => loadOnCall(() => sleep(150).then(() => run));
  const quick = await clientWith(slowly(() => 'done'));
  expect(await quick.callTool('run', {}, { timeout: 20 })).toBe('done');
  const endless = await clientWith(slowly(() => new Promise(() => undefined)));
  expect(await failureOf(endless.callTool('run', {}, { timeout: 20 }))).toMatchObject({
    code: 'EXECUTION_TIMEOUT',
    message: 'The call of "run" took longer than 20 ms.',
  });
  expect(allDeadlines().length).toBe(0);
});

it('can be cancelled while it loads, and then does not run', async () => {
  let ran = 0;
  let finish: (run: LoadedImplementation) => void = () => undefined;
  const client = await clientWith(loadOnCall(() => new Promise((resolve) => (finish = resolve))));
  const controller = new AbortController();
  const call = client.callTool('run', {}, { signal: controller.signal });
  controller.abort();
  expect(await failureOf(call)).toMatchObject({ code: 'CALL_CANCELLED' });
  finish(() => ++ran);
  await sleep(0);
  expect(ran).toBe(0);
  expect(allDeadlines().length).toBe(0);
});

it('can be cancelled while its validators load', async () => {
  const client = new BTCPClient();
  const tool = {
    name: 'run',
    description: 'Runs what it is given.',
    inputSchema: { type: 'object' },
    capabilities: [],
  };
  await client.registerManifest({
    manifest: { btcp: '1.0', name: 'sheet', version: '1.0.0', tools: [tool], capabilities: [] },
    implementations: { run: () => 'done' },
    validatorsOnCall: { run: () => new Promise(() => undefined) },
  });
  const call = client.callTool('run', {}, { signal: AbortSignal.timeout(10) });
  expect(await failureOf(call)).toMatchObject({ code: 'CALL_CANCELLED' });
  expect(allDeadlines().length).toBe(0);
});

it('ends after 30 seconds where the module never loads', async () => {
  vi.useFakeTimers();
  try {
    const client = await clientWith(loadOnCall(() => new Promise(() => undefined)));
    const call = failureOf(client.callTool('run', {}, { timeout: 20 }));
    await vi.advanceTimersByTimeAsync(30_100);
    const error = (await call) as BTCPError;
    expect([error.code, error.message]).toEqual([
      'EXECUTION_TIMEOUT',
      'The call of "run" took longer than 30000 ms to load.',
    ]);
  } finally {
    vi.useRealTimers();
  }
});
