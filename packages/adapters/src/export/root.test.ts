import type { JsonSchemaObject } from '@btcp/core';
import { describe, expect, it } from 'vitest';
import { exportTools } from './export-tools.ts';

/** The parameters that a target gets, whether they are strict, and the warnings. */
function exported(target: 'anthropic' | 'openai-chat', inputSchema: JsonSchemaObject, strict: boolean) {
  const tool = { name: 'act', description: 'Acts.', inputSchema, capabilities: [] };
  const { tools, warnings, refused } = exportTools([tool], { target, strict });
  const [written] = JSON.parse(JSON.stringify(tools)) as Record<string, unknown>[];
  const { function: fn, input_schema: input, strict: isStrict = false } = written ?? {};
  const { parameters = input, strict: ofFunction = isStrict } = (fn ?? {}) as Record<string, unknown>;
  return { parameters, isStrict: ofFunction, warnings: warnings.map(({ code }) => code), refused };
}

const ARGS = {
  type: 'object',
  properties: { n: { type: 'integer' } },
  required: ['n'],
  additionalProperties: false,
};
const branch = (kind: string, properties: object): object => ({
  type: 'object',
  properties: { kind: { const: kind }, ...properties },
  required: ['kind'],
  additionalProperties: false,
});

describe.each(['anthropic', 'openai-chat'] as const)('the root, for %s', (target) => {
  it('is written out where it is a reference', () => {
    const schema = { type: 'object', $ref: '#/$defs/Args', $defs: { Args: ARGS } };
    for (const strict of [true, false])
      expect(exported(target, schema, strict)).toEqual({
        parameters: ARGS,
        isStrict: strict,
        warnings: [],
        refused: [],
      });
  });

  it('is written out once where it refers to itself', () => {
    const node = {
      type: 'object',
      properties: { next: { $ref: '#/$defs/Node' } },
      additionalProperties: false,
    };
    const schema = { type: 'object', $ref: '#/$defs/Node', $defs: { Node: node } };
    expect(exported(target, schema, false).parameters).toEqual({ ...node, $defs: { Node: node } });
  });

  it.each([true, false])('keeps a tool whose root needs one of several properties, strict: %s', (strict) => {
    const properties = { id: { type: 'string' }, title: { type: 'string' }, body: { type: 'string' } };
    const anyOf = [{ required: ['title'] }, { required: ['body'] }];
    expect(exported(target, { type: 'object', properties, required: ['id'], anyOf }, strict)).toEqual({
      parameters: {
        type: 'object',
        properties,
        required: ['id'],
        description: '{anyOf: [{"required":["title"]},{"required":["body"]}]}',
      },
      isStrict: false,
      warnings: [...(strict ? ['strict-fallback'] : []), 'union-widened'],
      refused: [],
    });
  });

  it('gets the properties of all branches of a union', () => {
    const oneOf = [branch('a', { x: { type: 'string' } }), branch('b', { y: { type: 'integer' } })];
    const { parameters, warnings } = exported(target, { type: 'object', oneOf }, false);
    expect(parameters).toMatchObject({
      type: 'object',
      properties: {
        kind: { anyOf: [{ const: 'a' }, { const: 'b' }] },
        x: { type: 'string' },
        y: { type: 'integer' },
      },
      required: ['kind'],
    });
    expect(warnings).toEqual(['union-widened']);
  });

  it('keeps a tool whose root has a `not`', () => {
    const schema = { ...ARGS, not: { properties: { n: { const: 1 } } } };
    expect(exported(target, schema, true)).toMatchObject({
      parameters: { ...ARGS, description: '{not: {"properties":{"n":{"const":1}}}}' },
      isStrict: false,
      warnings: ['strict-fallback', 'keyword-to-description'],
    });
  });

  it('has no definitions that nothing refers to, which would cost the strict form', () => {
    const $defs = { Any: {}, Unused: { $ref: '#/$defs/Any' } };
    expect(exported(target, { ...ARGS, $defs }, true)).toMatchObject({ parameters: ARGS, isStrict: true });
  });
});
