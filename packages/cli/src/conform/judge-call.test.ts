import type { JsonSchemaObject, ManifestTool } from '@btcp/core';
import { describe, expect, it } from 'vitest';
import { type ConformCase, judgeCalls, type Outcome } from './find-differences.ts';

const inputSchema: JsonSchemaObject = {
  type: 'object',
  properties: { limit: { type: 'integer', maximum: 50 } },
  additionalProperties: false,
};
const outputSchema: JsonSchemaObject = {
  type: 'object',
  properties: { sum: { type: 'integer' } },
  required: ['sum'],
  additionalProperties: false,
};
const tool: ManifestTool = {
  name: 'addOrders',
  description: 'Adds the prices of orders.',
  inputSchema,
  outputSchema,
  capabilities: ['dom:read'],
};

const VALID: ConformCase = { tool: 'addOrders', kind: 'valid', input: { limit: 50 }, output: { sum: 1 } };
const gives = (output: string): Outcome => ({ ok: true, output });
const fails = (code: string): Outcome => ({ ok: false, code, paths: [] });

const judge = judgeCalls([tool]);
/** What the manifest says of a call, and which of some outcomes it allows. */
function judged(call: Partial<ConformCase>, ...outcomes: readonly Outcome[]): readonly unknown[] {
  const judgement = judge({ ...VALID, ...call });
  return [judgement?.says, ...outcomes.map((outcome) => judgement?.allows(outcome))];
}

describe('what the manifest says of a call', () => {
  it('refuses an input that its schema refuses, and no other', () => {
    const outcomes = [fails('INVALID_INPUT'), gives('{"sum":1}')];
    expect(judged({ input: { limit: 51 } }, ...outcomes)).toEqual([
      'refuses the input: the value/limit must be <= 50',
      true,
      false,
    ]);
    expect(judged({}, ...outcomes)).toEqual(['accepts the input and the result', false, true]);
  });

  it('knows the result', () => {
    const outcomes = [gives('{"sum":1}'), gives('{"sum":2}'), fails('INVALID_OUTPUT')];
    expect(judged({}, ...outcomes)).toEqual(['accepts the input and the result', true, false, false]);
  });

  it('lets no result through that its schema refuses, though one without what it does not declare', () => {
    const outcomes = [
      gives('{"sum":1,"more":2}'),
      gives('no JSON'),
      gives('{"sum":1}'),
      fails('INVALID_OUTPUT'),
    ];
    expect(judged({ output: { sum: 1, more: 2 } }, ...outcomes)).toEqual([
      'refuses the result: the value must NOT have additional properties',
      false,
      false,
      true,
      true,
    ]);
  });

  it('knows that a tool throws, or is denied', () => {
    const outcomes = [fails('OWN_CODE'), fails('CAPABILITY_DENIED'), gives('null')];
    expect(judged({ throws: 'OWN_CODE' }, ...outcomes)).toEqual([
      'accepts the input, and the tool throws',
      true,
      false,
      false,
    ]);
    expect(judged({ kind: 'denied' }, ...outcomes)).toEqual([
      'denies the call without dom:read',
      false,
      true,
      false,
    ]);
  });

  it('knows with which defaults a tool gets its input, and callers its result', () => {
    const limit = { type: 'integer', default: 10 };
    const filled: ManifestTool = {
      ...tool,
      inputSchema: { type: 'object', properties: { limit } },
      outputSchema: { type: 'object', properties: { sum: { type: 'integer', default: 0 } } },
    };
    const judgement = judgeCalls([filled])({ ...VALID, input: {}, output: {} });
    const outcomes: readonly Outcome[] = [
      { ok: true, output: '{"sum":0}', received: { limit: 10 } },
      { ok: true, output: '{"sum":0}', received: { limit: 11 } },
      gives('{"sum":0}'),
      { ok: true, output: '{"sum":1}', received: { limit: 10 } },
    ];
    expect([judgement?.says, ...outcomes.map((outcome) => judgement?.allows(outcome))]).toEqual([
      'accepts the input and the result: the tool gets {"limit":10}',
      true,
      false,
      false,
      false,
    ]);
  });

  it('says nothing of the code of a tool whose result no schema describes', () => {
    const { name, description, capabilities } = tool;
    const without = { name, description, capabilities, inputSchema };
    const judgement = judgeCalls([without])({ ...VALID, output: null });
    expect([judgement?.says, judgement?.allows(gives('null'))]).toEqual([
      'accepts the input and the result',
      true,
    ]);
  });

  it('judges inherited names, and says nothing of patterns that could take forever', () => {
    const slow: ManifestTool = {
      ...tool,
      name: 'findOrder',
      inputSchema: {
        type: 'object',
        properties: { id: { type: 'string', pattern: '^([a-z]+\\.?)+$' }, constructor: { type: 'string' } },
        required: ['constructor'],
      },
    };
    const ofSlow = judgeCalls([slow]);
    const saysOf = (input: unknown): string | undefined =>
      ofSlow({ ...VALID, tool: 'findOrder', input })?.says;
    expect([saysOf({}), saysOf({ id: `${'a'.repeat(60)}!`, constructor: '' })]).toEqual([
      'refuses the input',
      undefined,
    ]);
  });
});
