/* oxlint-disable unicorn/prefer-add-event-listener -- tools listen in either way */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { clientWith, failureOf } from '../test/clients.ts';

const sleep = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

// oxlint-disable no-console -- where the client logs
const { error } = console;
const logged: unknown[][] = [];
const uncaught: unknown[] = [];
const onUncaught = (thrown: unknown): void => void uncaught.push(thrown);
const onError = process.listeners('uncaughtException');
beforeEach(() => {
  logged.length = uncaught.length = 0;
  console.error = (...args: unknown[]) => logged.push(args);
  // In the place of the test runner's own.
  process.removeAllListeners('uncaughtException');
  process.on('uncaughtException', onUncaught);
});
afterEach(() => {
  console.error = error;
  process.off('uncaughtException', onUncaught);
  for (const listener of onError) process.on('uncaughtException', listener);
});
// oxlint-enable no-console

type Context = { signal: AbortSignal };
const fail = (): never => {
  throw new Error('thrown');
};
const reject = (): Promise<never> => Promise.reject(new Error('rejected'));

it.each<[string, (signal: AbortSignal) => void]>([
  ['a function', (signal) => signal.addEventListener('abort', fail, { once: true })],
  ['a function that rejects', (signal) => signal.addEventListener('abort', reject as () => void)],
  ['an object', (signal) => signal.addEventListener('abort', { handleEvent: fail })],
  ['onabort', (signal) => (signal.onabort = fail)],
])('contains %s that fails: it is logged, and all others hear of it', async (_, listen) => {
  const heard: string[] = [];
  const client = await clientWith((_input: object, { signal }: Context) => {
    listen(signal);
    signal.addEventListener('abort', () => heard.push('tool'));
    return new Promise(() => undefined);
  });
  const controller = new AbortController();
  const call = client.callTool('run', {}, { signal: controller.signal });
  controller.signal.addEventListener('abort', () => heard.push('caller'));
  controller.abort();
  expect(await failureOf(call)).toMatchObject({ code: 'CALL_CANCELLED' });
  expect(await failureOf(client.callTool('run', {}, { timeout: 5 }))).toMatchObject({
    code: 'EXECUTION_TIMEOUT',
  });
  await sleep(5);
  expect(heard).toEqual(['tool', 'caller', 'tool']);
  expect(uncaught).toEqual([]);
  expect(logged.map(([text]) => text)).toEqual(Array(2).fill('BTCP: a listener of ctx.signal failed.'));
});

it('behaves like any signal: listeners are removed, replaced, called once, with the signal as this', async () => {
  const heard: unknown[] = [];
  const client = await clientWith((_input: object, { signal }: Context) => {
    const removed = (): unknown => heard.push('removed');
    signal.addEventListener('abort', removed);
    signal.removeEventListener('abort', removed);
    const twice = (): unknown => heard.push('twice');
    signal.addEventListener('abort', twice);
    signal.addEventListener('abort', twice);
    signal.onabort = removed;
    const last = function (this: unknown, event: Event): void {
      heard.push(this === signal, event.type);
    };
    signal.onabort = last;
    heard.push(signal.onabort === last, signal instanceof AbortSignal);
    AbortSignal.any([signal]).addEventListener('abort', () => heard.push('derived'));
    return new Promise(() => undefined);
  });
  await failureOf(client.callTool('run', {}, { timeout: 5 }));
  expect(heard).toEqual([true, true, 'twice', true, 'abort', 'derived']);
});
