import { describe, expect, it } from 'vitest';
import { collectStats } from './collect-stats.ts';
import { findRepeats } from './find-repeats.ts';
import { hoistRepeats } from './hoist-repeats.ts';
import { inlineDefinitions } from './inline-definitions.ts';

const point = { type: 'object', properties: { x: { type: 'number', minimum: 0, maximum: 100 } } } as const;

describe('inlineDefinitions', () => {
  it('puts definitions where they are used, and leaves recursive ones', () => {
    const list = {
      type: 'object',
      properties: { next: { $ref: '#/$defs/list' }, at: { $ref: '#/$defs/p' } },
    };
    expect(
      inlineDefinitions({
        type: 'object',
        properties: { from: { $ref: '#/$defs/p', description: 'Where.' }, list: { $ref: '#/$defs/list' } },
        $defs: { list, p: point, unused: {} },
      }),
    ).toEqual({
      type: 'object',
      properties: { from: { description: 'Where.', ...point }, list: { $ref: '#/$defs/list' } },
      $defs: { list: { type: 'object', properties: { next: { $ref: '#/$defs/list' }, at: point } } },
    });
  });

  it('leaves data alone, and a reference that a constraint stands beside', () => {
    const schema = {
      properties: { a: { enum: [{ $ref: '#/$defs/p' }] }, b: { $ref: '#/$defs/p', minProperties: 1 } },
      $defs: { p: point },
    };
    expect(inlineDefinitions(schema)).toEqual(schema);
  });

  it('gives up where references lead elsewhere, or the copy would be huge', () => {
    expect(inlineDefinitions({ properties: { a: { $ref: '#/properties/b/items' } } })).toBeUndefined();
    const $defs: Record<string, object> = { d0: point };
    for (let depth = 1; depth < 40; depth++)
      $defs[`d${depth}`] = { anyOf: [{ $ref: `#/$defs/d${depth - 1}` }, { $ref: `#/$defs/d${depth - 1}` }] };
    expect(inlineDefinitions({ $ref: '#/$defs/d39', $defs })).toBeUndefined();
  });
});

describe('hoistRepeats', () => {
  it('makes a definition of what repeats, where that is shorter', () => {
    const schema = {
      type: 'object',
      properties: {
        from: point,
        to: point,
        via: { type: 'array', items: point },
        a: { type: 'null' },
        b: { type: 'null' },
      },
    };
    expect(hoistRepeats(schema)).toEqual({
      type: 'object',
      properties: {
        from: { $ref: '#/$defs/from' },
        to: { $ref: '#/$defs/from' },
        via: { type: 'array', items: { $ref: '#/$defs/from' } },
        a: { type: 'null' },
        b: { type: 'null' },
      },
      $defs: { from: point },
    });
  });
});

describe('collectStats', () => {
  const formsOf = async (
    properties: Readonly<Record<string, object>>,
    $defs: Readonly<Record<string, object>>,
    target: string,
  ): Promise<readonly (readonly [string, number, number, number])[]> => {
    const inputSchema = { type: 'object', properties, $defs } as const;
    const tool = { name: 'movePoint', description: 'Moves a point.', capabilities: [], inputSchema };
    const manifest = { btcp: '1.0', name: 'points', version: '1.0.0', tools: [tool], capabilities: [] };
    const { forms } = await collectStats(manifest, [target]);
    return forms.map(({ cheaper, by, hoisted, inlined }) => [cheaper, by, hoisted.tokens, inlined.tokens]);
  };
  const use = { $ref: '#/$defs/point' };

  it('says that a definition costs more than it saves, or saves more', async () => {
    expect(await formsOf({ from: use }, { point }, 'anthropic')).toEqual([['inlined', 15, 60, 45]]);
    expect(await formsOf({ from: use, to: use, via: use }, { point }, 'anthropic')).toEqual([
      ['hoisted', 7, 84, 91],
    ]);
  });

  it('says nothing where there is no choice', async () => {
    expect(await formsOf({ from: point }, {}, 'anthropic')).toEqual([]);
    expect(await formsOf({ from: use, to: use, via: use }, { point }, 'gemini-openapi')).toEqual([]);
  });
});

it('finds what several tools repeat, without what is part of it', () => {
  const tool = (name: string): Parameters<typeof findRepeats>[0][number] => ({
    name,
    description: 'Moves a point.',
    capabilities: [],
    inputSchema: { type: 'object', properties: { point } },
  });
  expect(findRepeats([tool('one'), tool('two')], (text) => text.length / 10)).toEqual([
    {
      schema: point,
      places: [
        { tool: 'one', path: '/inputSchema/properties/point' },
        { tool: 'two', path: '/inputSchema/properties/point' },
      ],
      bytes: 80,
      tokens: 8,
      totalBytes: 160,
      totalTokens: 16,
    },
  ]);
});
