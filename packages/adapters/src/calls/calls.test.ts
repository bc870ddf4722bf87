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
    expect(decodeCall(call, { target, names: names() })).toEqual({ name: 'getCell', input: { cell: 'B5' } });
  });

  it('reads a call of a tool without parameters', () => {
    for (const empty of ['', ' \n'])
      expect(
        decodeCall({ ...openAiResponses, arguments: empty }, { target: 'openai-responses', names: names() })
          .input,
      ).toEqual({});
    expect(decodeCall({ name: 'sheet__getCell' }, { target: 'gemini', names: names() }).input).toEqual({});
  });

  it('works with names that were read back from JSON', () => {
    const read = JSON.parse(JSON.stringify(names())) as ExportedNames;
    expect(decodeCall(anthropic, { target: 'anthropic', names: read })).toEqual({
      name: 'getCell',
      input: { cell: 'B5' },
    });
  });

  it('deletes the nulls of a strict call that stand for absent properties', () => {
    const input = '{"cell":"B5","sheet":null,"note":null}';
    const call = { ...openAiResponses, arguments: input };
    expect(decodeCall(call, { target: 'openai-responses', names: names(true) }).input).toEqual({
      cell: 'B5',
      note: null,
    });
    // A call that is not strict stays unchanged, so that the validator reports its mistakes.
    expect(decodeCall(call, { target: 'openai-responses', names: names() }).input).toEqual({
      cell: 'B5',
      sheet: null,
      note: null,
    });
  });

  it('does not turn strings into other values where arguments are JSON', () => {
    const tool = { ...getCell, inputSchema: { type: 'object', properties: { count: { type: 'integer' } } } };
    const given = makeNames([{ exportedName: 'sheet__getCell', tool, strict: false }]);
    const call = { ...anthropic, input: { count: '3' } };
    expect(decodeCall(call, { target: 'anthropic', names: given }).input).toEqual({ count: '3' });
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
    const { code, message } = failure(() => decodeCall(call, { target, names: names() }));
    expect([code, message.replace(/^.* has/, 'has').replace('/arguments', '')]).toEqual([
      'INVALID_INPUT',
      'has a number that JavaScript cannot hold at /cell: 9007199254740993',
    ]);
  });

  it('describes the mistakes of a call', () => {
    const decode = (target: CallTarget, call: unknown) =>
      failure(() => decodeCall(call, { target, names: names() }));
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
    const { input } = decodeCall(call, { target: 'openai-responses', names: names(true) });
    expect(Object.keys(input)).toEqual(['cell', '__proto__']);
    expect(Object.getPrototypeOf(input)).toBe(Object.prototype);
  });
});

const error = new BTCPError('CELL_NOT_FOUND', { message: 'No cell B5.', suggestion: 'Use listCells.' });
const ERROR_TEXT = 'CELL_NOT_FOUND: No cell B5.\nSuggestion: Use listCells.';

describe('encodeResult', () => {
  it('writes a message for Chat Completions', () => {
    expect(
      encodeResult([1, 2], {
        target: 'openai-chat',
        call: openAiChat,
      }) satisfies OpenAI.ChatCompletionToolMessageParam,
    ).toEqual({ role: 'tool', tool_call_id: 'call_1', content: '[1,2]' });
    expect(encodeResult(error, { target: 'openai-chat', call: openAiChat }).content).toBe(ERROR_TEXT);
  });

  it('writes an input item for Responses', () => {
    expect(
      encodeResult('text', {
        target: 'openai-responses',
        call: openAiResponses,
      }) satisfies OpenAI.Responses.ResponseInputItem,
    ).toEqual({ type: 'function_call_output', call_id: 'call_1', output: 'text' });
    expect(encodeResult(error, { target: 'openai-responses', call: openAiResponses }).output).toBe(
      ERROR_TEXT,
    );
  });

  it('writes a block for Anthropic', () => {
    expect(
      encodeResult('text', { target: 'anthropic', call: anthropic }) satisfies Anthropic.ToolResultBlockParam,
    ).toEqual({
      type: 'tool_result',
      tool_use_id: 'toolu_1',
      content: 'text',
    });
    expect(encodeResult(error, { target: 'anthropic', call: anthropic })).toEqual({
      type: 'tool_result',
      tool_use_id: 'toolu_1',
      content: ERROR_TEXT,
      is_error: true,
    });
  });

  it('writes a part for Gemini', () => {
    expect(encodeResult({ a: 1 }, { target: 'gemini', call: gemini }) satisfies Part).toEqual({
      functionResponse: { id: 'f1', name: 'sheet__getCell', response: { output: { a: 1 } } },
    });
    expect(encodeResult(error, { target: 'gemini-openapi', call: gemini }).functionResponse.response).toEqual(
      {
        error: ERROR_TEXT,
      },
    );
  });

  it('writes a result for MCP, in the form of the exported output schema', () => {
    const result = encodeResult([1, 2], { target: 'mcp-2025-11-25', call: mcp, names: names() });
    expect({ ...result, structuredContent: { result: [1, 2] } } satisfies CallToolResult).toEqual(result);
    expect(result).toEqual({
      content: [{ type: 'text', text: '[1,2]' }],
      structuredContent: { result: [1, 2] },
    });
    expect(encodeResult([1, 2], { target: 'mcp-2026-07-28', call: mcp, names: names() })).toEqual({
      resultType: 'complete',
      content: [{ type: 'text', text: '[1,2]' }],
      structuredContent: [1, 2],
    });
    const { name, description, inputSchema, capabilities } = getCell;
    const plain = { name, description, inputSchema, capabilities };
    const withoutOutput = makeNames([{ exportedName: 'sheet__getCell', tool: plain, strict: false }]);
    expect(encodeResult({ a: 1 }, { target: 'mcp-2025-11-25', call: mcp, names: withoutOutput })).toEqual({
      content: [{ type: 'text', text: '{"a":1}' }],
    });
    expect(encodeResult(error, { target: 'mcp-2025-06-18', call: mcp })).toEqual({
      content: [{ type: 'text', text: ERROR_TEXT }],
      isError: true,
      _meta: { 'dev.btcp/error': { code: 'CELL_NOT_FOUND', suggestion: 'Use listCells.' } },
    });
  });

  it('writes results as ikigai and forge print them', () => {
    const call = { name: 'sheet__getCell', arguments: '{}' };
    expect(encodeResult({ a: 1 }, { target: 'ikigai', call })).toEqual({
      tool_success: true,
      result: { a: 1 },
    });
    expect(encodeResult(error, { target: 'ikigai', call })).toEqual({
      tool_success: false,
      error: 'No cell B5.\nSuggestion: Use listCells.',
      error_code: 'CELL_NOT_FOUND',
    });
    expect(encodeResult({ a: 1 }, { target: 'forge', call: forge })).toBe('{"a":1}');
    expect(encodeResult(error, { target: 'forge', call: forge })).toBe(ERROR_TEXT);
  });

  it('writes plain errors, and values that are not JSON, as errors', () => {
    expect(encodeResult(new Error('Broken.'), { target: 'forge', call: forge })).toBe(
      'EXECUTION_ERROR: Broken.\nSuggestion: Read the message before calling again.',
    );
    expect(encodeResult(1n, { target: 'anthropic', call: anthropic })).toMatchObject({ is_error: true });
    expect(encodeResult(undefined, { target: 'forge', call: forge })).toBe('null');
  });
});
