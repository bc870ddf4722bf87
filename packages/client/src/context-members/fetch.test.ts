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

  const fetchWith = (fetchOrigins: unknown, path = '/x'): Promise<unknown> =>
    fetchFrom(origin + path, fetchOrigins);

  async function fetchFrom(address: string, fetchOrigins: unknown): Promise<unknown> {
    const client = await clientWith((_input, { fetch }: ToolContext) => fetch(address), {
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

  it('says which address failed, and why, without its query', async () => {
    const gone = createServer();
    await new Promise<void>((resolve) => gone.listen(0, '127.0.0.1', resolve));
    const { port } = gone.address() as AddressInfo;
    await new Promise((resolve) => gone.close(resolve));
    expect(await failureOf(fetchFrom(`http://127.0.0.1:${port}/x?key=secret`, ['*']))).toMatchObject({
      code: 'EXECUTION_ERROR',
      message: `http://127.0.0.1:${port}/x could not be fetched: connect ECONNREFUSED 127.0.0.1:${port}`,
    });
  });

  it('repeats no password of an address', async () => {
    expect(await failureOf(fetchFrom(origin.replace('//', '//ann:secret@'), ['*']))).toMatchObject({
      code: 'INVALID_ARGUMENT',
      message: 'An address with a name or password cannot be fetched.',
    });
  });

  it('says that a relative URL needs a page', async () => {
    expect(await failureOf(fetchFrom('/api/prices', ['*']))).toMatchObject({
      code: 'EXECUTION_ERROR',
      message: '"/api/prices" is a relative URL, and there is no page here whose address it could follow.',
      suggestion:
        'Call it in a page; elsewhere, tools fetch absolute URLs whose origin is in `fetchOrigins`.',
    });
    expect(await failureOf(fetchFrom('http://', ['*']))).toMatchObject({
      code: 'INVALID_ARGUMENT',
      message: '"http://" is not a URL.',
    });
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
