import { expect, it } from 'vitest';
import { importTools } from './import-tools.ts';

it('a schema of an older draft is written as 2020-12, and ignored keywords are reported', () => {
  const { tools, warnings, refused } = importTools(
    [
      {
        name: 'listPages',
        description: 'Lists pages of the notebook.',
        inputSchema: {
          $schema: 'http://json-schema.org/draft-04/schema#',
          id: 'http://example.com/pages.json',
          type: 'object',
          properties: {
            limit: { type: 'integer', minimum: 0, exclusiveMinimum: true },
            kind: { $ref: '#/definitions/kind', maxLength: 9, default: 'page', description: 'The kind.' },
          },
          definitions: { kind: { type: 'string' } },
        },
      },
    ],
    { format: 'mcp' },
  );
  expect(refused).toEqual([]);
  expect(tools[0]?.inputSchema).toEqual({
    type: 'object',
    properties: {
      limit: { type: 'integer', exclusiveMinimum: 0 },
      kind: { $ref: '#/$defs/kind', description: 'The kind.' },
    },
    $defs: { kind: { type: 'string' } },
  });
  expect(warnings.filter(({ code }) => code === 'keyword-dropped')).toEqual([
    {
      tool: 'listPages',
      code: 'keyword-dropped',
      path: '/inputSchema/properties/kind/maxLength',
      keyword: 'maxLength',
      detail: '`maxLength` is ignored: the schema declares draft-04, which reads nothing beside `$ref`.',
    },
    {
      tool: 'listPages',
      code: 'keyword-dropped',
      path: '/inputSchema/properties/kind/default',
      keyword: 'default',
      detail: '`default` is ignored: the schema declares draft-04, which reads nothing beside `$ref`.',
    },
  ]);
  expect(warnings.filter(({ code }) => code === 'keyword-rewritten')).toEqual([
    {
      tool: 'listPages',
      code: 'keyword-rewritten',
      path: '/inputSchema',
      keyword: '$schema',
      detail: 'the schema is read as draft-04 means it, and written as 2020-12 has it',
    },
  ]);
});
