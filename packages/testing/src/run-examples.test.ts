import { Type } from '@sinclair/typebox';
import { BTCPError, defineTool, loadOnCall } from '@btcp/core';
import { describe, expect, it } from 'vitest';
import { describeTools } from './describe-tools.ts';
import { runExamples } from './run-examples.ts';

const page = globalThis as unknown as Window;

const double = defineTool({
  inputSchema: Type.Object({ n: Type.Number({ default: 2 }) }),
  outputSchema: Type.Object({ twice: Type.Number() }),
  capabilities: [],
  examples: [
    { description: 'One', input: { n: 1 }, output: { twice: 2 } },
    { input: {} },
    { description: 'Wrong', input: { n: 3 }, output: { twice: 7 } },
    { description: 'Refused', input: { n: 4 } },
  ],
  execute({ n }) {
    if (n === 4) throw new BTCPError('TOO_MUCH', 'No more than three.');
    return { twice: 2 * n };
  },
});

const getCell = defineTool({
  inputSchema: Type.Object({ cell: Type.String() }),
  capabilities: ['dom:read'],
  examples: [
    { description: 'A number', input: { cell: 'B5' }, output: '42' },
    { description: 'Empty', input: { cell: 'B6' }, output: '' },
  ],
  // Also by the global, as in a page.
  execute: ({ cell }) => page.document.getElementById(cell)?.textContent ?? 'none',
});

const countRows = defineTool({
  inputSchema: Type.Object({}),
  capabilities: ['storage:local:read', 'network:fetch:same-origin'],
  examples: [{ input: {}, output: { rows: 3, theme: 'dark', lang: 'de' } }],
  execute: async (_, context) => ({
    rows: ((await (await fetch('/rows')).json()) as unknown[]).length,
    theme: page.localStorage.getItem('theme'),
    lang: (context as unknown as { lang: string }).lang,
  }),
});

const removeRow = defineTool({
  inputSchema: Type.Object({ row: Type.Integer() }),
  capabilities: [],
  confirm: ({ row }) => `Removes row ${row}.`,
  examples: [{ input: { row: 3 }, output: 'gone' }],
  execute: () => 'gone',
});

describe('runExamples', () => {
  it('confirms what a tool has confirmed', async () => {
    expect(await runExamples(describeTools({ removeRow }))).toEqual([
      { tool: 'removeRow', index: 0, status: 'passed', output: 'gone' },
    ]);
  });

  const registration = describeTools({ double, getCell, countRows });

  it('runs what needs no page, compares, and says what it skipped', async () => {
    expect(await runExamples(registration)).toEqual([
      { tool: 'double', index: 0, description: 'One', status: 'passed', output: { twice: 2 } },
      { tool: 'double', index: 1, status: 'passed', output: { twice: 4 } },
      {
        tool: 'double',
        index: 2,
        description: 'Wrong',
        status: 'differs',
        output: { twice: 6 },
        expected: { twice: 7 },
        path: '/twice',
      },
      {
        tool: 'double',
        index: 3,
        description: 'Refused',
        status: 'failed',
        error: expect.objectContaining({ code: 'TOO_MUCH' }) as unknown,
      },
      {
        tool: 'getCell',
        index: 0,
        description: 'A number',
        status: 'skipped',
        reason: 'It needs dom:read, and has no fixture.',
      },
      {
        tool: 'getCell',
        index: 1,
        description: 'Empty',
        status: 'skipped',
        reason: 'It needs dom:read, and has no fixture.',
      },
      {
        tool: 'countRows',
        index: 0,
        status: 'skipped',
        reason: 'It needs storage:local:read, network:fetch:same-origin, and has no fixture.',
      },
    ]);
  });

  it('runs what has a fixture: of all examples of a tool, or of each', async () => {
    const results = await runExamples(registration, {
      fixtures: {
        getCell: ({ description }) =>
          description === 'Empty' ? '<p id="B6"></p>' : { html: '<p id="B5">42' },
        countRows: {
          context: { lang: 'de' } as object,
          fakes: { localStorage: { theme: 'dark' }, fetch: { '/rows': [1, 2, 3] } },
        },
      },
    });
    expect(results.slice(4).map(({ tool, status }) => `${tool} ${status}`)).toEqual([
      'getCell passed',
      'getCell passed',
      'countRows passed',
    ]);
    expect('document' in globalThis).toBe(false);
  });

  it('takes a registration whose tools are loaded when they are called', async () => {
    const loaded = { ...registration, implementations: { double: loadOnCall(async () => double) } };
    const { tools } = registration.manifest;
    const only = { ...loaded, manifest: { ...loaded.manifest, tools: tools.slice(0, 1) } };
    expect((await runExamples(only)).map(({ status }) => status)).toEqual([
      'passed',
      'passed',
      'differs',
      'failed',
    ]);
  });

  it.each(['iframe', 'wasm'] as const)('runs inline what is not built for the level %s', async (sandbox) => {
    const results = await runExamples(describeTools({ double }, { config: { sandbox } }));
    expect(results.map(({ status }) => status)).toEqual(['passed', 'passed', 'differs', 'failed']);
    expect(results[3]).toMatchObject({ error: { code: 'TOO_MUCH' } });
  });

  it('refuses a fixture of no tool', async () => {
    await expect(runExamples(registration, { fixtures: { getCel: '' } })).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
      message: 'There is no tool "getCel" for this fixture; did you mean "getCell"?',
      suggestion: 'The tools are double, getCell, countRows.',
    });
  });
});
