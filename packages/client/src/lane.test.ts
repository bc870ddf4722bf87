import { afterEach, describe, expect, it, vi } from 'vitest';
import { anyTool, clientWith, failureOf, manifestOf, validatorsOf } from '../test/clients.ts';
import { BTCPClient, type ClientOptions } from './index.ts';
import type { ManifestConfig } from '@btcp/core';

let cleanUp = new AbortController();

// A call that is left running would keep its deadline.
afterEach(() => {
  cleanUp.abort();
  cleanUp = new AbortController();
  vi.useRealTimers();
});

/** A client whose tool ends when it is told to, and the numbers of the calls that have started, in order. */
async function held(config?: ManifestConfig, options?: ClientOptions) {
  const started: number[] = [];
  const ends = new Map<number, (fails?: Error) => void>();
  const run = ({ number }: { number: number }): Promise<number> =>
    new Promise((resolve, reject) => {
      started.push(number);
      ends.set(number, (fails) => (fails ? reject(fails) : resolve(number)));
    });
  const client = await clientWith(run, { ...options, manifest: config ? { config } : {} });
  const call = (number: number, signal = cleanUp.signal): Promise<unknown> => {
    const result = client.callTool('run', { number }, { signal });
    result.catch(() => undefined);
    return result;
  };
  return { client, call, started, end: (number: number, fails?: Error) => ends.get(number)?.(fails) };
}

/** Lets everything happen that is not held. */
const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

describe('calls at once', () => {
  it.each<[string, number, ManifestConfig | undefined, ClientOptions | undefined]>([
    ['three by default', 3, undefined, undefined],
    ['as many as the manifest says', 1, { maxConcurrent: 1 }, undefined],
    ['as many as the host says', 5, undefined, { limits: { concurrent: 5 } }],
    ['the lower of both: the host’s', 2, { maxConcurrent: 4 }, { limits: { concurrent: 2 } }],
    ['the lower of both: the manifest’s', 4, { maxConcurrent: 4 }, { limits: { concurrent: 9 } }],
    ['all', 8, undefined, { limits: { concurrent: Infinity } }],
  ])('are %s', async (_, most, config, options) => {
    const { call, started } = await held(config, options);
    for (let number = 0; number < 8; number++) void call(number);
    await settle();
    expect(started).toHaveLength(most);
  });

  it('wait in order, whether the ones before succeed, fail or are cancelled', async () => {
    const { call, started, end } = await held({ maxConcurrent: 1 });
    const controller = new AbortController();
    const results = [call(0), call(1, controller.signal), call(2), call(3)].map((result) =>
      result.catch((error: unknown) => (error as { code: string }).code),
    );
    end(0);
    await results[0];
    controller.abort();
    await results[1];
    // The tool goes on, and keeps its place until it ends.
    expect(started).toEqual([0, 1]);
    end(1);
    await settle();
    end(2, new Error('broken'));
    await results[2];
    await settle();
    end(3);
    expect(await Promise.all(results)).toEqual([0, 'CALL_CANCELLED', 'EXECUTION_ERROR', 3]);
    expect(started).toEqual([0, 1, 2, 3]);
  });

  it('end, however few the host allows', async () => {
    const { call, end } = await held(undefined, { limits: { concurrent: 0.5 } });
    const results = [call(0), call(1)];
    end(0);
    await results[0];
    end(1);
    expect(await Promise.all(results)).toEqual([0, 1]);
  });

  it('do not start when cancelled while they wait', async () => {
    const { call, started, end } = await held({ maxConcurrent: 1 });
    const controller = new AbortController();
    const first = call(0);
    const second = call(1, controller.signal);
    controller.abort();
    expect(await failureOf(second)).toMatchObject({ code: 'CALL_CANCELLED' });
    end(0);
    await first;
    await settle();
    expect(started).toEqual([0]);
  });

  it('wait in a bounded number', async () => {
    const { call, end } = await held({ maxConcurrent: 1 }, { limits: { queued: 2 } });
    const waiting = [call(0), call(1), call(2)];
    expect(await failureOf(call(3))).toMatchObject({
      code: 'TOO_MANY_CALLS',
      message: '2 calls of test-tools are waiting already.',
      suggestion: 'Call again when others have ended.',
    });
    for (const number of [0, 1, 2]) {
      end(number);
      await waiting[number];
      await settle();
    }
  });

  it('begin their deadline when they run', async () => {
    vi.useFakeTimers();
    const { call, end } = await held({ maxConcurrent: 1, timeout: 1000 });
    const first = call(0);
    const second = call(1);
    await vi.advanceTimersByTimeAsync(600);
    end(0);
    await first;
    await vi.advanceTimersByTimeAsync(600);
    end(1);
    expect(await second).toBe(1);
  });

  it('keep their place behind their deadline until the tool ends, for a minute at most', async () => {
    vi.useFakeTimers();
    const { call, started, end } = await held({ maxConcurrent: 1, timeout: 1000 });
    const failed = [0, 1, 2].map((number) => failureOf(call(number)));
    await vi.advanceTimersByTimeAsync(2000);
    expect(await failed[0]).toMatchObject({ code: 'EXECUTION_TIMEOUT' });
    expect(started).toEqual([0]);
    end(0);
    await vi.advanceTimersByTimeAsync(0);
    expect(started).toEqual([0, 1]);
    await vi.advanceTimersByTimeAsync(61_500);
    expect(started).toEqual([0, 1, 2]);
    end(1);
  });

  it('that wait keep Node from ending, until none waits', async () => {
    vi.useFakeTimers();
    const { call, end } = await held({ maxConcurrent: 1, timeout: 1000 });
    const failed = failureOf(call(0));
    await vi.advanceTimersByTimeAsync(2000);
    await failed;
    // Of these two, Node does not wait for the minute of the first call.
    expect(vi.getTimerCount()).toBe(1);
    const second = call(1);
    await vi.advanceTimersByTimeAsync(1000);
    expect(vi.getTimerCount()).toBe(2);
    end(0);
    await vi.advanceTimersByTimeAsync(0);
    end(1);
    expect(await second).toBe(1);
    await vi.advanceTimersByTimeAsync(200);
    expect(vi.getTimerCount()).toBe(1);
  });

  it('that end at once do not nest, however many wait', async () => {
    let release = (): void => undefined;
    const hold = new Promise<void>((resolve) => (release = resolve));
    const client = await clientWith(({ wait }: { wait?: boolean }) => (wait ? hold : 1), {
      manifest: { config: { maxConcurrent: 1 } },
      limits: { queued: 20_000 },
    });
    const calls = [client.callTool('run', { wait: true })];
    for (let count = 0; count < 20_000; count++) calls.push(client.callTool('run'));
    release();
    expect((await Promise.all(calls)).at(-1)).toBe(1);
  });

  it('that wait are not run when their manifest is gone, or has lost a capability', async () => {
    const { client, call, started, end } = await held({ maxConcurrent: 1 });
    const first = call(0);
    const second = call(1);
    await client.clearManifests();
    end(0);
    expect(await first).toBe(0);
    expect(await failureOf(second)).toMatchObject({ code: 'TOOL_NOT_FOUND' });
    expect(started).toEqual([0]);
  });

  it('of another manifest do not wait', async () => {
    const { client, call } = await held({ maxConcurrent: 1 });
    void call(0);
    const manifest = manifestOf([anyTool('other')], { name: 'other' });
    const implementations = { other: () => 'ran' };
    await client.registerManifest({ manifest, implementations, validators: validatorsOf(manifest) });
    expect(await client.callTool('other')).toBe('ran');
  });

  it('are as many as the manifest says that took the place of theirs', async () => {
    const { client, call, started, end } = await held({ maxConcurrent: 2 });
    const calls = [0, 1, 2, 3, 4].map((number) => call(number));
    const replace = async (maxConcurrent: number): Promise<void> => {
      const manifest = manifestOf([anyTool('run')], { config: { maxConcurrent } });
      const implementations = {
        run: ({ number }: { number: number }) => new Promise(() => void started.push(number)),
      };
      await client.registerManifest(
        { manifest, implementations, validators: validatorsOf(manifest) },
        { replace: true },
      );
    };
    await replace(1);
    end(0);
    await calls[0];
    expect(started).toEqual([0, 1]);
    await replace(3);
    expect(started).toEqual([0, 1, 2, 3]);
  });

  it('count on when their manifest is replaced', async () => {
    const { client, call, started, end } = await held({ maxConcurrent: 1 });
    const first = call(0);
    const manifest = manifestOf([anyTool('run')], { config: { maxConcurrent: 1 } });
    const implementations = { run: () => 'new' };
    await client.registerManifest(
      { manifest, implementations, validators: validatorsOf(manifest) },
      { replace: true },
    );
    const second = call(1);
    await settle();
    end(0);
    expect(await Promise.all([first, second])).toEqual([0, 'new']);
    expect(started).toEqual([0]);
  });
});

describe('limits', () => {
  it.each([['input'], ['output']] as const)('of the %s: its size', async (limit) => {
    const value = { text: 'x'.repeat(89) }; // 94: a property, its name, and 89 characters
    const at = (size: number): Promise<unknown> =>
      clientWith((input: unknown) => (limit === 'input' ? null : input), {
        limits: { [limit]: size },
      }).then((client) => client.callTool('run', value));
    expect(await at(94)).toEqual(limit === 'input' ? null : value);
    expect(await failureOf(at(93))).toMatchObject({
      code: limit === 'input' ? 'INVALID_INPUT' : 'INVALID_OUTPUT',
      message: `Invalid ${limit} of "run": the value is larger than 93 characters`,
    });
  });

  it('are a mebibyte by default', async () => {
    const client = await clientWith(() => 'x'.repeat(2 ** 20 + 1));
    expect(await failureOf(client.callTool('run'))).toMatchObject({
      issues: [{ path: '', keyword: 'json', message: 'the value is larger than 1048576 characters' }],
    });
  });

  it.each([0, -1, Number.NaN, '5', null])('refuse %j', (limit) => {
    expect(() => new BTCPClient({ limits: { queued: limit as never } })).toThrow(
      `\`queued\` must be a number above 0; got ${limit === '5' ? 'a string' : limit}.`,
    );
  });
});

describe('revokeCapabilities', () => {
  it('ends running calls that need one, at once, and tells their tools why', async () => {
    const reasons: unknown[] = [];
    const client = await clientWith(
      (_: unknown, { signal }) => {
        signal.addEventListener('abort', () => reasons.push(signal.reason));
        return new Promise(() => undefined);
      },
      { tool: { capabilities: ['dom:read'] } },
    );
    await client.grantCapabilities(['dom:write']);
    const call = failureOf(client.callTool('run'));
    await client.revokeCapabilities(['dom:read']);
    const error = await call;
    expect(error).toMatchObject({
      code: 'CAPABILITY_REVOKED',
      message: 'The call of "run" needs dom:read, which was revoked.',
    });
    expect(reasons).toMatchObject([{ code: 'CAPABILITY_REVOKED' }]);
  });

  it('lets calls go on that need others, or belong to another client', async () => {
    const grants = [{ capability: 'dom:read' }, { capability: 'clipboard:read' }];
    let end = (): void => undefined;
    const wait = new Promise<string>((resolve) => (end = () => resolve('done')));
    const options = { tool: { capabilities: ['dom:read'] }, grants };
    const client = await clientWith(() => wait, options);
    const other = await clientWith(() => wait, options);
    const calls = [client.callTool('run'), other.callTool('run')];
    await client.revokeCapabilities(['clipboard:read']);
    await new BTCPClient({ grants }).revokeCapabilities(['dom:read']);
    end();
    expect(await Promise.all(calls)).toEqual(['done', 'done']);
  });
});
