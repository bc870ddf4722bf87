import type { JSONRPCMessage } from '@modelcontextprotocol/server';
import { expect, it } from 'vitest';
import { EventLog } from './sessions.ts';

const result = (id: number, text: string): JSONRPCMessage => ({
  jsonrpc: '2.0',
  id,
  result: { content: [{ type: 'text', text }] },
});

async function keptAfter(log: EventLog, id: string): Promise<readonly string[]> {
  const sent: string[] = [];
  await log.replayEventsAfter(id, { send: async (each) => void sent.push(each) });
  return sent;
}

it('keeps the last hundred messages of a session, but no more than 4 Mi characters', async () => {
  const log = new EventLog();
  for (let id = 1; id <= 10; id++) await log.storeEvent('a', result(id, 'x'.repeat(1_000_000)));
  expect(await log.getStreamIdForEventId('6')).toBeUndefined();
  expect(await keptAfter(log, '7')).toEqual(['8', '9', '10']);
  await log.storeEvent('a', result(11, 'x'.repeat(5_000_000)));
  expect(await log.getStreamIdForEventId('10')).toBeUndefined();
  expect(await log.getStreamIdForEventId('11')).toBeUndefined();
  for (let id = 12; id <= 120; id++) await log.storeEvent('a', result(id, 'x'));
  expect(await log.getStreamIdForEventId('20')).toBeUndefined();
  expect(await keptAfter(log, '118')).toEqual(['119', '120']);
});
