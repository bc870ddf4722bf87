import { Type } from '@sinclair/typebox';
import { defineTool } from '@btcp/core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { BTCPTestClient } from '../test-client.ts';
import { type Fakes, type FakesOptions, installFakes } from './install-fakes.ts';

const none = Type.Object({});
const page = globalThis as unknown as Window & typeof globalThis;

const switchTheme = defineTool({
  inputSchema: Type.Object({ theme: Type.String() }),
  capabilities: ['storage:local:write'],
  execute({ theme }) {
    const before = page.localStorage.getItem('theme');
    page.localStorage['theme'] = theme;
    return { before };
  },
});

const readTheme = defineTool({
  inputSchema: none,
  capabilities: ['storage:local:read'],
  execute: () => ({ keys: Object.keys(page.localStorage), theme: page.localStorage.getItem('theme') }),
});

const copyTitle = defineTool({
  inputSchema: none,
  capabilities: ['clipboard:write'],
  execute: () => page.navigator.clipboard.writeText(page.document.title),
});

const paste = defineTool({
  inputSchema: none,
  capabilities: ['clipboard:read'],
  execute: () => page.navigator.clipboard.readText(),
});

const ordering = {
  inputSchema: Type.Object({ url: Type.String(), method: Type.String({ default: 'GET' }) }),
  async execute({ url, method }: { url: string; method: string }, { signal }: { signal: AbortSignal }) {
    const response = await fetch(url, { method, signal });
    return [response.status, await response.text()];
  },
};

const order = defineTool({ ...ordering, capabilities: ['network:fetch:cross-origin'] });
const orderHere = defineTool({ ...ordering, capabilities: ['network:fetch:same-origin'] });

const undeclared = defineTool({
  inputSchema: none,
  capabilities: [],
  async execute() {
    await Promise.resolve();
    return page.localStorage.getItem('theme');
  },
});

const tools = { switchTheme, readTheme, copyTitle, paste, order, orderHere, undeclared };

async function open(
  options: FakesOptions,
  ...grants: readonly string[]
): Promise<{ client: BTCPTestClient; fakes: Fakes }> {
  const client = new BTCPTestClient({ html: '<title>Orders</title>', development: true });
  const fakes = installFakes(client, options);
  onTestFinished(fakes.restore);
  await client.registerTools(tools);
  await client.grantCapabilities(grants);
  return { client, fakes };
}

describe('installFakes', () => {
  it('keeps what tools store, and shows it to the test', async () => {
    const { client, fakes } = await open({ localStorage: { theme: 'dark' } }, 'storage:local:write');
    expect(await client.callTool('switchTheme', { theme: 'light' })).toEqual({ before: 'dark' });
    expect(await client.callTool('readTheme')).toEqual({ keys: ['theme'], theme: 'light' });
    expect(fakes.localStorage.getItem('theme')).toBe('light');
  });

  it('copies and pastes', async () => {
    const { client, fakes } = await open(
      { clipboard: 'from elsewhere' },
      'clipboard:read',
      'clipboard:write',
    );
    expect(await client.callTool('paste')).toBe('from elsewhere');
    await client.callTool('copyTitle');
    expect(await fakes.clipboard.readText()).toBe('Orders');
  });

  it('answers requests from its table, the most specific entry first', async () => {
    const { client, fakes } = await open(
      {
        fetch: {
          '/orders': [{ id: 7 }],
          'POST /orders': (request: Request) => new Response(request.url, { status: 201 }),
          'https://api.example/text': 'plain',
          '/broken': () => {
            throw new TypeError('fetch failed');
          },
        },
      },
      'network:fetch:cross-origin',
    );
    const call = (url: string, method = 'GET') => client.callTool('order', { url, method });
    expect(await call('/orders')).toEqual([200, '[{"id":7}]']);
    expect(await call('/orders?page=2#top')).toEqual([200, '[{"id":7}]']);
    expect(await call('/orders', 'POST')).toEqual([201, 'http://localhost/orders']);
    expect(await call('https://api.example/text')).toEqual([200, 'plain']);
    await expect(call('/broken')).rejects.toMatchObject({ message: 'fetch failed' });
    await expect(call('/none')).rejects.toMatchObject({
      code: 'EXECUTION_ERROR',
      message: 'There is no fake answer for GET http://localhost/none.',
    });
    expect(fakes.requests.map(({ method, url }) => `${method} ${url}`).slice(0, 4)).toEqual([
      'GET http://localhost/orders',
      'GET http://localhost/orders?page=2#top',
      'POST http://localhost/orders',
      'GET https://api.example/text',
    ]);
  });

  it('ends a request when the tool’s call is cancelled', async () => {
    const { client } = await open(
      { fetch: { '/slow': () => new Promise(() => undefined) } },
      'network:fetch:cross-origin',
    );
    const controller = new AbortController();
    const call = client.callTool('order', { url: '/slow' }, { signal: controller.signal });
    controller.abort();
    await expect(call).rejects.toMatchObject({ code: 'CALL_CANCELLED' });
  });

  it('refuses what the running tool does not declare, even if it is granted', async () => {
    const { client } = await open({}, 'storage:local:read', 'network:*');
    await expect(client.callTool('undeclared')).rejects.toMatchObject({
      code: 'CAPABILITY_DENIED',
      message: '`localStorage.getItem` needs storage:local:read, which "undeclared" does not declare.',
      data: { missing: ['storage:local:read'] },
    });
    await expect(client.callTool('orderHere', { url: 'https://api.example/' })).rejects.toMatchObject({
      code: 'CAPABILITY_DENIED',
      message: '`fetch` needs network:fetch:cross-origin, which "orderHere" does not declare.',
    });
  });

  it('allows what is granted to the tool’s manifest alone', async () => {
    const { client } = await open({ localStorage: { theme: 'dark' } });
    await client.grantCapabilities(['storage:local:write'], { manifest: 'test-tools' });
    expect(await client.callTool('readTheme')).toEqual({ keys: ['theme'], theme: 'dark' });
    expect(() => page.localStorage.getItem('theme')).toThrow(
      '`localStorage.getItem` needs storage:local:read, which is not granted.',
    );
  });

  it('refuses the bare function what is not granted', async () => {
    const { fakes } = await open({ fetch: { '/orders': [] } }, 'storage:session:write');
    const denied = (use: string, id: string) =>
      expect.objectContaining({
        code: 'CAPABILITY_DENIED',
        message: `\`${use}\` needs ${id}, which is not granted.`,
      }) as Error;
    expect(() => readTheme({})).toThrow(denied('localStorage', 'storage:local:read'));
    expect(() => switchTheme({ theme: 'a' })).toThrow(denied('localStorage.getItem', 'storage:local:read'));
    expect(() => delete page.localStorage['theme']).toThrow(
      denied('localStorage.theme', 'storage:local:write'),
    );
    expect(() => 'theme' in page.localStorage).toThrow(denied('localStorage.theme', 'storage:local:read'));
    page.sessionStorage.setItem('a', '1');
    await expect(copyTitle({})).rejects.toThrow(denied('navigator.clipboard.writeText', 'clipboard:write'));
    await expect(fetch('/orders')).rejects.toThrow(denied('fetch', 'network:fetch:same-origin'));
    expect([fakes.sessionStorage.getItem('a'), fakes.requests]).toEqual(['1', []]);
  });

  it('gives tools the page, also by its window, and removes all of it', async () => {
    const names = [
      'document',
      'window',
      'localStorage',
      'sessionStorage',
      'fetch',
      'navigator',
      'location',
    ] as const;
    const globals = (): unknown[] => names.map((name) => page[name]);
    const before = globals();
    const client = new BTCPTestClient({ html: '<title>Orders</title>' });
    const fakes = installFakes(client, { localStorage: { a: '1' } });
    await client.grantCapabilities(['storage:local:read']);
    try {
      expect(page.document.title).toBe('Orders');
      expect(page.window.localStorage.getItem('a')).toBe('1');
      expect(page.window.fetch).toBe(fetch);
      await expect(page.window.navigator.clipboard.readText()).rejects.toMatchObject({
        code: 'CAPABILITY_DENIED',
      });
    } finally {
      fakes.restore();
    }
    expect(globals()).toEqual(before);
  });
});
