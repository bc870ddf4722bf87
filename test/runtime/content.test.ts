import { Type } from '@sinclair/typebox';
import { compileSchema } from '@btcp/schema/compile';
import { describe, expect, it } from 'vitest';
import {
  findContent,
  link,
  media,
  replaceContent,
  toBase64,
  toBlob,
  toBytes,
  toDataUrl,
} from '@btcp/core/content';

const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';

const text = (bytes: string): string => btoa(bytes);

describe('media', () => {
  it('is a string in JSON Schema, with its type, a limit and the signature', () => {
    expect(
      JSON.parse(JSON.stringify(media('image/png', { description: 'The chart.', maxBytes: 300 }))),
    ).toEqual({
      type: 'string',
      contentEncoding: 'base64',
      contentMediaType: 'image/png',
      pattern:
        '^iVBORw0KGg[o-r][A-Za-z0-9+/](?:[A-Za-z0-9+/][A-Za-z0-9+/][A-Za-z0-9+/][A-Za-z0-9+/])*(?:[A-Za-z0-9+/][A-Za-z0-9+/](?:==|[A-Za-z0-9+/]=))?$',
      maxLength: 400,
      description: 'The chart.',
    });
    expect(media('image/png').maxLength).toBe(6_666_668);
  });

  it.each([
    ['image/png', atob(PNG)],
    ['image/jpeg', '\xff\xd8\xff\xe0\0\x10JFIF'],
    ['image/gif', 'GIF89a\x01\0'],
    ['image/webp', 'RIFF\x24\0\0\0WEBPVP8 '],
    ['image/avif', '\0\0\0\x20ftypavif'],
    ['image/tiff', 'MM\0*\0\0\0\x08'],
    ['application/pdf', '%PDF-1.7\n'],
    ['application/zip', 'PK\x03\x04\x14\0'],
    ['audio/wav', 'RIFF\x24\x08\0\0WAVEfmt '],
    ['audio/mpeg', 'ID3\x04\0\0'],
    ['audio/mp3', '\xff\xfb\x90\x64\0\0'],
    ['video/mp4', '\0\0\0\x18ftypmp42'],
    ['audio/ogg', 'OggS\0\x02\0\0'],
    ['video/webm', '\x1a\x45\xdf\xa3\x9f\x42'],
  ])('refuses what is not %s', (type, file) => {
    const validate = compileSchema(media(type));
    expect(validate(text(file)).ok).toBe(true);
    expect(validate(text('<!doctype html><p>Not found')).ok).toBe(false);
  });

  it('refuses what is not base64, or too long', () => {
    const validate = compileSchema(media('text/csv', { maxBytes: 6 }));
    expect(
      ['YSxi', 'YSxiCg==', 'YSxi*', '=YSx', 'YSxiY', 'YSxiYSxiYSxi'].map((value) => validate(value).ok),
    ).toEqual([true, true, false, false, false, false]);
  });

  it('checks five megabytes', () => {
    const file = toBase64(toBytes(PNG.repeat(1).slice(0, 44))) + 'A'.repeat(6_666_000);
    const result = compileSchema(media('image/png'))(file);
    expect(result.ok ? [] : result.issues).toEqual([]);
    expect(compileSchema(media('image/png'))(`${file}%`).ok).toBe(false);
  });
});

describe('findContent', () => {
  const schema = Type.Object({
    title: Type.String(),
    pages: Type.Array(Type.Union([media('image/png'), media('image/jpeg')])),
    invoice: Type.Optional(link('application/pdf')),
  });
  const value = { title: 'x', pages: ['/9j/4AAQ', PNG], invoice: 'https://example.com/1.pdf' };

  it('finds media and links, and of several types the one that fits', () => {
    expect(findContent(value, schema).map(({ keys, kind, type }) => [keys.join('/'), kind, type])).toEqual([
      ['pages/0', 'media', 'image/jpeg'],
      ['pages/1', 'media', 'image/png'],
      ['invoice', 'link', 'application/pdf'],
    ]);
  });

  it('follows references', () => {
    const referring = { $ref: '#/$defs/a~1b', $defs: { 'a/b': { properties: { p: media('image/png') } } } };
    expect(findContent({ p: PNG }, referring).map(({ keys }) => keys)).toEqual([['p']]);
  });

  it('takes no longer for the variants of a recursive union', () => {
    const block = (name: string): object => ({
      type: 'object',
      properties: { type: { const: name }, inner: { $ref: '#' } },
    });
    const recursive = { anyOf: [block('quote'), block('list'), media('image/png')] };
    let deep: unknown = PNG;
    for (let depth = 0; depth < 40; depth++) deep = { type: 'list', inner: deep };
    expect(findContent(deep, recursive).map(({ keys }) => keys.length)).toEqual([40]);
    // References that lead nowhere but to each other.
    expect(findContent(PNG, { anyOf: Array.from({ length: 9 }, () => ({ $ref: '#' })) })).toEqual([]);
  });

  it('replaces what a long list has in one pass', () => {
    // A copy for each would take most of a minute.
    const links = Array.from({ length: 100_000 }, (_, index) => `a:${index}`);
    const copy = replaceContent(links, findContent(links, Type.Array(link('image/png'))), () => '');
    expect(copy).toHaveLength(100_000);
  });

  it('is where values are replaced in a copy', () => {
    const copy = replaceContent(value, findContent(value, schema), (_, index) => `#${index}`);
    expect(copy).toEqual({ title: 'x', pages: ['#0', '#1'], invoice: '#2' });
    expect(value.pages[1]).toBe(PNG);
  });
});

describe('a value', () => {
  it('becomes a Blob and a data URL', async () => {
    const blob = toBlob(PNG, 'image/png');
    expect([blob.type, blob.size, toBase64(new Uint8Array(await blob.arrayBuffer())) === PNG]).toEqual([
      'image/png',
      70,
      true,
    ]);
    expect(toDataUrl('YQ==', 'text/plain')).toBe('data:text/plain;base64,YQ==');
  });
});
