import type { JsonSchemaObject } from '@btcp/core';
import { describe, expect, it } from 'vitest';
import { decodeCall } from '../../calls/decode-call.ts';
import { type ExportedTools, exportTools } from '../../export-tools.ts';

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
      expect(decodeCall('gemini-openapi', call, names)).toEqual({ name: 'readPage', input: {} });
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

it('a nested object without known properties is reported', () => {
  const { tools, warnings } = exported({
    type: 'object',
    properties: {
      where: { type: 'object' },
      rows: { type: 'array', items: { type: 'object', properties: {} } },
    },
  });
  expect(tools[0]?.functionDeclarations[0]?.parameters?.['properties']).toMatchObject({
    where: { type: 'OBJECT' },
  });
  const detail = 'the API refuses an object of which no property is known; describe its properties';
  const warning = { tool: 'readPage', code: 'object-rejected', keyword: 'properties', detail };
  expect(warnings).toEqual([
    { ...warning, path: '/properties/where' },
    { ...warning, path: '/properties/rows/items' },
  ]);
});
