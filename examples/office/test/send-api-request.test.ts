import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openOffice, type Office } from '../src/local/open-office.ts';
import { startOrdersServer } from '../src/local/orders-server.ts';
import { sendApiRequest } from '../src/tools/send-api-request.ts';

let office: Office;
beforeAll(async () => {
  office = await openOffice();
});
afterAll(() => office.close());

type Input = Parameters<typeof sendApiRequest>[0];
const send = (method: Input['method'], path: string, rest: Partial<Input> = {}) =>
  sendApiRequest({ method, url: `${office.origin}${path}`, timeout: 30, ...rest }, office.services);

describe('what the API answers', () => {
  it('GET', async () => {
    const { status, headers, body, truncated } = await send('GET', '/orders');
    expect([status, headers['content-type'], truncated]).toEqual([200, 'application/json', false]);
    expect(JSON.parse(body)).toEqual([
      { id: 1, customer: 'Aster Ltd', total: 40 },
      { id: 2, customer: 'Bergamot & Co', total: 260.5 },
    ]);
  });

  it('POST with JSON', async () => {
    const { status, body } = await send('POST', '/orders', { body: '{"customer":"Dill"}' });
    expect([status, body]).toEqual([
      201,
      '{"received":{"type":"application/json","json":{"customer":"Dill"}}}',
    ]);
  });

  it('POST with a content type of its own', async () => {
    const headers = { 'Content-Type': 'application/ld+json' };
    const { body } = await send('POST', '/orders', { body: '[]', headers });
    expect(body).toBe('{"received":{"type":"application/ld+json","json":[]}}');
  });

  it('DELETE without a body', async () => {
    expect(await send('DELETE', '/orders/1')).toMatchObject({ status: 204, body: '', truncated: false });
  });

  it('an error of the API is an answer', async () => {
    expect(await send('PUT', '/nothing')).toMatchObject({ status: 404, body: '{"error":"no such address"}' });
  });

  it('a redirect is not followed', async () => {
    const { status, headers } = await send('GET', '/old-orders');
    expect([status, headers['location']]).toEqual([302, '/orders']);
  });

  it('a body without end is cut', async () => {
    const { body, truncated } = await send('GET', '/export', { timeout: 5 });
    expect([body.length, truncated]).toEqual([1_000_000, true]);
  });
});

describe('what is refused', () => {
  it.each([
    ['another origin', { url: 'http://169.254.169.254/latest' }, 'ORIGIN_NOT_ALLOWED'],
    ['a file', { url: 'file:///etc/passwd' }, 'ORIGIN_NOT_ALLOWED'],
    ['a relative URL', { url: '/orders' }, 'INVALID_URL'],
    ['a user name in the URL', { url: 'http://a:b@127.0.0.1/' }, 'INVALID_URL'],
    ['a header on two lines', { headers: { accept: 'a\r\nx-evil: 1' } }, 'INVALID_HEADER'],
    ['a header name with a space', { headers: { 'a b': '1' } }, 'INVALID_HEADER'],
    ['the Host header', { headers: { Host: 'other.example' } }, 'INVALID_HEADER'],
    ['a body with GET', { body: '{}' }, 'INVALID_BODY'],
    ['a body that is not JSON', { method: 'POST', body: '{' }, 'INVALID_BODY'],
  ] as const)('%s', async (_, input, code) => {
    const request = { method: 'GET', url: `${office.origin}/orders`, ...input } as const;
    await expect(sendApiRequest({ timeout: 30, ...request }, office.services)).rejects.toMatchObject({
      code,
      suggestion: expect.any(String),
    });
  });

  it('an answer that takes too long', async () => {
    await expect(send('GET', '/report', { timeout: 1 })).rejects.toMatchObject({
      code: 'REQUEST_TIMEOUT',
      message: 'No complete answer within 1 s.',
    });
  });

  it('a server that is down', async () => {
    const { origin, close } = await startOrdersServer();
    await close();
    const http = { allowedOrigins: [origin] };
    await expect(
      sendApiRequest({ method: 'GET', url: `${origin}/orders`, timeout: 30 }, { http }),
    ).rejects.toMatchObject({
      code: 'REQUEST_FAILED',
      cause: expect.objectContaining({ cause: expect.objectContaining({ code: 'ECONNREFUSED' }) }),
    });
  });

  it('to wait after it was cancelled', async () => {
    const controller = new AbortController();
    const url = `${office.origin}/report`;
    const answer = sendApiRequest(
      { method: 'GET', url, timeout: 30 },
      { ...office.services, signal: controller.signal },
    );
    controller.abort(new Error('enough'));
    await expect(answer).rejects.toThrow('enough');
  });

  it('a host without HTTP', async () => {
    await expect(
      sendApiRequest({ method: 'GET', url: 'http://a.example/', timeout: 30 }),
    ).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
    });
  });
});
