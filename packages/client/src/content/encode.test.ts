import { link, media, page } from '@btcp/core/content';
import { Type } from '@sinclair/typebox';
import { describe, expect, it } from 'vitest';
import type { BTCPClient } from '../index.ts';
import { clientWith, failureOf } from '../../test/clients.ts';

const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';
const bytes = (base64: string): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(base64, 'base64'));

const returning = (
  value: unknown,
  schema: unknown = media('image/png'),
  limits: { output?: number } = {},
): Promise<BTCPClient> =>
  clientWith(() => value, {
    tool: {
      outputSchema: { type: 'object', properties: { picture: schema }, required: ['picture'] },
    },
    limits,
  });

describe('a tool whose output schema has media', () => {
  it.each<[string, unknown]>([
    ['base64 text', PNG],
    ['bytes', bytes(PNG)],
    ['a Buffer', Buffer.from(PNG, 'base64')],
    ['a Blob', new Blob([bytes(PNG)], { type: 'image/png' })],
  ])('gives callers base64 text where its handler returns %s', async (_, picture) => {
    const client = await returning({ picture });
    expect(await client.callTool('run', {})).toEqual({ picture: PNG });
  });

  it('refuses what is of another type than declared', async () => {
    const client = await returning({ picture: Buffer.from('GIF89a') });
    expect(await failureOf(client.callTool('run', {}))).toMatchObject({
      code: 'INVALID_OUTPUT',
      message: expect.stringContaining(
        '`picture` must be base64 text of its media type, without a `data:` prefix',
      ) as string,
    });
  });

  it('has room for its media beside the limit of outputs, and no more than its schema says', async () => {
    const large = new Uint8Array(3_000_000);
    large.set(bytes(PNG));
    const client = await returning({ picture: large }, media('image/png'), { output: 1000 });
    const { picture } = (await client.callTool('run', {})) as { picture: string };
    expect(picture.length).toBe(4_000_000);
    const strict = await returning({ picture: large }, media('image/png', { maxBytes: 1_000_000 }));
    expect(await failureOf(strict.callTool('run', {}))).toMatchObject({ code: 'INVALID_OUTPUT' });
  });

  it('still refuses bytes where nothing declares them', async () => {
    const client = await returning({ picture: bytes(PNG) }, link('image/png'));
    expect(await failureOf(client.callTool('run', {}))).toMatchObject({ code: 'INVALID_OUTPUT' });
  });
});

it('takes a file as input that is larger than the limit of inputs', async () => {
  const client = await clientWith((input) => (input as { file: string }).file.length, {
    tool: { inputSchema: { type: 'object', properties: { file: media('image/png') } } },
  });
  const file = PNG.slice(0, 92) + 'A'.repeat(2_000_000);
  expect(await client.callTool('run', { file })).toBe(2_000_092);
  expect(await failureOf(client.callTool('run', { file: 'R0lGODlh' }))).toMatchObject({
    code: 'INVALID_INPUT',
  });
});

it('says how to ask for less, where a page is too long', async () => {
  const numbers = page(Type.Integer(), { maxItems: 2 });
  const client = await clientWith(() => ({ items: [1, 2, 3] }), {
    tool: { outputSchema: JSON.parse(JSON.stringify(numbers.output)) as never },
  });
  expect(await failureOf(client.callTool('run', {}))).toMatchObject({
    code: 'INVALID_OUTPUT',
    suggestion: 'Ask for less in one call: a lower `limit`.',
  });
});
