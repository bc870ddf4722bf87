import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ToolContext } from '@btcp/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientWith, failureOf } from '../../test/clients.ts';

const CAPABILITY = 'network:fetch:cross-origin';

describe('ctx.fetch', () => {
  let server: Server;
  let origin: string;
  beforeAll(async () => {
    server = createServer(({ url }, response) => {
      if (url === '/x') return response.end('hello');
      return response.write('x'.repeat(2 ** 20 + 1));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  async function fetchWith(fetchOrigins: unknown, path = '/x'): Promise<unknown> {
    const client = await clientWith((_input, { fetch }: ToolContext) => fetch(origin + path), {
      tool: { capabilities: [CAPABILITY] },
      fetchOrigins: fetchOrigins as readonly string[],
    });
    await client.grantCapabilities([CAPABILITY]);
    return client.callTool('run');
  }

  it.each([
    ['its origin', () => [origin]],
    ['all', () => ['*']],
  ])('reaches what the host allows: %s', async (_, origins) => {
    expect(await fetchWith(origins())).toMatchObject({ ok: true, status: 200, text: 'hello' });
  });

  it('reads no more than 1 MiB, and closes the connection', async () => {
    const closed = new Promise((resolve) =>
      server.once('request', (_, response) => response.once('close', resolve)),
    );
    expect(await failureOf(fetchWith(['*'], '/endless'))).toMatchObject({
      code: 'EXECUTION_ERROR',
      message: 'The response is longer than 1 MiB.',
    });
    await closed;
  });

  it('reaches nothing else', async () => {
    expect(await failureOf(fetchWith(['http://127.0.0.1:1']))).toMatchObject({ code: 'CAPABILITY_DENIED' });
    expect(await failureOf(fetchWith(undefined))).toMatchObject({ code: 'CAPABILITY_DENIED' });
  });

  it.each([
    ['a string', () => `${origin}5`],
    ['a path', () => [`${origin}/`]],
    ['no scheme', () => ['127.0.0.1']],
    ['capitals', () => [origin.toUpperCase()]],
  ])('refuses origins that are none: %s', async (_, origins) => {
    expect(await failureOf(fetchWith(origins()))).toMatchObject({
      code: 'INVALID_ARGUMENT',
      message: '`fetchOrigins` must be an array of origins.',
    });
  });
});
