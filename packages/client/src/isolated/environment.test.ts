import { BTCPError, copyJson, type ToolContext } from '@btcp/core';
import { expect, it } from 'vitest';
import { Environment } from './environment.ts';

/** An environment of realms that run nothing, and what was done to them. */
function stub() {
  const log: string[] = [];
  let receive = (_message: string): void => undefined;
  const environment = new Environment(
    'mail',
    (events) => {
      receive = events.receive;
      log.push('started');
      setTimeout(() => receive('{"type":"ready","tools":["run"]}'));
      return { send: () => log.push('sent'), close: () => log.push('closed') };
    },
    { BTCPError, copyJson },
  );
  const call = (): Promise<unknown> =>
    environment.call('run', {}, { signal: new AbortController().signal } as unknown as ToolContext);
  return {
    environment,
    log,
    call,
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
