import { describe, expect, it } from 'vitest';
import { findBuiltFingerprints, joinFingerprints, parseBuiltManifest } from './manifest.ts';

const literal = (): ReturnType<typeof parseBuiltManifest> =>
  parseBuiltManifest`[{"name":"shop","tools":[{"name":"a","tags":["\u0060\n\"\\"]}]},"1,2"]`;

describe('parseBuiltManifest', () => {
  it('reads a literal as it is written, and freezes all of it', () => {
    const manifest = literal();
    expect(manifest).toEqual({ name: 'shop', tools: [{ name: 'a', tags: ['`\n"\\'] }] });
    expect(
      [manifest, manifest.tools, manifest.tools[0], manifest.tools[0]?.tags].map(Object.isFrozen),
    ).toEqual([true, true, true, true]);
  });

  it('has the fingerprints of its schemas', () => {
    expect(findBuiltFingerprints(literal())).toBe('1,2');
  });

  it('does not treat a copy as built, with or without changes', () => {
    const manifest = literal();
    for (const copy of [{ ...manifest }, structuredClone(manifest), JSON.parse(JSON.stringify(manifest))])
      expect(findBuiltFingerprints(copy as typeof manifest)).toBeUndefined();
  });

  it('does not treat data as built', () => {
    const raw = ['[{"name":"shop","tools":[]},"1,2"]'];
    const manifest = parseBuiltManifest(Object.assign([''], { raw }));
    expect(manifest).toEqual({ name: 'shop', tools: [] });
    expect(findBuiltFingerprints(manifest)).toBeUndefined();
    expect(Object.isFrozen(manifest)).toBe(false);
  });

  it('refuses templates with substitutions, and strings', () => {
    const data = '[{"name":"shop","tools":[]},""]';
    const tag = parseBuiltManifest as (strings: TemplateStringsArray, ...values: unknown[]) => unknown;
    expect(() => tag`${data}`).toThrow(SyntaxError);
    expect(() => parseBuiltManifest(data as never)).toThrow(TypeError);
  });

  it.each([null, undefined, 5, 'x', {}])('finds nothing for %j', (value) => {
    expect(findBuiltFingerprints(value as never)).toBeUndefined();
  });
});

describe('joinFingerprints', () => {
  it('distinguishes the schemas of tools', () => {
    expect(
      joinFingerprints([
        ['1', '2'],
        ['3', undefined],
      ]),
    ).toBe('1,2,3,');
    expect(
      joinFingerprints([
        ['1', undefined],
        ['2', '3'],
      ]),
    ).toBe('1,,2,3');
  });
});
