import { Type } from '@sinclair/typebox';
import { defineTool } from '@btcp/core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type FakeClock, installFakeClock } from './fake-clock.ts';
import { BTCPTestClient } from './test-client.ts';

function useClock(): FakeClock {
  const clock = installFakeClock();
  onTestFinished(clock.restore);
  return clock;
}

const sleep = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

describe('installFakeClock', () => {
  it('runs timers in order, with what awaits them between', async () => {
    const clock = useClock();
    const log: string[] = [];
    const write = (text: string) => log.push(`${text} ${clock.elapsed}`);
    setTimeout(write, 20, 'later');
    void sleep(10).then(async () => {
      write('first');
      await sleep(5);
      write('after it');
    });
    const id = setInterval(write, 8, 'again');
    const cleared = setTimeout(write, 1, 'never');
    clearTimeout(cleared);
    await clock.advance(19);
    expect(log).toEqual(['again 8', 'first 10', 'after it 15', 'again 16']);
    clearInterval(id);
    await clock.advance(1);
    expect(log.at(-1)).toBe('later 20');
  });

  it('is what dates and performance show', async () => {
    const before = new Date();
    const clock = useClock();
    const [date, time] = [Date.now(), performance.now()];
    await clock.advance(3_600_000);
    expect([Date.now() - date, performance.now() - time]).toEqual([3_600_000, 3_600_000]);
    expect(new Date().getTime() - date).toBe(3_600_000);
    expect(new Date(0).toISOString()).toBe('1970-01-01T00:00:00.000Z');
    expect([before instanceof Date, new Date() instanceof Date, Date.UTC(1970, 0)]).toEqual([true, true, 0]);
  });

  it('restores what there was', () => {
    const before = [setTimeout, setInterval, clearTimeout, clearInterval, Date, performance.now];
    const clock = installFakeClock();
    expect(setTimeout).not.toBe(before[0]);
    clock.restore();
    expect([setTimeout, setInterval, clearTimeout, clearInterval, Date, performance.now]).toEqual(before);
    expect(Object.hasOwn(performance, 'now')).toBe(false);
  });

  it('clears timers of before, and no other in their place', async () => {
    let ran = 0;
    const before = setTimeout(() => ran++, 20);
    const clock = useClock();
    const after = Array.from({ length: 5 }, () => setTimeout(() => ran++, 5));
    clearTimeout(before);
    clearTimeout(after[0]);
    clearTimeout(Number(after[1]));
    await clock.advance(10);
    clock.restore();
    await new Promise((resolve) => setTimeout(resolve, 40));
    expect(ran).toBe(3);
  });

  it('lets a deadline pass at once, and not too early', async () => {
    const clock = useClock();
    const aborted: string[] = [];
    const waitForOrder = defineTool({
      inputSchema: Type.Object({}),
      capabilities: [],
      timeout: 20_000,
      execute: (_, { signal }) => {
        signal.addEventListener('abort', () => aborted.push((signal.reason as { code: string }).code));
        return new Promise<null>(() => undefined);
      },
    });
    const client = new BTCPTestClient();
    await client.registerTools({ waitForOrder });
    const call = client.callTool('waitForOrder').catch((error: unknown) => (error as { code: string }).code);
    await clock.advance(19_999);
    expect(client.calls).toEqual([{ tool: 'waitForOrder', input: {} }]);
    await clock.advance(51);
    expect(client.calls[0]?.error?.code).toBe('EXECUTION_TIMEOUT');
    expect([await call, aborted]).toEqual(['EXECUTION_TIMEOUT', ['EXECUTION_TIMEOUT']]);
  });

  it('lets a tool that waits end in time', async () => {
    const clock = useClock();
    const poll = defineTool({
      inputSchema: Type.Object({}),
      capabilities: [],
      async execute() {
        for (let turn = 0; turn < 5; turn++) await sleep(1000);
        return 'done';
      },
    });
    const client = new BTCPTestClient();
    await client.registerTools({ poll });
    const call = client.callTool('poll', {}, { timeout: 6000 });
    await clock.advance(5000);
    expect(await call).toBe('done');
    expect(clock.elapsed).toBe(5000);
  });
});
