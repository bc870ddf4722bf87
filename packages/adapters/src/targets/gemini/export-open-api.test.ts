import type { JsonSchemaObject } from '@btcp/core';
import { describe, expect, it } from 'vitest';
import { decodeCall } from '../../calls/decode-call.ts';
import { type ExportedTools, exportTools } from '../../export/export-tools.ts';

function exported(inputSchema: JsonSchemaObject): ExportedTools<'gemini-openapi'> {
  const tool = { name: 'readPage', description: 'Reads the page.', inputSchema, capabilities: [] };
  return exportTools([tool], { target: 'gemini-openapi' });
}

describe('a tool without parameters', () => {
  it.each<JsonSchemaObject>([
    { type: 'object' },
    { type: 'object', properties: {} },
    { type: 'object', properties: {}, additionalProperties: false },
  ])('has none in its declaration: %j', (schema) => {
    const { tools, names, refused } = exported(schema);
    expect(tools).toEqual([{ functionDeclarations: [{ name: 'readPage', description: 'Reads the page.' }] }]);
    expect(refused).toEqual([]);
    for (const call of [{ name: 'readPage' }, { name: 'readPage', args: {} }])
      expect(decodeCall(call, { target: 'gemini-openapi', names })).toEqual({ name: 'readPage', input: {} });
  });

  it('is reported where its input could not be described', () => {
    const { tools, warnings } = exported({ type: 'object', additionalProperties: { type: 'string' } });
    expect(tools[0]?.functionDeclarations[0]).not.toHaveProperty('parameters');
    expect(warnings).toContainEqual({
      tool: 'readPage',
      code: 'schema-dropped',
      path: '/inputSchema',
      detail:
        'the API refuses parameters without properties, so none are sent; the BTCP runtime takes what it took',
    });
  });
});

it('a nested object without known properties travels as JSON in a string', () => {
  const { tools, warnings, names } = exported({
    type: 'object',
    properties: {
      where: { type: 'object', description: 'Conditions.' },
      rows: { type: 'array', items: { type: 'object', additionalProperties: { type: 'integer' } } },
      either: { anyOf: [{ type: 'object' }, { type: 'null' }] },
      text: { type: 'string' },
    },
  });
  expect(tools[0]?.functionDeclarations[0]?.parameters?.['properties']).toEqual({
    where: { type: 'STRING', description: 'Conditions.\n\nA JSON object, as a string.' },
    rows: {
      type: 'ARRAY',
      items: {
        type: 'STRING',
        description: '{additionalProperties: {"type":"integer"}}\n\nA JSON object, as a string.',
      },
    },
    either: { type: 'STRING', description: 'A JSON object, as a string.', nullable: true },
    text: { type: 'STRING' },
  });
  expect(warnings.map(({ code, path }) => `${code} ${path}`)).toEqual([
    'keyword-rewritten /properties/where',
    'keyword-to-description /properties/rows/items',
    'keyword-rewritten /properties/rows/items',
    'keyword-rewritten /properties/either/anyOf/0',
  ]);
  const args = { where: '{"a":1}', rows: ['{"b":2}', '{'], either: null, text: '{"c":3}' };
  expect(decodeCall({ name: 'readPage', args }, { target: 'gemini-openapi', names }).input).toEqual({
    where: { a: 1 },
    rows: [{ b: 2 }, '{'],
    either: null,
    text: '{"c":3}',
  });
});

it.each<[name: string, schema: JsonSchemaObject, written: object, warning: string]>([
  [
    'an array that stays empty',
    { type: 'array', items: false },
    { type: 'ARRAY', maxItems: '0' },
    'keyword-rewritten items',
  ],
  [
    'a pair of numbers',
    { type: 'array', prefixItems: [{ type: 'number' }, { type: 'number' }], items: false, minItems: 2 },
    { type: 'ARRAY', items: { type: 'NUMBER' }, minItems: '2', maxItems: '2' },
    'keyword-rewritten prefixItems',
  ],
  [
    'a pair of numbers with descriptions',
    {
      type: 'array',
      prefixItems: [{ type: 'number', description: 'From' }, { type: 'number' }],
      items: false,
    },
    {
      type: 'ARRAY',
      items: { type: 'NUMBER' },
      maxItems: '2',
      description: '{prefixItems: [{"type":"number","description":"From"},{"type":"number"}]}',
    },
    'keyword-to-description prefixItems',
  ],
  [
    'an enum with an empty string',
    { type: 'string', enum: ['', 'a'] },
    { type: 'STRING', description: '{enum: ["","a"]}' },
    'keyword-to-description enum',
  ],
  [
    'an enum of numbers',
    { type: 'integer', enum: [7, 30] },
    { type: 'INTEGER', description: '{enum: [7,30]}' },
    'keyword-to-description enum',
  ],
])('writes %s in a form that the API takes', (_, schema, written, warning) => {
  const { tools, warnings } = exported({ type: 'object', properties: { a: schema } });
  expect(tools[0]?.functionDeclarations[0]?.parameters?.['properties']).toMatchObject({ a: written });
  expect(warnings.map(({ code, keyword }) => `${code} ${keyword}`)).toContain(warning);
});
