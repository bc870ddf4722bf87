import { BTCPError, type ToolContext } from '@btcp/core';
import { copyJson } from '@btcp/core/internal';
import { setImmediate } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { Environment } from './environment.ts';

/** Milliseconds to wait on a busy machine. */
const BUSY = 60_000;

/** An environment of realms that run nothing, and what was done to them. */
function stub(text = async (_selector: string): Promise<unknown> => null, saysWhatIsRead = false) {
  const log: string[] = [];
  const sent: unknown[] = [];
  let receive = (_message: unknown): void => undefined;
  const environment = new Environment(
    'mail',
    (events) => {
      receive = events.receive;
      log.push('started');
      setTimeout(() => receive('{"type":"ready"}'));
      return {
        send: (message) => {
          log.push('sent');
          sent.push(typeof message === 'string' ? JSON.parse(message) : message);
        },
        close: () => log.push('closed'),
        saysWhatIsRead,
      };
    },
    { BTCPError, copyJson },
    { script: '/isolated.js' },
  );
  const call = (context: object = {}): Promise<unknown> => {
    const { signal } = new AbortController();
    return environment.call('run', {}, { signal, page: { text }, ...context } as unknown as ToolContext);
  };
  const tell = (message: object): void => receive(JSON.stringify(message));
  return {
    environment,
    log,
    sent,
    call,
    tell,
    ask: (number: number, request: number, member = 'page.text') =>
      tell({ type: 'request', call: number, request, member, args: ['h1'] }),
    receive: (message: unknown) => receive(message),
    read: (length: number) => receive([length]),
    answer: (number: number) => receive(`{"type":"result","call":${number},"value":7}`),
  };
}

it('ends at once when its manifest is removed', async () => {
  const { environment, log } = stub();
  await environment.start();
  environment.retire();
  expect(log).toEqual(['started', 'closed']);
});

it('ends after the calls that run when its manifest is removed', async () => {
  const { environment, log, call, answer } = stub();
  await environment.start();
  const calls = [call(), call()];
  await Promise.resolve();
  environment.retire();
  answer(1);
  expect(log).toEqual(['started', 'sent', 'sent']);
  answer(2);
  expect(await Promise.all(calls)).toEqual([7, 7]);
  expect(log).toEqual(['started', 'sent', 'sent', 'closed']);
});

it.each([
  [{ progress: 1, total: 2, message: 'Half' }, [{ progress: 1, total: 2, message: 'Half' }]],
  [{ progress: 1, total: '2', message: { html: '<b>' }, to: 'admin' }, [{ progress: 1 }]],
  [{ progress: 1, message: 'x'.repeat(5000) }, [{ progress: 1, message: 'x'.repeat(1000) }]],
  [{ progress: null, message: 'Half' }, []],
  [null, []],
])('passes on of a progress what callers expect: %#', async (update, passedOn) => {
  const { environment, call, tell, answer } = stub();
  await environment.start();
  const progress = vi.fn<(update: unknown) => void>();
  const ended = call({ progress });
  await Promise.resolve();
  tell({ type: 'progress', call: 1, update });
  answer(1);
  await ended;
  expect(progress.mock.calls.flat()).toEqual(passedOn);
});

it('takes nothing from a failure whose error is no object', async () => {
  const { environment, call, tell } = stub();
  await environment.start();
  const failed = call();
  await Promise.resolve();
  tell({ type: 'failure', call: 1, error: 'x'.repeat(1_000_000) });
  await expect(failed).rejects.toMatchObject({ code: 'EXECUTION_ERROR', message: 'The tool failed.' });
});

const LATE = {
  code: 'CALL_CANCELLED',
  message: '`ctx.page.text` was used after its call had ended.',
  suggestion: 'Wait for it before the tool returns.',
};

it('refuses at once what a call asks for after its end', async () => {
  const { environment, sent, call, ask, answer } = stub();
  await environment.start();
  const ended = call();
  await Promise.resolve();
  answer(1);
  await ended;
  ask(1, 5);
  await vi.waitFor(() => expect(sent).toHaveLength(2), BUSY);
  expect(sent[1]).toMatchObject({ type: 'refusal', request: 5, error: LATE });
});

it('keeps to itself what it had not read when the call ended', async () => {
  let answerText = (_text: string): void => undefined;
  const { environment, sent, call, ask, answer } = stub(
    () => new Promise((resolve) => (answerText = resolve)),
  );
  await environment.start();
  const ended = call();
  await Promise.resolve();
  ask(1, 5);
  await setImmediate();
  answer(1);
  await ended;
  answerText('secret');
  await vi.waitFor(() => expect(sent).toHaveLength(2), BUSY);
  expect(sent[1]).toMatchObject({ type: 'refusal', request: 5, error: LATE });
});

it('does not do what a call asked for and did not wait for', async () => {
  let answerText = (_text: string): void => undefined;
  const text = vi.fn<() => Promise<string>>(() => new Promise((resolve) => (answerText = resolve)));
  const { environment, sent, call, ask, answer } = stub(text);
  await environment.start();
  const ended = call();
  await Promise.resolve();
  ask(1, 1);
  ask(1, 2);
  await vi.waitFor(() => expect(text).toHaveBeenCalledTimes(1), BUSY);
  answer(1);
  await ended;
  // The first began before the end; the second waits for it.
  answerText('One');
  await vi.waitFor(() => expect(sent).toHaveLength(3), BUSY);
  expect(text).toHaveBeenCalledTimes(1);
});

it('does not do what a call asked for before it was stopped, nor waits for that', async () => {
  const text = vi.fn<() => Promise<unknown>>(() => new Promise(() => undefined));
  const { environment, sent, call, ask } = stub(text);
  await environment.start();
  const controller = new AbortController();
  const stopped = call({ signal: controller.signal });
  stopped.catch(() => undefined);
  await Promise.resolve();
  ask(1, 1);
  ask(1, 2);
  await setImmediate();
  controller.abort();
  await environment.start();
  void call();
  await Promise.resolve();
  ask(2, 1);
  await vi.waitFor(() => expect(text).toHaveBeenCalledTimes(2), BUSY);
  expect(sent).toMatchObject([{ type: 'call' }, { type: 'call' }]);
});

it('gives credit for a request when it is answered', async () => {
  let open = (): void => undefined;
  const isOpen = new Promise<void>((resolve) => (open = resolve));
  const { environment, sent, call, ask } = stub(() => isOpen);
  await environment.start();
  void call();
  await Promise.resolve();
  // `ready` was read before them.
  for (let request = 1; request < 1000; request++) ask(1, request);
  await setImmediate();
  expect(sent).toMatchObject([{ type: 'call' }]);
  open();
  await vi.waitFor(() => expect(sent).toHaveLength(1001), BUSY);
  expect(sent[1000]).toEqual([1000, expect.any(Number)]);
});

it('answers no further while a realm that computes has much to read', async () => {
  const megabyte = 'x'.repeat(2 ** 20);
  const { environment, sent, call, ask, read } = stub(async () => megabyte, true);
  await environment.start();
  void call();
  await Promise.resolve();
  for (let request = 1; request <= 40; request++) ask(1, request);
  await vi.waitFor(() => expect(sent).toHaveLength(17), BUSY);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(sent).toHaveLength(17);
  read(16 * 2 ** 20);
  await vi.waitFor(() => expect(sent.length).toBeGreaterThan(30), BUSY);
  expect(sent.length).toBeLessThan(36);
});

it.each([
  ['nested deeper than any value of a call', '['.repeat(2 ** 20) + ']'.repeat(2 ** 20)],
  ['of a million arrays, which would block the page for seconds', `[${'[],'.repeat(2 ** 20)}0]`],
])('ends where the realm sends a message %s', async (_, update) => {
  const { call, receive } = stub();
  const running = call();
  await vi.waitFor(() => receive('{"type":"ready"}'), BUSY);
  receive(`{"type":"progress","call":1,"update":${update}}`);
  await expect(running).rejects.toThrow('the realm sent what is no message, or one of too many parts');
});

it('reads brackets in a text as text', async () => {
  const { call, receive } = stub();
  const running = call();
  await setImmediate();
  receive(JSON.stringify({ type: 'result', call: 1, value: `"\\${'['.repeat(1000)}` }));
  expect(await running).toBe(`"\\${'['.repeat(1000)}`);
});
