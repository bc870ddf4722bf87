import { describe, expect, it } from 'vitest';
import { anyTool, clientWith, failureOf, manifestOf, validatorsOf } from '../test/clients.ts';
import { BTCPClient } from './client.ts';
import type { ClientEvents } from './events.ts';

function record(client: BTCPClient, ...events: (keyof ClientEvents)[]): [string, unknown][] {
  const log: [string, unknown][] = [];
  for (const event of events) client.on(event, (detail) => log.push([event, detail]));
  return log;
}

describe('on', () => {
  it('reports calls: start, then success or failure with the duration', async () => {
    const client = await clientWith((input: { fail?: boolean }) => {
      if (input.fail) throw new Error('failed');
      return 'ran';
    });
    const log = record(client, 'callStarted', 'callSucceeded', 'callFailed');
    await client.callTool('run', { a: 1 });
    await failureOf(client.callTool('run', { fail: true }));
    await failureOf(client.callTool('none'));
    const duration: unknown = expect.any(Number);
    const input = { a: 1 };
    expect(log).toEqual([
      ['callStarted', { id: 1, tool: 'run', input }],
      ['callSucceeded', { id: 1, tool: 'run', input, output: 'ran', duration }],
      ['callStarted', { id: 2, tool: 'run', input: { fail: true } }],
      [
        'callFailed',
        {
          id: 2,
          tool: 'run',
          input: { fail: true },
          error: expect.objectContaining({ code: 'EXECUTION_ERROR' }) as unknown,
          duration,
        },
      ],
      ['callStarted', { id: 3, tool: 'none', input: {} }],
      [
        'callFailed',
        {
          id: 3,
          tool: 'none',
          input: {},
          error: expect.objectContaining({ code: 'TOOL_NOT_FOUND' }) as unknown,
          duration,
        },
      ],
    ]);
  });

  it('runs listeners before the caller continues', async () => {
    const client = await clientWith(async () => 1);
    const log: string[] = [];
    client.on('callSucceeded', () => log.push('event'));
    await client.callTool('run').then(() => log.push('caller'));
    expect(log).toEqual(['event', 'caller']);
  });

  it('reports capabilities and tools', async () => {
    const client = new BTCPClient();
    const log = record(client, 'capabilitiesChanged', 'toolsChanged');
    await client.grantCapabilities(['dom:write']);
    await failureOf(client.grantCapabilities(['bad']));
    // Changes nothing.
    await client.grantCapabilities(['dom:write']);
    await client.revokeCapabilities(['dom:write']);
    await client.revokeCapabilities(['dom:write']);
    const manifest = manifestOf([anyTool('run')]);
    await client.registerManifest({
      manifest,
      implementations: { run: () => 1 },
      validators: validatorsOf(manifest),
    });
    await client.unregisterManifest('none');
    await client.clearManifests();
    await client.clearManifests();
    expect(log).toEqual([
      [
        'capabilitiesChanged',
        { capabilities: ['dom:read', 'dom:write'], grants: [{ capability: 'dom:write' }] },
      ],
      ['capabilitiesChanged', { capabilities: [], grants: [] }],
      ['toolsChanged', { added: ['run'], removed: [] }],
      ['toolsChanged', { added: [], removed: ['run'] }],
    ]);
  });

  it('reports after the client has changed', async () => {
    const client = new BTCPClient();
    let listed = 0;
    client.on('toolsChanged', () => (listed = client.listTools().length));
    const manifest = manifestOf([anyTool('run')]);
    await client.registerManifest({
      manifest,
      implementations: { run: () => 1 },
      validators: validatorsOf(manifest),
    });
    expect(listed).toBe(1);
  });

  it('survives listeners that throw, reject, or add and remove listeners', async () => {
    const client = await clientWith(() => 'ran');
    const logged: unknown[] = [];
    const { error } = console;
    // oxlint-disable-next-line no-console -- where the client logs
    console.error = (...args: unknown[]) => logged.push(args);
    let heard = 0;
    try {
      client.on('callSucceeded', () => {
        throw new Error('thrown');
      });
      client.on('callSucceeded', () => Promise.reject(new Error('rejected')));
      client.on('callSucceeded', () => client.on('callSucceeded', () => heard++));
      const off = client.on('callSucceeded', () => {
        heard++;
        off();
      });
      expect(await client.callTool('run')).toBe('ran');
      expect(heard).toBe(1);
      expect(await client.callTool('run')).toBe('ran');
      expect(heard).toBe(2);
      await new Promise((resolve) => setTimeout(resolve));
    } finally {
      // oxlint-disable-next-line no-console -- as it was
      console.error = error;
    }
    expect(logged.map((args) => (args as unknown[])[0])).toEqual(
      Array(4).fill('BTCP: a listener of callSucceeded failed.'),
    );
  });

  it('stops with the function it returns, for this listener only', async () => {
    const client = await clientWith(() => 'ran');
    let heard = 0;
    const listener = (): void => void heard++;
    const off = client.on('callStarted', listener);
    client.on('callStarted', listener);
    off();
    off();
    await client.callTool('run');
    expect(heard).toBe(1);
  });

  it('reports the first call of a deprecated tool', async () => {
    const tool = { deprecated: true, successor: 'walk', sunset: '2.0.0' };
    const client = await clientWith(() => 'ran', { tool });
    const log = record(client, 'deprecatedCalled');
    await client.callTool('run');
    await client.callTool('run');
    expect(log).toEqual([
      ['deprecatedCalled', { tool: expect.objectContaining({ name: 'run', ...tool }) as unknown }],
    ]);
  });
});
