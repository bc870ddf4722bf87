import { describe, expect, it } from 'vitest';
import { BTCPError, type ManifestTool } from '@btcp/core';
import { exportTools } from '../export/export-tools.ts';
import { importTools } from '../import/import-tools.ts';
import type { CallTarget } from '../targets/targets.ts';
import { decodeCall, encodeResult } from './decode-call.ts';

const TOOL: ManifestTool = {
  name: 'listTodos',
  description: 'Lists the to-dos of the page.',
  inputSchema: { type: 'object', properties: { how: { type: 'string' } } },
  capabilities: ['dom:read'],
};
const { names } = exportTools([TOOL], { target: 'openai-chat' });

function failureOf(run: () => unknown): unknown {
  try {
    return run();
  } catch (error) {
    return error;
  }
}

describe('a call that is wrong', () => {
  it('of an unknown tool lists the known ones', () => {
    const call = { id: 'c1', type: 'function', function: { name: 'xyz', arguments: '{}' } };
    expect(failureOf(() => decodeCall(call, { target: 'openai-chat', names }))).toMatchObject({
      code: 'TOOL_NOT_FOUND',
      suggestion: 'The tools are listTodos.',
    });
  });

  it('of a made-up tool is reported briefly', () => {
    const call = { function: { name: 'x'.repeat(100_000), arguments: '{}' } };
    expect(failureOf(() => decodeCall(call, { target: 'openai-chat', names: {} }))).toMatchObject({
      message: `There is no tool "${'x'.repeat(128)}…".`,
      suggestion: 'There are none.',
    });
  });

  it('that cannot be read is refused', () => {
    const call = {
      get function(): never {
        throw new Error('boom');
      },
    };
    // The arguments themselves are read where a format changes them.
    const within = {
      name: 'listTodos',
      args: {
        get how(): never {
          throw new Error('boom');
        },
      },
    };
    const exported = exportTools([TOOL], { target: 'gemini-openapi' });
    for (const failure of [
      failureOf(() => decodeCall(call, { target: 'openai-chat', names })),
      failureOf(() => decodeCall(within, { target: 'gemini-openapi', names: exported.names })),
      failureOf(() => encodeResult(1, { target: 'openai-chat', call })),
    ])
      expect(failure).toMatchObject({ code: 'INVALID_ARGUMENT', message: 'The call can not be read.' });
  });

  it('may have null for its arguments', () => {
    const call = { function: { name: 'listTodos', arguments: 'null' } };
    expect(decodeCall(call, { target: 'openai-chat', names })).toEqual({ name: 'listTodos', input: {} });
  });

  it('for a target without calls is refused with those that have some', () => {
    for (const target of ['webmcp', 'openai', '__proto__'] as unknown as CallTarget[]) {
      const wanted = { code: 'INVALID_ARGUMENT', message: `There are no calls of "${target}".` };
      expect(failureOf(() => decodeCall({}, { target, names }))).toMatchObject(wanted);
      expect(failureOf(() => encodeResult(null, { target, call: {} }))).toMatchObject(wanted);
    }
  });

  it('without the names of the export is refused', () => {
    const call = { function: { name: 'listTodos', arguments: '{}' } };
    const options = { target: 'openai-chat' } as Parameters<typeof decodeCall>[1];
    expect(failureOf(() => decodeCall(call, options))).toMatchObject({
      code: 'INVALID_ARGUMENT',
      message: 'Pass `names`, as `exportTools` returned them.',
    });
  });

  it('whose target comes first says where it belongs', () => {
    const call = { id: 'c3' } as unknown as Parameters<typeof decodeCall>[1];
    expect(failureOf(() => decodeCall('anthropic', call))).toMatchObject({
      suggestion: expect.stringMatching(/^Pass `\{ target \}`, after the call or result, with /) as unknown,
    });
  });

  it('still gets its result, so that the model learns of its mistake', () => {
    const error = new BTCPError('INVALID_INPUT', { message: 'No.', suggestion: 'Yes.' });
    const custom = { id: 'c2', type: 'custom', custom: { name: 'x', input: '' } };
    expect(encodeResult(error, { target: 'openai-chat', call: custom })).toEqual({
      role: 'tool',
      tool_call_id: 'c2',
      content: 'INVALID_INPUT: No.\nSuggestion: Yes.',
    });
    expect(encodeResult(error, { target: 'forge', call: '<tool><tool_name>listTodos' })).toBe(
      'INVALID_INPUT: No.\nSuggestion: Yes.',
    );
  });
});

it('encodeResult requires the id of a call where its format does', () => {
  const call = { name: 'listTodos', function: { name: 'listTodos', arguments: '{}' } };
  for (const [target, field] of [
    ['openai-chat', 'id'],
    ['openai-responses', 'call_id'],
    ['anthropic', 'id'],
  ] as const)
    expect(failureOf(() => encodeResult(1, { target, call }))).toMatchObject({
      code: 'INVALID_ARGUMENT',
      message: `The call has no \`${field}\`, which its result is sent back under.`,
    });
  expect(encodeResult(1, { target: 'gemini', call })).toEqual({
    functionResponse: { name: 'listTodos', response: { output: 1 } },
  });
});

it('encodeResult returns no string or null to MCP where the output schema requires an object', () => {
  const tool = { ...TOOL, outputSchema: { type: 'object', properties: {} } };
  for (const target of ['mcp-2025-11-25', 'mcp-2026-07-28'] as const) {
    const exported = exportTools([tool], { target });
    const call = { params: { name: 'listTodos', arguments: {} } };
    for (const value of [undefined, null, 'text', []])
      expect(encodeResult(value, { target, call, names: exported.names })).toMatchObject({
        isError: true,
        _meta: { 'dev.btcp/error': { code: 'INVALID_OUTPUT' } },
      });
    expect(encodeResult({}, { target, call, names: exported.names })).toMatchObject({
      structuredContent: {},
    });
  }
});

it('encodeResult refuses what JSON does not have', () => {
  const call = { type: 'tool_use', id: 't1', name: 'listTodos', input: {} };
  for (const value of [NaN, Symbol('x'), () => 1])
    expect(encodeResult(value, { target: 'anthropic', call })).toMatchObject({
      is_error: true,
      content: expect.stringMatching(/^INVALID_OUTPUT: /) as unknown,
    });
  expect(encodeResult(undefined, { target: 'anthropic', call })).toMatchObject({ content: 'null' });
});

it('exportTools leaves out a tool whose capabilities are not an array of strings', () => {
  for (const capabilities of ['all', [5, null], null]) {
    const { tools, refused } = exportTools([{ ...TOOL, capabilities } as unknown as ManifestTool], {
      target: 'mcp-2025-11-25',
    });
    expect(tools).toEqual([]);
    expect(refused).toMatchObject([{ tool: 'listTodos', path: '/capabilities' }]);
  }
});

it('importTools accepts mcp for short, and lists the formats when given another', () => {
  const tool = { name: 'listTodos', description: TOOL.description, inputSchema: TOOL.inputSchema };
  expect(importTools({ tools: [tool] }, { format: 'mcp' }).tools).toHaveLength(1);
  expect(failureOf(() => importTools({}, { format: 'opnai' as 'mcp' }))).toMatchObject({
    code: 'INVALID_ARGUMENT',
    message: expect.stringMatching(/^There is no format "opnai"; there are mcp-2025-06-18, /) as unknown,
    suggestion: 'Pass it after the document: `importTools(document, { format })`.',
  });
});
