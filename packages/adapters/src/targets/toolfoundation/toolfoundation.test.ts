import { describe, expect, it } from 'vitest';
import { importTools } from '../../import/import-tools.ts';
import { findToolFoundationIssues, parseToolId, toolId } from './find-toolfoundation-issues.ts';
import { normalizeTags } from './target.ts';

describe('parseToolId', () => {
  it('reads one to three parts', () => {
    expect(parseToolId('getCell')).toEqual({ ok: true, id: { name: 'getCell' } });
    expect(parseToolId('sheet:getCell')).toEqual({ ok: true, id: { namespace: 'sheet', name: 'getCell' } });
    expect(parseToolId('sheet:getCell:1.2.3')).toEqual({
      ok: true,
      id: { namespace: 'sheet', name: 'getCell', version: '1.2.3' },
    });
  });

  it.each(['', ':', 'a:', ':a', 'ns::1', 'a:b:', 'a:b:c:d'])('refuses %j', (text) => {
    expect(parseToolId(text)).toMatchObject({ ok: false, issue: { code: 'ErrInvalidToolID' } });
  });
});

describe('toolId', () => {
  it('writes what can be read back', () => {
    expect(toolId({ name: 'getCell' })).toBe('getCell');
    expect(toolId({ name: 'getCell', version: '1.2.3' })).toBe('getCell');
    expect(toolId({ namespace: 'sheet', name: 'getCell' })).toBe('sheet:getCell');
    expect(toolId({ namespace: 'sheet', name: 'getCell', version: 'v1.2.3' })).toBe('sheet:getCell:v1.2.3');
    expect(toolId({ namespace: 'a:b', name: 'getCell' })).toBeUndefined();
    expect(toolId({ namespace: 'a', name: '' })).toBeUndefined();
  });
});

describe('normalizeTags', () => {
  it('writes tags as toolfoundation does', () => {
    expect(normalizeTags(['  Data  Tools ', 'data-tools', 'Ä', '', 'a/b', 'v1.0_x', 'line\nbreak'])).toEqual([
      'data-tools',
      'ab',
      'v1.0_x',
      'line-break',
    ]);
    expect(normalizeTags(['a\u0085b', '\uFEFFc', '\u00A0d\u3000'])).toEqual(['a-b', 'c', 'd']);
    expect(normalizeTags(['x'.repeat(65)])).toEqual(['x'.repeat(64)]);
    expect(normalizeTags(Array.from({ length: 30 }, (_, index) => `tag${index % 25}`))).toHaveLength(20);
  });
});

const RECORD = { name: 'get.cell-1', inputSchema: { type: 'object' } };

describe('findToolFoundationIssues', () => {
  it('accepts a record, also in draft-07', () => {
    expect(findToolFoundationIssues(RECORD)).toEqual([]);
    const schema = { $schema: 'http://json-schema.org/draft-07/schema#', type: 'object' };
    expect(findToolFoundationIssues({ ...RECORD, inputSchema: schema, outputSchema: null })).toEqual([]);
  });

  it.each([
    [null, 'ErrInvalidTool', ''],
    [{ ...RECORD, name: '' }, 'ErrInvalidTool', '/name'],
    [{ ...RECORD, name: 'get cell' }, 'ErrInvalidTool', '/name'],
    [{ ...RECORD, name: 'x'.repeat(129) }, 'ErrInvalidTool', '/name'],
    [{ ...RECORD, namespace: 'a:b' }, 'ErrInvalidToolID', ''],
    [{ ...RECORD, version: 1 }, 'ErrInvalidTool', '/version'],
    [{ name: 'a' }, 'ErrInvalidTool', '/inputSchema'],
    [{ ...RECORD, inputSchema: 'object' }, 'ErrInvalidSchema', '/inputSchema'],
    [{ ...RECORD, outputSchema: { type: 'text' } }, 'ErrInvalidSchema', '/outputSchema/type'],
    [
      { ...RECORD, inputSchema: { $schema: 'http://json-schema.org/draft-03/schema#' } },
      'ErrUnsupportedSchema',
      '/inputSchema/$schema',
    ],
    [
      { ...RECORD, inputSchema: { properties: { a: { $ref: 'https://example.com/a' } } } },
      'ErrExternalRef',
      '/inputSchema/properties/a/$ref',
    ],
  ])('finds what is wrong with %j', (record, code, path) => {
    expect(findToolFoundationIssues(record).map(({ code, path }) => [code, path])).toEqual([[code, path]]);
  });
});

describe('importing a record', () => {
  it('keeps the id, and the tags and examples of others', () => {
    const record = {
      ...RECORD,
      description: 'Returns a cell.',
      namespace: 'sheet',
      version: 'v1.2.3',
      tags: ['cells'],
      _meta: { examples: ['{"cell":"B5"}', 'no JSON', '[]'], summary: 'Cells' },
    };
    const { tools, names } = importTools(record, { format: 'toolfoundation' });
    expect(names).toEqual({ 'sheet:get.cell-1:v1.2.3': 'get_cell_1' });
    expect(tools[0]).toMatchObject({
      name: 'get_cell_1',
      tags: ['cells'],
      examples: [{ input: { cell: 'B5' } }],
      mcp: { name: 'get.cell-1', _meta: { summary: 'Cells' } },
    });
  });

  it('is refused with the name of the error', () => {
    const { refused } = importTools([RECORD, { ...RECORD, name: 'a', version: 1 }], {
      format: 'toolfoundation',
    });
    expect(refused).toEqual([
      {
        path: '/1/version',
        name: 'a',
        message: 'ErrInvalidTool: `version` is a string.',
        help: 'Correct the record.',
      },
    ]);
  });
});
