import {
  BTCPError,
  type CallOptions,
  type ManifestTool,
  type Progress,
  type Registration,
  type ToolCaller,
} from '@btcp/core';
import { compileSchema } from '@btcp/schema/compile';
import { describe, expect, it } from 'vitest';
import { mcpHandler, type StandardTool, standardTools } from './standard-tools.ts';

const INPUT = {
  type: 'object',
  properties: {
    rows: { type: 'array', items: { type: 'object', properties: { 'a/b': { type: 'number' } } } },
    limit: { type: 'integer', default: 5 },
  },
  required: ['rows'],
  additionalProperties: false,
} as const;
const TOOL: ManifestTool = {
  name: 'listRows',
  description: 'Lists rows of the table.',
  inputSchema: INPUT,
  outputSchema: { type: 'array', items: { type: 'string' } },
  capabilities: ['dom:read', 'network:fetch:same-origin'],
  deprecated: true,
  deprecationMessage: 'Use listCells instead.',
};

function registrationOf(tool: ManifestTool): Registration {
  const { name, inputSchema, outputSchema, capabilities } = tool;
  return {
    manifest: { btcp: '1.0', name: 'test-tools', version: '1.0.0', tools: [tool], capabilities },
    implementations: {},
    validators: {
      [name]: {
        input: compileSchema(inputSchema),
        ...(outputSchema && { output: compileSchema(outputSchema) }),
      },
    },
  };
}

function toolWith(callTool: ToolCaller['callTool'], change: Partial<ManifestTool> = {}): StandardTool {
  const tool = { ...TOOL, ...change };
  const found = standardTools({ callTool }, registrationOf(tool))[tool.name];
  if (!found) throw new Error('There is no such tool.');
  return found;
}

const never = async (): Promise<never> => {
  throw new Error('Nobody calls this.');
};

describe('a schema', () => {
  const { inputSchema } = toolWith(never);
  const { validate, jsonSchema, vendor, version } = inputSchema['~standard'];

  it('validates, and applies defaults to a copy', () => {
    const input = { rows: [] };
    expect(validate(input)).toEqual({ value: { rows: [], limit: 5 } });
    expect(input).toEqual({ rows: [] });
    expect([vendor, version]).toEqual(['btcp', 1]);
  });

  it('reports issues with their paths, with indexes as numbers', () => {
    expect(validate({ rows: [{}, { 'a/b': '1' }], limits: 3 })).toEqual({
      issues: [
        { message: '`rows[1]["a/b"]` must be a number; got "1"', path: ['rows', 1, 'a/b'] },
        {
          message: '`limits` is not a known property; did you mean `limit`? Known are `rows`, `limit`',
          path: ['limits'],
        },
      ],
    });
    expect(validate(null)).toEqual({ issues: [{ message: expect.any(String), path: [] }] });
  });

  it('never throws', () => {
    const hostile = new Proxy(
      {},
      {
        ownKeys: () => {
          throw new Error('no');
        },
        get: () => {
          throw new Error('no');
        },
      },
    );
    for (const value of [hostile, { rows: hostile }, Symbol('s'), 1n, undefined, () => 1]) {
      expect(validate(value)).toHaveProperty('issues');
    }
  });

  it('gives its JSON Schema in both dialects, a copy every time', () => {
    const first = jsonSchema.input({ target: 'draft-2020-12' });
    expect(first).toEqual(INPUT);
    // As the AI SDK does.
    Object.assign(first, { additionalProperties: true });
    expect(jsonSchema.input({ target: 'draft-2020-12' })).toEqual(INPUT);
    expect(jsonSchema.output({ target: 'draft-07' })).toEqual({
      $schema: 'http://json-schema.org/draft-07/schema#',
      ...INPUT,
    });
  });

  it('refuses other dialects by name', () => {
    expect(() => jsonSchema.input({ target: 'openapi-3.0' })).toThrow(
      'There is no JSON Schema for "openapi-3.0"; ask for draft-2020-12 or draft-07.',
    );
  });
});

describe('execute', () => {
  it('forwards the signal and progress of each API', async () => {
    const seen: CallOptions[] = [];
    const updates: Progress[] = [];
    const { execute } = toolWith(async (_name, _input, options = {}) => {
      seen.push(options);
      options.onProgress?.({ progress: 1, total: 3 });
      return [];
    });
    const { signal } = new AbortController();
    await execute({ rows: [] }, { abortSignal: signal });
    await execute({ rows: [] }, { signal, timeout: 10, reportProgress: (update) => updates.push(update) });
    await execute({ rows: [] });
    expect(seen.map(({ signal: passed, timeout }) => [passed === signal, timeout])).toEqual([
      [true, undefined],
      [true, 10],
      [false, undefined],
    ]);
    expect(updates).toEqual([{ progress: 1, total: 3 }]);
  });

  it('fails with the code and the suggestion in the message, and as fields', async () => {
    const issues = [{ path: '', keyword: 'type', message: 'wrong' }];
    const { execute } = toolWith(async () => {
      throw new BTCPError('NO_ROWS', { message: 'No rows.', suggestion: 'Add one.', data: { n: 0 }, issues });
    });
    const error: unknown = await execute({}).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(BTCPError);
    expect(error).toMatchObject({
      code: 'NO_ROWS',
      message: 'NO_ROWS: No rows: wrong\nSuggestion: Add one.',
      suggestion: 'Add one.',
      data: { n: 0 },
      issues,
    });
  });
});

describe('standardTools', () => {
  it('describes deprecation and open-world hints', () => {
    const { description, annotations, name } = toolWith(never);
    expect([name, description, annotations]).toEqual([
      'listRows',
      '[DEPRECATED: Use listCells instead.] Lists rows of the table.',
      {},
    ]);
    // oxlint-disable-next-line no-unused-vars -- only left out
    const { deprecationMessage: _, ...rest } = TOOL;
    const bare = standardTools({ callTool: never }, registrationOf(rest));
    expect(bare['listRows']?.description).toBe('[DEPRECATED] Lists rows of the table.');
  });

  it("has the author's title and hints, as far as they promise no more than is known", () => {
    const annotations = { readOnlyHint: true, destructiveHint: true, idempotentHint: true };
    const tool = { ...TOOL, mcp: { title: 'List rows', annotations } };
    const { listRows } = standardTools({ callTool: never }, registrationOf(tool));
    expect([listRows?.title, listRows?.annotations]).toEqual([
      'List rows',
      { destructiveHint: true, idempotentHint: true },
    ]);
    const withoutHints = {
      ...TOOL,
      capabilities: [],
      capabilitiesVerified: true,
      mcp: { annotations: null },
    };
    const silent = standardTools({ callTool: never }, registrationOf(withoutHints));
    expect(silent['listRows']?.annotations).toEqual({});
  });

  it.each<readonly [string, unknown, unknown, string]>([
    ['the registration first', registrationOf(TOOL), undefined, 'What was passed as the client is none.'],
    ['no registration', { callTool: never }, undefined, 'What was passed as the registration is none.'],
    [
      'a manifest',
      { callTool: never },
      registrationOf(TOOL).manifest,
      'What was passed as the registration is none.',
    ],
  ])('refuses %s', (_, caller, registration, message) => {
    expect(() => standardTools(caller as ToolCaller, registration as Registration)).toThrow(message);
  });

  it('requires validators', () => {
    const { manifest, implementations } = registrationOf(TOOL);
    expect(() => standardTools({ callTool: never }, { manifest, implementations })).toThrow(
      'The tool "listRows" comes without validators.',
    );
    const inherited = registrationOf({ ...TOOL, name: 'constructor' });
    expect(() => standardTools({ callTool: never }, { ...inherited, validators: {} })).toThrow(
      'The tool "constructor" comes without validators.',
    );
  });
});

describe('mcpHandler', () => {
  const request = (
    progressToken?: string,
  ): { sent: unknown[]; context: Parameters<ReturnType<typeof mcpHandler>>[1] } => {
    const sent: unknown[] = [];
    const { signal } = new AbortController();
    const notify = async (notification: unknown): Promise<void> => void sent.push(notification);
    return { sent, context: { mcpReq: { signal, _meta: { progressToken }, notify } } };
  };

  it('gives text, and structured content where there is an output schema', async () => {
    const handle = mcpHandler(toolWith(async () => ['a']));
    expect(await handle({}, request().context)).toEqual({
      content: [{ type: 'text', text: '["a"]' }],
      structuredContent: ['a'],
    });
    // oxlint-disable-next-line no-unused-vars -- only left out
    const { outputSchema: _, ...rest } = TOOL;
    const bare = standardTools({ callTool: async () => 'plain' }, registrationOf(rest))[
      'listRows'
    ] as StandardTool;
    expect(await mcpHandler(bare)({}, request().context)).toEqual({
      content: [{ type: 'text', text: 'plain' }],
    });
  });

  it('gives an error as a result', async () => {
    const handle = mcpHandler(
      toolWith(async () => Promise.reject(new BTCPError('EXECUTION_TIMEOUT', 'Too slow.'))),
    );
    const suggestion = 'Ask for less in one call, or for more time.';
    expect(await handle({}, request().context)).toEqual({
      content: [{ type: 'text', text: `EXECUTION_TIMEOUT: Too slow.\nSuggestion: ${suggestion}` }],
      isError: true,
      _meta: { 'dev.btcp/error': { code: 'EXECUTION_TIMEOUT', suggestion } },
    });
  });

  it('forwards progress that grows, and nothing else', async () => {
    const handle = mcpHandler(
      toolWith(async (_name, _input, options) => {
        const updates: unknown[] = [
          { progress: 1, total: 2, message: 'Half' },
          { progress: 1 },
          { progress: Number.NaN },
          null,
          { progress: '3' },
          { progress: 2, total: Infinity, message: 7 },
        ];
        for (const update of updates) options?.onProgress?.(update as Progress);
        return [];
      }),
    );
    const { sent, context } = request('t');
    await handle({}, context);
    expect(sent).toEqual([
      {
        method: 'notifications/progress',
        params: { progressToken: 't', progress: 1, total: 2, message: 'Half' },
      },
      { method: 'notifications/progress', params: { progressToken: 't', progress: 2 } },
    ]);
  });

  it('has one progress on its way, after which the latest goes, for a client that reads slowly', async () => {
    const handle = mcpHandler(
      toolWith(async (_name, _input, options) => {
        for (let progress = 1; progress <= 9; progress++) options?.onProgress?.({ progress });
        await new Promise((resolve) => setTimeout(resolve, 1));
        options?.onProgress?.({ progress: 10 });
        return [];
      }),
    );
    const { signal } = new AbortController();
    const waiting: (() => void)[] = [];
    const sent: number[] = [];
    const notify = ({ params }: { readonly params: { readonly progress: number } }): Promise<void> => {
      sent.push(params.progress);
      return new Promise((resolve) => waiting.push(resolve));
    };
    const call = handle({}, { mcpReq: { signal, _meta: { progressToken: 't' }, notify } });
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(sent).toEqual([1]);
    waiting.shift()?.();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(sent).toEqual([1, 10]);
    waiting.shift()?.();
    expect(await call).toMatchObject({ structuredContent: [] });
    expect(sent).toEqual([1, 10]);
  });
});
