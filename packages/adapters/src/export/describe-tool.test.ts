import type { ManifestTool } from '@btcp/core';
import { describe, expect, it } from 'vitest';
import { exportTools } from './export-tools.ts';
import { importTools } from '../import/import-tools.ts';
import { TARGETS } from '../targets/targets.ts';
import { describeTool } from '../profile/describe-tool.ts';

const LONG = `Searches pages. ${'Takes words of any language. '.repeat(480)}The end.`;
const [IMPORTED] = importTools([{ name: 'search', description: LONG, inputSchema: { type: 'object' } }], {
  format: 'mcp',
}).tools as readonly [ManifestTool];

/** The description in an export, wherever its format has it. */
const descriptionIn = (exported: unknown): string =>
  /"description":("(?:[^"\\]|\\.)*")/.exec(JSON.stringify(exported))?.[1] ?? '""';

it('a manifest keeps its limit, and has the whole text in mcp.description', () => {
  expect(LONG).toHaveLength(13944);
  expect(IMPORTED.description).toHaveLength(1000);
  expect(IMPORTED.mcp?.description).toBe(LONG);
});

it.each(['anthropic', 'gemini-openapi'] as const)('%s is imported whole, too', (format) => {
  const { tools, warnings } = importTools(
    {
      name: 'search',
      title: 'search',
      description: LONG,
      type: 'object',
      input_schema: { type: 'object' },
    },
    { format },
  );
  expect(tools[0]?.mcp?.description).toBe(LONG);
  expect(warnings.find(({ code }) => code === 'description-truncated')?.detail).toBe(
    '13944 characters were cut to 1000; the field `mcp` has them all',
  );
});

describe('every export carries the whole description, or reports that it does not', () => {
  const LIMITED = new Set<string>(['openai-chat', 'openai-responses', 'ikigai']);

  it.each(TARGETS.filter((target) => !LIMITED.has(target)))('%s carries it', (target) => {
    const { tools, warnings } = exportTools([IMPORTED], { target });
    expect(JSON.parse(descriptionIn(tools))).toBe(LONG);
    expect(warnings.filter(({ code }) => code === 'description-truncated')).toEqual([]);
  });

  it.each([
    ['openai-chat', 1024],
    ['openai-responses', 1024],
    ['ikigai', 1000],
  ] as const)('%s says that it may have %i characters', (target, limit) => {
    const { tools, warnings } = exportTools([IMPORTED], { target });
    expect(JSON.parse(descriptionIn(tools))).toBe(`${LONG.slice(0, limit - 1)}…`);
    expect(warnings).toContainEqual({
      tool: 'search',
      code: 'description-truncated',
      path: '/description',
      detail: `a description may have ${limit} characters; this one has 13944`,
    });
  });
});

it('the deprecation is written once', () => {
  const tool = { deprecated: true, deprecationMessage: 'Use find.' };
  expect(describeTool({ ...tool, description: 'Finds pages.' })).toBe('[DEPRECATED: Use find.] Finds pages.');
  const description = '[DEPRECATED: Use find.] Finds pages by their words.';
  expect(describeTool({ ...tool, description: 'Finds pages.', mcp: { description } })).toBe(description);
});

it('a shorter text for MCP does not replace the description', () => {
  expect(describeTool({ description: 'The tool "echo": Echo', mcp: { description: 'Echo' } })).toBe(
    'The tool "echo": Echo',
  );
});

it('a description that would fill a context is cut, and the export says so', () => {
  const mcp = { description: 'x'.repeat(3_000_019) };
  const tool = {
    name: 'search',
    description: 'Finds pages.',
    inputSchema: { type: 'object' },
    capabilities: [],
    mcp,
  };
  expect(describeTool(tool)).toHaveLength(20_000);
  const { tools, warnings } = exportTools([tool], { target: 'mcp-2025-11-25' });
  expect(JSON.stringify(tools).length).toBeLessThan(21_000);
  expect(warnings).toContainEqual({
    tool: 'search',
    code: 'description-truncated',
    path: '/description',
    detail: 'a description may have 20000 characters; this one has 3000019',
  });
});
