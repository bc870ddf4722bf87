import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { exportTools } from '../export/export-tools.ts';
import type { ImportFormat, Target } from '../targets/targets.ts';
import { importTools } from './import-tools.ts';

const GOLDENS = join(import.meta.dirname, 'fixtures');

interface Golden {
  readonly format: ImportFormat;
  readonly input: unknown;
  readonly output: unknown;
  readonly warnings: readonly unknown[];
}

const read = (path: string): Golden => JSON.parse(readFileSync(path, 'utf8')) as Golden;

const goldens = readdirSync(GOLDENS, { recursive: true, encoding: 'utf8' }).filter((path) =>
  path.endsWith('.json'),
);

describe('importTools', () => {
  it.each(goldens)('gives the golden %s', (path) => {
    const { format, input, output, warnings } = read(join(GOLDENS, path));
    const result = importTools(input, { format });
    expect(result.refused).toEqual([]);
    expect(result.tools).toEqual([output]);
    expect(result.warnings.map(({ tool: _, ...warning }) => warning)).toEqual(warnings);
    expect(JSON.stringify(result.tools[0])).toBe(JSON.stringify(output));
  });
});

it('reports that the type of an input schema was added', () => {
  const schema = { properties: { city: { type: 'string' } } };
  const { tools, warnings } = importTools(
    {
      name: 'findCity',
      description: 'Finds a city.',
      inputSchema: schema,
    },
    { format: 'mcp' },
  );
  expect(tools[0]?.inputSchema).toEqual({ type: 'object', ...schema });
  expect(warnings.map(({ code, detail }) => `${code}: ${detail}`)).toContain(
    'keyword-rewritten: `type: "object"` was added: an input is always an object',
  );
});

it.each<[ImportFormat | 'mcp', Target, string, object]>([
  ['mcp', 'mcp-2026-07-28', 'user-profile/update', { inputSchema: { type: 'object' } }],
  ['mcp', 'mcp-2025-11-25', 'Create CIFS Share', { inputSchema: { type: 'object' } }],
  ['openai-responses', 'openai-responses', 'get-cell', { type: 'function', parameters: { type: 'object' } }],
  ['anthropic', 'gemini', 'get-cell', { input_schema: { type: 'object' } }],
])('an export gives back a name of %s where it is legal, to %s: %s', (format, target, name, fields) => {
  const { tools } = importTools({ name, description: 'Gets a cell.', ...fields }, { format });
  const { names } = exportTools(tools, { target });
  expect(Object.entries(names)).toEqual([[name, tools[0]?.name]]);
  expect(tools[0]?.name).not.toBe(name);
});
