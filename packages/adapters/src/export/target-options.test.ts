import { BTCPError } from '@btcp/core';
import { describe, expect, it } from 'vitest';
import { decodeCall, encodeResult } from '../index.ts';
import { exportTools } from './export-tools.ts';

const CELL = { type: 'string', pattern: '^[A-Z]+[0-9]+$' };
const getCell = {
  name: 'getCell',
  description: 'Reads a cell of the open sheet.',
  inputSchema: {
    type: 'object',
    properties: {
      cell: { $ref: '#/$defs/Cell' },
      next: { $ref: '#/$defs/Cell', description: 'The next one.' },
    },
    $defs: { Cell: CELL },
  },
  outputSchema: { type: 'object', properties: { at: { $ref: '#/$defs/Cell' } }, $defs: { Cell: CELL } },
  capabilities: [],
};
const NODE = { type: 'object', properties: { child: { $ref: '#/$defs/Node' } } };
const addNode = {
  name: 'addNode',
  description: 'Adds a node to the open tree.',
  inputSchema: { type: 'object', properties: { root: { $ref: '#/$defs/Node' } }, $defs: { Node: NODE } },
  capabilities: [],
};

describe('inlineRefs', () => {
  it.each(['mcp-2025-11-25', 'mcp-2026-07-28'] as const)('writes references of %s out', (target) => {
    const { tools, warnings } = exportTools([getCell], { target, inlineRefs: true });
    expect(tools[0]?.inputSchema).toEqual({
      type: 'object',
      properties: { cell: CELL, next: { ...CELL, description: 'The next one.' } },
    });
    expect(tools[0]?.outputSchema).toEqual({ type: 'object', properties: { at: CELL } });
    expect(warnings).toEqual([]);
  });

  it('keeps those of a schema that refers to itself, and says so', () => {
    const { tools, warnings } = exportTools([addNode], { target: 'mcp-2026-07-28', inlineRefs: true });
    expect(tools[0]?.inputSchema).toEqual(addNode.inputSchema);
    expect(warnings).toEqual([
      {
        tool: 'addNode',
        code: 'lossy-in-adapters',
        path: '',
        keyword: '$ref',
        detail:
          '"#/$defs/Node" leads back into itself, and this form has no recursion: all references are kept',
      },
    ]);
  });

  it('is no option of other targets', () => {
    expect(() => exportTools([getCell], { target: 'a2a', inlineRefs: true })).toThrow(
      new BTCPError('INVALID_ARGUMENT', '`inlineRefs` is an option of exports to MCP, not of a2a.'),
    );
  });
});

describe('tools', () => {
  it('exports these alone, and refuses a name that no tool has', () => {
    const others = [getCell, { ...getCell, name: 'readCell' }];
    expect(exportTools(others, { target: 'forge', tools: ['readCell'] }).names).toEqual({
      read_cell: 'readCell',
    });
    expect(() => exportTools(others, { target: 'forge', tools: ['readCel'] })).toThrow(
      new BTCPError('INVALID_ARGUMENT', 'There is no tool "readCel" to export.'),
    );
    const one = 'readCell' as unknown as readonly string[];
    expect(() => exportTools(others, { target: 'forge', tools: one })).toThrow(
      new BTCPError('INVALID_ARGUMENT', '`tools` is the list of the names to export.'),
    );
  });
});

describe('deferLoading', () => {
  it('marks each tool, and names the search that finds it', () => {
    const anthropic = exportTools([getCell], { target: 'anthropic', deferLoading: true });
    expect(anthropic.tools.map(({ name, defer_loading }) => [name, defer_loading])).toEqual([
      ['getCell', true],
    ]);
    expect(anthropic.toolSearch).toEqual({
      type: 'tool_search_tool_bm25_20251119',
      name: 'tool_search_tool_bm25',
    });
    const openai = exportTools([getCell], { target: 'openai-responses', deferLoading: true });
    expect(openai.tools[0]?.defer_loading).toBe(true);
    expect(openai.toolSearch).toEqual({ type: 'tool_search' });
    expect(exportTools([getCell], { target: 'anthropic' })).not.toHaveProperty('toolSearch');
  });

  it('is no option of targets without a search', () => {
    expect(() => exportTools([getCell], { target: 'openai-chat', deferLoading: true })).toThrow(
      'openai-chat has no tool search that finds deferred tools.',
    );
  });
});

describe('m365', () => {
  it('has no runtime without the address of a server, and says so', () => {
    const { tools, warnings } = exportTools([getCell], { target: 'm365', namespace: 'sheet-tools' });
    expect(tools).toEqual([
      {
        $schema: 'https://developer.microsoft.com/json-schemas/copilot/plugin/v2.4/schema.json',
        schema_version: 'v2.4',
        name_for_human: 'Sheet tools',
        namespace: 'sheettools',
        description_for_human: 'sheet-tools',
        functions: [{ name: 'getCell', description: 'Reads a cell of the open sheet.' }],
      },
    ]);
    expect(warnings).toEqual([
      {
        code: 'field-dropped',
        path: '',
        detail:
          'without `serverUrl` (`--server-url`), the address of the MCP server, the plugin has no runtime',
      },
    ]);
  });
});

it.each([
  ['application/json', { type: 'object', properties: {} }],
  ['text/plain', { type: 'string' }],
  ['image/png', { type: 'string', contentEncoding: 'base64', contentMediaType: 'image/png' }],
])('a2a skills say that they answer with %s: %j', (mode, outputSchema) => {
  const [skill] = exportTools([{ ...getCell, outputSchema }], { target: 'a2a' }).tools;
  expect(skill?.outputModes).toEqual([mode]);
});

describe('bedrock', () => {
  const { names } = exportTools([getCell], { target: 'bedrock' });
  const call = { toolUse: { toolUseId: 'tooluse_1', name: 'getCell', input: { cell: 'B5' } } };

  it('decodes a content block, and what is in it', () => {
    expect(decodeCall(call, { target: 'bedrock', names })).toEqual({
      name: 'getCell',
      input: { cell: 'B5' },
    });
    expect(decodeCall(call.toolUse, { target: 'bedrock', names })).toEqual({
      name: 'getCell',
      input: { cell: 'B5' },
    });
  });

  it('answers a block without a name, too', () => {
    const nameless = { toolUse: { toolUseId: 'tooluse_2', input: {} } };
    expect(encodeResult(new Error('There is no such cell.'), { target: 'bedrock', call: nameless })).toEqual({
      toolResult: {
        toolUseId: 'tooluse_2',
        content: [
          {
            text: 'EXECUTION_ERROR: There is no such cell.\nSuggestion: Read the message before calling again.',
          },
        ],
        status: 'error',
      },
    });
  });

  it('answers with a content block', () => {
    expect(encodeResult({ at: 'B6' }, { target: 'bedrock', call, names })).toEqual({
      toolResult: { toolUseId: 'tooluse_1', content: [{ text: '{"at":"B6"}' }] },
    });
  });
});
