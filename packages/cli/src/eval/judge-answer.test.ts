import type { ManifestTool } from '@btcp/core';
import { describe, expect, it } from 'vitest';
import { judgeAnswer } from './judge-answer.ts';
import { parseModel } from './parse-model.ts';
import type { Expectation } from './read-cases.ts';
import { makeSurface, makeVersion, type Surface } from './surface.ts';

const move: ManifestTool = {
  name: 'movePoint',
  description: 'Moves a point.',
  capabilities: [],
  inputSchema: {
    type: 'object',
    required: ['to'],
    additionalProperties: false,
    properties: {
      to: {
        type: 'object',
        required: ['x', 'y'],
        properties: { x: { type: 'number' }, y: { type: 'number' } },
      },
      steps: { type: 'integer', default: 1 },
    },
  },
};
const list: ManifestTool = { ...move, name: 'listPoints', inputSchema: { type: 'object' } };
const version = makeVersion(
  { btcp: '1.0', name: 'points', version: '1.0.0', tools: [move, list], capabilities: [] },
  'it',
);
const surface = (model: string): Surface => makeSurface(parseModel(model), version);
const anthropic = surface('anthropic');

const TO = { x: 1, y: 2 };
const call = (name: string, input: unknown): object => ({ type: 'tool_use', id: 't', name, input });
const judge = (expected: Expectation, ...calls: readonly object[]): readonly unknown[] => {
  const { verdict, detail } = judgeAnswer(
    { calls, text: 'Hm.', tokens: { input: 1, output: 1 } },
    expected,
    anthropic,
  );
  return [verdict, detail];
};
const expected: Expectation = { tool: 'movePoint', input: { to: { x: 1 } } };

describe('judgeAnswer', () => {
  it('takes an input that has what is expected, or exactly that with defaults', () => {
    expect(judge(expected, call('movePoint', { to: TO, steps: 3 }))).toEqual(['right', undefined]);
    const exact = { tool: 'movePoint', input: { to: TO }, exact: true } as const;
    expect(judge(exact, call('movePoint', { to: TO }))).toEqual(['right', undefined]);
    expect(judge(exact, call('movePoint', { to: TO, steps: 1 }))).toEqual(['right', undefined]);
    expect(judge(exact, call('movePoint', { to: TO, steps: 2 }))).toEqual([
      'wrong arguments',
      '/steps is 2 instead of 1',
    ]);
  });

  it('says what is wrong with arguments, and whether the tool would have refused them', () => {
    expect(judge(expected, call('movePoint', { to: { x: 3, y: 2 } }))).toEqual([
      'wrong arguments',
      '/to/x is 3 instead of 1',
    ]);
    expect(judge(expected, call('movePoint', { to: { x: 1 } }))).toEqual([
      'invalid arguments',
      '`to.y` is required',
    ]);
  });

  it('says which other tool was called, also one that there is not, or that none was', () => {
    expect(judge(expected, call('listPoints', {}))).toEqual(['wrong tool', 'listPoints']);
    expect(judge(expected, call('moveLine', {}))).toEqual(['wrong tool', 'There is no tool "moveLine".']);
    expect(judge(expected)).toEqual(['no call', 'the model said "Hm."']);
  });

  it('lets no other tool be called beside it, but those that `not` leaves', () => {
    const both = [call('listPoints', {}), call('movePoint', { to: TO })];
    expect(judge(expected, ...both)).toEqual(['wrong tool', 'listPoints']);
    expect(judge({ ...expected, not: [] }, ...both)).toEqual(['right', undefined]);
    expect(judge({ ...expected, not: [] }, call('listPoints', {}))).toEqual(['wrong tool', 'listPoints']);
    expect(judge({ ...expected, not: ['listPoints'] }, ...both)).toEqual(['wrong tool', 'listPoints']);
  });

  it('takes no call, or any but some', () => {
    expect(judge({ tool: null })).toEqual(['right', undefined]);
    expect(judge({ tool: null }, call('listPoints', {}))).toEqual(['wrong tool', 'listPoints']);
    expect(judge({ not: ['movePoint'] })).toEqual(['right', undefined]);
    expect(judge({ not: ['movePoint'] }, call('listPoints', {}))).toEqual(['right', undefined]);
    expect(judge({ not: ['movePoint'] }, call('movePoint', { to: TO }))).toEqual(['wrong tool', 'movePoint']);
  });

  it.each([
    ['openai', { type: 'function_call', call_id: 'c', name: 'movePoint', arguments: '{"to":{"x":1,"y":2}}' }],
    ['google', { functionCall: { name: 'movePoint', args: { to: TO } } }],
    ['ai-sdk/openai', { name: 'movePoint', arguments: { to: TO } }],
  ])('reads calls of %s', (model, given) => {
    const answer = { calls: [given], text: '', tokens: { input: 1, output: 1 } };
    expect(judgeAnswer(answer, expected, surface(model))).toEqual({
      verdict: 'right',
      called: [{ tool: 'movePoint', input: { to: TO, steps: 1 } }],
    });
  });

  it('knows the tool of a call whose arguments cannot be read', () => {
    const calls = [{ type: 'function_call', call_id: 'c', name: 'movePoint', arguments: '{"to":' }];
    const answer = { calls, text: '', tokens: { input: 1, output: 1 } };
    expect(judgeAnswer(answer, expected, surface('openai')).verdict).toBe('invalid arguments');
  });
});
