import { BTCPError, copyJson, type ToolContext } from '@btcp/core';
import { describe, expect, it } from 'vitest';
import { Environment } from './environment.ts';
import type { RealmEvents } from './realm.ts';

/** A realm whose tools are this test, so that it can send anything. */
interface Fake {
  readonly environment: Environment;
  readonly sent: string[];
  readonly events: () => RealmEvents;
  starts: number;
}

const READY = '{"type":"ready","tools":["run"]}';

function fake(first: unknown = READY): Fake {
  let events: RealmEvents | undefined;
  const sent: string[] = [];
  const start = (given: RealmEvents) => {
    events = given;
    made.starts++;
    queueMicrotask(() => setTimeout(() => given.receive(first)));
    return { send: (message: unknown) => void sent.push(JSON.stringify(message)), close: () => undefined };
  };
  const made: Fake = {
    environment: new Environment('fakes', start, { BTCPError, copyJson }),
    sent,
    events: () => {
      if (!events) throw new Error('No realm was started.');
      return events;
    },
    starts: 0,
  };
  return made;
}

const context = (more: object = {}): ToolContext =>
  ({ signal: new AbortController().signal, ...more }) as unknown as ToolContext;

describe('an environment', () => {
  it.each([
    ['no string', { type: 'result', call: 1, value: 1 }],
    ['no JSON', '{"type":'],
    ['no object', '5'],
    ['no message', '{"type":"other","call":1}'],
    ['no id', '{"type":"result","call":"1","value":1}'],
    ['an inherited type', '{"__proto__":{"type":"result"},"call":1}'],
    ['too long a message', `{"type":"result","call":1,"value":"${'x'.repeat(5 * 2 ** 20)}"}`],
    ['arguments that are no array', '{"type":"request","call":1,"request":1,"member":"page.text","args":{}}'],
  ])('ends a realm that sends %s', async (_what, message) => {
    const { environment, events } = fake();
    await environment.start();
    const call = environment.call('run', {}, context());
    events().receive(message);
    await expect(call).rejects.toMatchObject({
      code: 'EXECUTION_ERROR',
      message: 'The isolated tools of "fakes" were ended, because the realm sent what is no message.',
    });
  });

  it('ignores results of other calls, and what comes after the first', async () => {
    const { environment, events } = fake();
    await environment.start();
    const call = environment.call('run', {}, context());
    events().receive('{"type":"result","call":7,"value":"other"}');
    events().receive('{"type":"result","call":1,"value":"own"}');
    events().receive('{"type":"result","call":1,"value":"again"}');
    expect(await call).toBe('own');
  });

  it('takes an error only as what it can be', async () => {
    const { environment, events } = fake();
    await environment.start();
    const call = environment.call('run', {}, context());
    events().receive(
      '{"type":"failure","call":1,"error":{"code":"no code","message":{"a":1},"suggestion":7}}',
    );
    await expect(call).rejects.toMatchObject({ code: 'EXECUTION_ERROR', message: 'The tool failed.' });
  });

  it.each([
    ['constructor', 'There is no such member of `ctx`.'],
    ['__proto__.text', 'There is no such member of `ctx`.'],
    ['signal.addEventListener', 'There is no such member of `ctx`.'],
    ['page.text', 'Nothing to read.'],
  ])('answers a request for %s with what it may not do', async (member, message) => {
    const { environment, events, sent } = fake();
    await environment.start();
    const page = {
      text: () => {
        throw new BTCPError('EXECUTION_ERROR', 'Nothing to read.');
      },
    };
    void environment.call('run', {}, context({ page })).catch(() => undefined);
    events().receive(JSON.stringify({ type: 'request', call: 1, request: 3, member, args: [] }));
    await expect.poll(() => sent.at(-1)).toContain('refusal');
    const answer = JSON.parse(JSON.parse(sent.at(-1) ?? '') as string) as { readonly error: object };
    expect(answer).toMatchObject({ request: 3, error: { message } });
  });

  it('starts anew after it was ended, and hears nothing of the realm before', async () => {
    const made = fake();
    const { environment, events } = made;
    await environment.start();
    const old = events();
    const controller = new AbortController();
    const aborted = environment.call('run', {}, context({ signal: controller.signal }));
    const beside = environment.call('run', {}, context());
    controller.abort();
    await expect(beside).rejects.toMatchObject({
      message: 'The isolated tools of "fakes" were ended, because the call of "run" was stopped.',
    });
    const next = environment.call('run', {}, context());
    await environment.start();
    old.end('failed');
    old.receive('{"type":"result","call":3,"value":"old"}');
    events().receive('{"type":"result","call":3,"value":"new"}');
    expect(await next).toBe('new');
    expect(made.starts).toBe(2);
    expect(aborted).toBeInstanceOf(Promise);
  });

  it('fails a call whose listener of progress throws', async () => {
    const { environment, events } = fake();
    await environment.start();
    const progress = (): never => {
      throw new Error('The listener failed.');
    };
    const call = environment.call('run', {}, context({ progress }));
    events().receive('{"type":"progress","call":1,"update":{"progress":1}}');
    await expect(call).rejects.toMatchObject({ message: 'The listener failed.' });
  });

  it('cannot be started by a realm that says something else first', async () => {
    await expect(fake('{"type":"other"}').environment.start()).rejects.toMatchObject({
      code: 'EXECUTION_ERROR',
    });
  });

  it('gives credit for what it has read', async () => {
    const { environment, events, sent } = fake();
    await environment.start();
    void environment.call('run', {}, context()).catch(() => undefined);
    // The realm has said that it is ready.
    for (let at = 1; at < 1000; at++) events().receive('{"type":"progress","call":1,"update":{}}');
    expect(sent.at(-1)).toMatch(/^\[1000,\d+\]$/);
  });
});
