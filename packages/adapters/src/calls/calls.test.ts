import type Anthropic from '@anthropic-ai/sdk';
import { BTCPError, type ManifestTool } from '@btcp/core';
import type { FunctionCall, Part } from '@google/genai';
import type { CallToolResult } from '@modelcontextprotocol/client';
import type OpenAI from 'openai';
import { describe, expect, it } from 'vitest';
import { makeNames, type ExportedNames } from '../names/exported-names.ts';
import type { CallTarget } from '../targets/targets.ts';
import { decodeCall, encodeResult } from './decode-call.ts';

const getCell: ManifestTool = {
  name: 'getCell',
  description: 'Returns a cell of the sheet.',
  inputSchema: {
    type: 'object',
    properties: {
      cell: { type: 'string' },
      sheet: { type: 'string', default: 'first' },
      note: { type: ['string', 'null'] },
    },
    required: ['cell'],
    additionalProperties: false,
  },
  outputSchema: { type: 'array', items: { type: 'number' } },
  capabilities: [],
};

const names = (strict = false): ExportedNames =>
  makeNames([{ exportedName: 'sheet__getCell', tool: getCell, strict }]);

const openAiChat = {
  id: 'call_1',
  type: 'function',
  function: { name: 'sheet__getCell', arguments: '{"cell":"B5"}' },
} satisfies OpenAI.ChatCompletionMessageFunctionToolCall;

const openAiResponses = {
  type: 'function_call',
  call_id: 'call_1',
  name: 'sheet__getCell',
  arguments: '{"cell":"B5"}',
} satisfies OpenAI.Responses.ResponseFunctionToolCall;

const anthropic = {
  type: 'tool_use',
  id: 'toolu_1',
  name: 'sheet__getCell',
  input: { cell: 'B5' },
  caller: { type: 'direct' },
} satisfies Anthropic.ToolUseBlock;

const gemini = { id: 'f1', name: 'sheet__getCell', args: { cell: 'B5' } } satisfies FunctionCall;

const mcp = {
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'sheet__getCell', arguments: { cell: 'B5' } },
};

const forge = `I look it up.
<tool><server_name>local</server_name><tool_name>sheet__getCell</tool_name><arguments><cell>B5</cell></arguments></tool>`;

const CALLS: readonly (readonly [CallTarget, unknown])[] = [
  ['openai-chat', openAiChat],
  ['openai-responses', openAiResponses],
  ['anthropic', anthropic],
  ['gemini', gemini],
  ['gemini', { functionCall: gemini }],
  ['gemini-openapi', gemini],
  ['mcp-2025-06-18', mcp],
  ['mcp-2025-11-25', mcp.params],
  ['mcp-2026-07-28', mcp],
  ['ikigai', { name: 'sheet__getCell', arguments: '{"cell":"B5"}' }],
  ['forge', forge],
];

function failure(run: () => unknown): { code: string; message: string; suggestion: string | undefined } {
  try {
    run();
  } catch (error) {
    if (BTCPError.is(error))
      return { code: error.code, message: error.message, suggestion: error.suggestion };
    throw error;
  }
  throw new Error('It did not fail.');
}

describe('decodeCall', () => {
  it.each(CALLS)('reads a call of %s', (target, call) => {
    expect(decodeCall(target, call, names())).toEqual({ name: 'getCell', input: { cell: 'B5' } });
  });

  it('reads a call of a tool without parameters', () => {
    for (const empty of ['', ' \n'])
      expect(decodeCall('openai-responses', { ...openAiResponses, arguments: empty }, names()).input).toEqual(
        {},
      );
    expect(decodeCall('gemini', { name: 'sheet__getCell' }, names()).input).toEqual({});
  });

  it('works with names that were read back from JSON', () => {
    const read = JSON.parse(JSON.stringify(names())) as ExportedNames;
    expect(decodeCall('anthropic', anthropic, read)).toEqual({ name: 'getCell', input: { cell: 'B5' } });
  });

  it('deletes the nulls of a strict call that stand for absent properties', () => {
    const input = '{"cell":"B5","sheet":null,"note":null}';
    const call = { ...openAiResponses, arguments: input };
    expect(decodeCall('openai-responses', call, names(true)).input).toEqual({ cell: 'B5', note: null });
    // A call that is not strict stays unchanged, so that the validator reports its mistakes.
    expect(decodeCall('openai-responses', call, names()).input).toEqual({
      cell: 'B5',
      sheet: null,
      note: null,
    });
  });

  it('does not turn strings into other values where arguments are JSON', () => {
    const tool = { ...getCell, inputSchema: { type: 'object', properties: { count: { type: 'integer' } } } };
    const given = makeNames([{ exportedName: 'sheet__getCell', tool, strict: false }]);
    const call = { ...anthropic, input: { count: '3' } };
    expect(decodeCall('anthropic', call, given).input).toEqual({ count: '3' });
  });

  it.each<[CallTarget, unknown]>([
    [
      'openai-chat',
      { ...openAiChat, function: { name: 'sheet__getCell', arguments: '{"cell":9007199254740993}' } },
    ],
    ['openai-responses', { ...openAiResponses, arguments: '{"cell":9007199254740993}' }],
    ['ikigai', { name: 'sheet__getCell', arguments: '{"cell":9007199254740993}' }],
    ['forge', '<tool>{"tool_name":"sheet__getCell","arguments":{"cell":9007199254740993}}</tool>'],
  ])('refuses a number that JavaScript would round, of %s', (target, call) => {
    const { code, message } = failure(() => decodeCall(target, call, names()));
    expect([code, message.replace(/^.* has/, 'has').replace('/arguments', '')]).toEqual([
      'INVALID_INPUT',
      'has a number that JavaScript cannot hold at /cell: 9007199254740993',
    ]);
  });

  it('describes the mistakes of a call', () => {
    const decode = (target: CallTarget, call: unknown) => failure(() => decodeCall(target, call, names()));
    expect(decode('anthropic', { ...anthropic, name: 'sheet__getCells' })).toEqual({
      code: 'TOOL_NOT_FOUND',
      message: 'There is no tool "sheet__getCells".',
      suggestion: 'Did you mean "sheet__getCell"?',
    });
    expect(decode('anthropic', { ...anthropic, name: 'constructor' }).code).toBe('TOOL_NOT_FOUND');
    expect(decode('openai-responses', { ...openAiResponses, arguments: '{"cell": "B' })).toMatchObject({
      code: 'INVALID_INPUT',
      suggestion: 'Send the arguments again as one complete JSON object.',
    });
    expect(decode('openai-responses', { ...openAiResponses, arguments: '["B5"]' })).toMatchObject({
      code: 'INVALID_INPUT',
      message: 'The arguments for "sheet__getCell" are an array, not an object.',
    });
    expect(decode('openai-chat', { id: 'call_1' })).toEqual({
      code: 'INVALID_ARGUMENT',
      message: 'This is not a tool call of openai-chat: it has no `function.name`.',
      suggestion: "Pass one tool call as the provider's API gives it.",
    });
    expect(decode('mcp-2025-11-25', null).code).toBe('INVALID_ARGUMENT');
  });

  it('keeps a property called __proto__ a property', () => {
    const call = { ...openAiResponses, arguments: '{"cell":"B5","__proto__":{"polluted":true}}' };
    const { input } = decodeCall('openai-responses', call, names(true));
    expect(Object.keys(input)).toEqual(['cell', '__proto__']);
    expect(Object.getPrototypeOf(input)).toBe(Object.prototype);
  });
});

const error = new BTCPError('CELL_NOT_FOUND', { message: 'No cell B5.', suggestion: 'Use listCells.' });
const ERROR_TEXT = 'CELL_NOT_FOUND: No cell B5.\nSuggestion: Use listCells.';

describe('encodeResult', () => {
  it('writes a message for Chat Completions', () => {
    expect(
      encodeResult('openai-chat', openAiChat, [1, 2]) satisfies OpenAI.ChatCompletionToolMessageParam,
    ).toEqual({ role: 'tool', tool_call_id: 'call_1', content: '[1,2]' });
    expect(encodeResult('openai-chat', openAiChat, error).content).toBe(ERROR_TEXT);
  });

  it('writes an input item for Responses', () => {
    expect(
      encodeResult('openai-responses', openAiResponses, 'text') satisfies OpenAI.Responses.ResponseInputItem,
    ).toEqual({ type: 'function_call_output', call_id: 'call_1', output: 'text' });
    expect(encodeResult('openai-responses', openAiResponses, error).output).toBe(ERROR_TEXT);
  });

  it('writes a block for Anthropic', () => {
    expect(encodeResult('anthropic', anthropic, 'text') satisfies Anthropic.ToolResultBlockParam).toEqual({
      type: 'tool_result',
      tool_use_id: 'toolu_1',
      content: 'text',
    });
    expect(encodeResult('anthropic', anthropic, error)).toEqual({
      type: 'tool_result',
      tool_use_id: 'toolu_1',
      content: ERROR_TEXT,
      is_error: true,
    });
  });

  it('writes a part for Gemini', () => {
    expect(encodeResult('gemini', gemini, { a: 1 }) satisfies Part).toEqual({
      functionResponse: { id: 'f1', name: 'sheet__getCell', response: { output: { a: 1 } } },
    });
    expect(encodeResult('gemini-openapi', gemini, error).functionResponse.response).toEqual({
      error: ERROR_TEXT,
    });
  });

  it('writes a result for MCP, in the form of the exported output schema', () => {
    const result = encodeResult('mcp-2025-11-25', mcp, [1, 2], names());
    expect({ ...result, structuredContent: { result: [1, 2] } } satisfies CallToolResult).toEqual(result);
    expect(result).toEqual({
      content: [{ type: 'text', text: '[1,2]' }],
      structuredContent: { result: [1, 2] },
    });
    expect(encodeResult('mcp-2026-07-28', mcp, [1, 2], names())).toEqual({
      resultType: 'complete',
      content: [{ type: 'text', text: '[1,2]' }],
      structuredContent: [1, 2],
    });
    const { name, description, inputSchema, capabilities } = getCell;
    const plain = { name, description, inputSchema, capabilities };
    const withoutOutput = makeNames([{ exportedName: 'sheet__getCell', tool: plain, strict: false }]);
    expect(encodeResult('mcp-2025-11-25', mcp, { a: 1 }, withoutOutput)).toEqual({
      content: [{ type: 'text', text: '{"a":1}' }],
    });
    expect(encodeResult('mcp-2025-06-18', mcp, error)).toEqual({
      content: [{ type: 'text', text: ERROR_TEXT }],
      isError: true,
      _meta: { 'dev.btcp/error': { code: 'CELL_NOT_FOUND', suggestion: 'Use listCells.' } },
    });
  });

  it('writes results as ikigai and forge print them', () => {
    const call = { name: 'sheet__getCell', arguments: '{}' };
    expect(encodeResult('ikigai', call, { a: 1 })).toEqual({ tool_success: true, result: { a: 1 } });
    expect(encodeResult('ikigai', call, error)).toEqual({
      tool_success: false,
      error: 'No cell B5.\nSuggestion: Use listCells.',
      error_code: 'CELL_NOT_FOUND',
    });
    expect(encodeResult('forge', forge, { a: 1 })).toBe('{"a":1}');
    expect(encodeResult('forge', forge, error)).toBe(ERROR_TEXT);
  });

  it('writes plain errors, and values that are not JSON, as errors', () => {
    expect(encodeResult('forge', forge, new Error('Broken.'))).toBe(
      'EXECUTION_ERROR: Broken.\nSuggestion: Read the message before calling again.',
    );
    expect(encodeResult('anthropic', anthropic, 1n)).toMatchObject({ is_error: true });
    expect(encodeResult('forge', forge, undefined)).toBe('null');
  });
});
