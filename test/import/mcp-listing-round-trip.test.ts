import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { exportTools, importTools } from '@btcp/adapters';
import { build, printTools } from '@btcp/codegen';
import type { ManifestTool } from '@btcp/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../support/runs.ts';
import { btcp } from '../support/btcp.ts';
import { findTypeMistakes } from '../support/find-type-mistakes.ts';
import { configText, writeProject } from '../support/write-project.ts';
import { schemas, texts } from './arbitrary-schema.ts';
import { LISTED_TOOLS } from './listed-tools.ts';

const CONFIG = configText("['src/**/*.ts']").replace(
  '"off"',
  '"off","hidden-text":"off","required-unknown":"off","schema-unsatisfiable":"off"',
);

/** The tools that a build publishes. */
async function buildTools(cwd: string): Promise<readonly ManifestTool[]> {
  const { diagnostics, manifest } = await build({ cwd });
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  return manifest?.tools ?? [];
}

const byName = (tools: readonly { name?: unknown }[]) => new Map(tools.map((tool) => [tool.name, tool]));

describe('a tool that an MCP server lists', () => {
  it('is listed unchanged after an import, whatever its shape', async () => {
    const tools = Object.values(LISTED_TOOLS);
    const root = await writeProject({ 'tools.json': JSON.stringify({ tools }), 'btcp.config.ts': CONFIG });
    const { code, err } = await btcp(root, 'import', '--from', 'mcp', 'tools.json', '--out', 'src');
    expect({ code, errors: err.match(/^error.*/gm) }).toEqual({ code: 0, errors: null });
    const files = (await readdir(join(root, 'src'))).map((file) => join(root, 'src', file));
    expect(findTypeMistakes(files)).toEqual([]);
    const published = await buildTools(root);
    for (const target of ['mcp-2025-06-18', 'mcp-2025-11-25'] as const) {
      const exported = exportTools(published, { target });
      expect(exported.warnings.filter(({ code: kind }) => kind === 'field-dropped')).toEqual([]);
      expect(byName(exported.tools)).toEqual(byName(tools));
    }
  });

  it('is listed unchanged, whatever its schemas and texts', async () => {
    const sources = fc
      .sample(
        fc.record({
          description: texts,
          properties: fc.dictionary(texts, schemas, { maxKeys: 4 }),
          required: fc.shuffledSubarray([0, 1, 2, 3]),
          more: fc.record(
            {
              $schema: fc.constant('https://json-schema.org/draft/2020-12/schema'),
              'x-note': texts,
              additionalProperties: schemas,
              anyOf: fc.array(schemas, { minLength: 1, maxLength: 2 }),
            },
            { requiredKeys: [] },
          ),
          outputSchema: schemas,
        }),
        { seed: 17, numRuns: runs(30) },
      )
      .map(({ description, properties, required, more, outputSchema }, index) => {
        const names = Object.keys(properties);
        return {
          name: `tool-${index}`,
          description,
          inputSchema: {
            type: 'object',
            properties,
            required: required.filter((each) => each < names.length).map((each) => names[each]),
            ...more,
          },
          outputSchema,
        };
      });
    const { tools, refused } = importTools(sources, { format: 'mcp-2026-07-28' });
    expect(refused).toEqual([]);
    const source = await printTools(tools, join(process.cwd(), 'imported.ts'));
    const root = await writeProject({ 'src/imported.ts': source, 'btcp.config.ts': CONFIG });
    expect(findTypeMistakes([join(root, 'src/imported.ts')])).toEqual([]);
    const exported = exportTools(await buildTools(root), { target: 'mcp-2026-07-28' });
    // As JSON, without `undefined`.
    expect(byName(exported.tools)).toEqual(byName(JSON.parse(JSON.stringify(sources)) as typeof sources));
  });
});
