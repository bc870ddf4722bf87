import { describe, expect, it } from 'vitest';
import { SHOP } from '../../test/signing.ts';
import { digestManifest, digestTool } from './digests.ts';

const text = JSON.stringify(SHOP);

describe('digestTool', () => {
  it('is SHA-256 over canonical JSON, of the tool and of each field', () => {
    const [tool] = SHOP.tools;
    // Computed with Python and OpenSSL.
    expect(tool && digestTool(tool)).toEqual({
      digest: 'XrPGEjqQ9C-F3896hIx4E6ndTfKMogsQp6aUadV3gHU',
      fields: {
        description: 'QrV8lWZ1lNgwq3iGpC3vezO_rYlezlbvhCT185QYt1s',
        inputSchema: '4UFV6ka1xmbB0uiR9f6ir2wIRr8p9dmoOSNGvqMJTzs',
        capabilities: 'AuiUcn2YDNO-tEjaH8RPmCAmzMvkjn_LcdcJgmwu8pc',
      },
    });
  });
});

describe('digestManifest', () => {
  it('names the manifest, and has the digests of its tools and of the rest', () => {
    const { tools, fields, ...rest } = digestManifest(text);
    expect(rest).toEqual({
      btcp: '1.0',
      name: 'shop',
      version: '1.2.0',
      digest: '6zDxlIZ4GTIRu4dFalJSoNV6zHGeqUHKckcyJ40lAu4',
    });
    expect(Object.keys(fields)).toEqual(['description', 'capabilities']);
    expect(Object.keys(tools)).toEqual(['addItem', 'constructor']);
    expect(tools['addItem']?.digest).toBe('XrPGEjqQ9C-F3896hIx4E6ndTfKMogsQp6aUadV3gHU');
  });

  it('depends neither on spaces and line ends, nor on the order of fields', () => {
    const { tools, ...rest } = SHOP;
    const reordered = JSON.stringify({ tools, ...rest }, null, 2).replaceAll('\n', '\r\n');
    expect(digestManifest(`\uFEFF${reordered}`)).toEqual(digestManifest(SHOP));
  });

  const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;

  it.each<[what: string, manifest: unknown, message: string]>([
    ['no JSON', '{"btcp":', 'The manifest is not JSON.'],
    ['an array', [], 'The manifest must be a JSON object.'],
    [
      'no name',
      { btcp: '1.0', version: '1.0.0', tools: [] },
      'This is no manifest: its `name` is not a string.',
    ],
    ['no tools', { ...SHOP, tools: {} }, 'This is no manifest: it has no tools.'],
    ['a tool without name', { ...SHOP, tools: [{}] }, 'This is no manifest: one of its tools has no name.'],
    [
      'a tool twice',
      { ...SHOP, tools: [...SHOP.tools, ...SHOP.tools] },
      'The manifest has the tool "addItem" twice.',
    ],
    [
      'a lone surrogate',
      text.replace('cart', '\\ud800'),
      'There is no canonical JSON of it: Lone surrogate is not allowed.',
    ],
    [
      'a number that JavaScript cannot hold',
      text.replace('9.5', '9007199254740993'),
      'The manifest has a number that JavaScript cannot hold at /tools/0/inputSchema/properties/count/maximum: 9007199254740993.',
    ],
    [
      'a repeated name',
      text.replace('"type"', '"type":"array","type"'),
      'The manifest has the name "type" twice in one object.',
    ],
    ['deep text', text.replace('9.5', deep), 'The manifest is nested deeper than 500 levels.'],
    [
      'a deep value',
      { ...SHOP, deep: JSON.parse(deep) as unknown },
      `The manifest cannot be read: /deep${'/0'.repeat(47)}… is too deep, or contains itself.`,
    ],
    ['a function', { ...SHOP, run: () => 1 }, 'The manifest cannot be read: /run is not JSON: () => 1.'],
  ])('refuses %s', (_, manifest, message) => {
    expect(() => digestManifest(manifest as string)).toThrow(message);
  });
});
