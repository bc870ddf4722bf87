import type { JsonSchemaObject } from '@btcp/core';
import { getAtPointer } from '@btcp/schema/internal';
import { expect, it } from 'vitest';
import { exportTools } from './export-tools.ts';
import { findNarrowedTools } from '../explain/index.ts';

const toolOf = (property: JsonSchemaObject, $defs: JsonSchemaObject = {}) => ({
  name: 'tryThis',
  description: 'Does something with what it is given.',
  inputSchema: { type: 'object', properties: { a: property }, $defs },
  capabilities: [],
});

/** The description of the only property, and the warnings. */
function exportProperty(
  target: 'openai-chat' | 'gemini',
  property: JsonSchemaObject,
  $defs?: JsonSchemaObject,
): unknown {
  const source = [toolOf(property, $defs)];
  const { warnings } = exportTools(source, { target });
  const parameters =
    target === 'gemini'
      ? exportTools(source, { target }).tools[0]?.functionDeclarations[0]?.parametersJsonSchema
      : exportTools(source, { target }).tools[0]?.function.parameters;
  return {
    schema: getAtPointer(parameters, '/properties/a'),
    warnings: warnings.map(({ code, path, keyword }) => `${code} ${path} ${keyword ?? ''}`),
  };
}

// A member called `then` would make the object one that `await` waits for.
const condition = (test: JsonSchemaObject, otherwise: boolean = false): JsonSchemaObject =>
  Object.fromEntries(
    ['if', 'then', 'else'].map((keyword, index) => [keyword, [test, { maxLength: 2 }, otherwise][index]]),
  );

const LOOK = '^(?!x)';

it('keywords that would refuse more without their patterns move into the description', () => {
  expect(exportProperty('openai-chat', { type: 'string', not: { pattern: LOOK } })).toEqual({
    schema: { type: 'string', description: '{not: {"pattern":"^(?!x)"}}' },
    warnings: ['keyword-to-description /properties/a not'],
  });
  expect(
    exportProperty('openai-chat', condition({ $ref: '#/$defs/P' }, true), { P: { pattern: LOOK } }),
  ).toEqual({
    schema: { description: '{if: {"$ref":"#/$defs/P"}, then: {"maxLength":2}, else: true}' },
    warnings: [
      'keyword-to-description /properties/a if',
      'keyword-to-description /properties/a then',
      'keyword-to-description /properties/a else',
      'keyword-to-description /$defs/P pattern',
    ],
  });
  expect(exportProperty('openai-chat', { oneOf: [{ pattern: LOOK }, { const: 'a' }] })).toEqual({
    schema: { anyOf: [{ description: '{pattern: "^(?!x)"}' }, { const: 'a' }] },
    warnings: ['union-widened /properties/a oneOf', 'keyword-to-description /properties/a/oneOf/0 pattern'],
  });
  expect(
    exportProperty('openai-chat', { type: 'array', items: {}, contains: { pattern: LOOK }, maxContains: 1 }),
  ).toEqual({
    schema: {
      type: 'array',
      items: {},
      contains: { description: '{pattern: "^(?!x)"}' },
      description: '{maxContains: 1}',
    },
    warnings: [
      'keyword-to-description /properties/a maxContains',
      'keyword-to-description /properties/a/contains pattern',
    ],
  });
  const kept = { type: 'string', not: { pattern: '^x' }, oneOf: [{ pattern: '^a' }, { pattern: 'b$' }] };
  expect(exportProperty('openai-chat', kept)).toEqual({ schema: kept, warnings: [] });
});

it('properties of an unsupported name pattern may be anything', () => {
  const property = {
    type: 'object',
    patternProperties: { '^n': { type: 'number' }, [LOOK]: { type: 'string' } },
    additionalProperties: false,
  };
  expect(exportProperty('openai-chat', property)).toEqual({
    schema: {
      type: 'object',
      patternProperties: { '.*': {}, '^n': { type: 'number' } },
      additionalProperties: false,
      description: '{patternProperties: {"^(?!x)":{"type":"string"}}}',
    },
    warnings: ['keyword-to-description /properties/a patternProperties'],
  });
});

it('Gemini is not told to refuse properties that only name patterns describe', () => {
  const property = {
    type: 'object',
    patternProperties: { '^n': { type: 'number' } },
    additionalProperties: false,
  };
  expect(exportProperty('gemini', property)).toEqual({
    schema: {
      type: 'object',
      patternProperties: { '^n': { type: 'number' } },
      description: '{additionalProperties: false}',
    },
    warnings: [
      'keyword-unenforced /properties/a patternProperties',
      'keyword-to-description /properties/a additionalProperties',
    ],
  });
});

it('no lost keyword makes an export refuse what the tool accepts', () => {
  const properties: JsonSchemaObject[] = [
    { type: 'string', not: { pattern: LOOK } },
    condition({ pattern: LOOK }),
    { oneOf: [{ type: 'string', pattern: LOOK }, { const: 'xa' }, { const: 'a' }] },
    { type: 'array', contains: { type: 'string', pattern: LOOK }, maxContains: 1 },
    { type: 'object', patternProperties: { [LOOK]: { type: 'string' } }, additionalProperties: false },
    { type: 'object', patternProperties: { '^n': {} }, additionalProperties: { type: 'string' } },
    { anyOf: [{ type: 'object' }], oneOf: [{ enum: [true] }, {}] },
  ];
  for (const target of ['openai-chat', 'gemini'] as const)
    for (const property of properties) expect(findNarrowedTools([toolOf(property)], { target })).toEqual([]);
});
