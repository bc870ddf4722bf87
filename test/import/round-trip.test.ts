import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { importTools, type ImportFormat } from '@btcp/adapters';
import { build, printTools } from '@btcp/codegen';
import type { ManifestTool } from '@btcp/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { full, runs } from '../support/runs.ts';
import { findTypeMistakes } from '../support/find-type-mistakes.ts';
import { configText, writeProject } from '../support/write-project.ts';
import { schemas, texts } from './arbitrary-schema.ts';

const GOLDENS = join(import.meta.dirname, '../../packages/adapters/src/import/fixtures');

interface Golden {
  readonly format: ImportFormat;
  readonly input: unknown;
}

// Tools that these rules refuse must survive printing, too.
const CONFIG = configText("['src/**/*.ts']").replace(
  '"off"',
  '"off","hidden-text":"off","required-unknown":"off","schema-unsatisfiable":"off"',
);

/** A project of the printed source of tools. */
async function printProject(tools: readonly ManifestTool[]): Promise<string> {
  const source = await printTools(tools, join(process.cwd(), 'imported.ts'));
  return writeProject({ 'src/imported.ts': source, 'btcp.config.ts': CONFIG });
}

/** The tools that a build publishes. */
async function buildTools(cwd: string): Promise<readonly ManifestTool[]> {
  const { diagnostics, manifest } = await build({ cwd });
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  // Imported tools have no code yet that could use more than they declare: only the build sets the mark.
  return (manifest?.tools ?? []).map(({ capabilitiesVerified, ...tool }) => {
    expect(capabilitiesVerified).toBe(true);
    return tool;
  });
}

const compareText = (a: string, b: string): number => (a < b ? -1 : 1);

const byName = (tools: readonly ManifestTool[]) => tools.toSorted((a, b) => compareText(a.name, b.name));

describe('the source of an imported tool', () => {
  it('builds to the same tools, from whichever format they came', async () => {
    const tools = readdirSync(GOLDENS).flatMap((folder) => {
      const goldens = readdirSync(join(GOLDENS, folder)).map(
        (file) => JSON.parse(readFileSync(join(GOLDENS, folder, file), 'utf8')) as Golden,
      );
      const inputs = goldens.map(({ input }) => input);
      const imported = importTools(inputs, { format: goldens[0]?.format ?? 'forge' }).tools;
      // All of them are built together, so they need different names.
      return imported.map((tool) => ({ ...tool, name: `${folder.replaceAll('-', '_')}_${tool.name}` }));
    });
    expect(tools).toHaveLength(33);
    const project = await printProject(tools);
    expect(byName(await buildTools(project))).toEqual(byName(tools));
    expect(findTypeMistakes([join(project, 'src/imported.ts')])).toEqual([]);
  });

  it('has examples that TypeScript accepts, also where they say more than the schema names', async () => {
    const row = { type: 'object', properties: { id: { type: 'string' } } };
    const { tools } = importTools(
      {
        name: 'addRows',
        description: 'Adds rows to the sheet.',
        input_schema: {
          type: 'object',
          properties: { rows: { type: 'array', items: { $ref: '#/$defs/row' } }, size: { enum: ['a', 'b'] } },
          $defs: { row },
        },
        input_examples: [
          { rows: [{ id: '1', more: { b: [1] } }], size: 'a', ['__proto__']: 'x', other: null },
        ],
      },
      { format: 'anthropic' },
    );
    const project = await printProject(tools);
    expect(byName(await buildTools(project))).toEqual(byName(tools));
    expect(findTypeMistakes([join(project, 'src/imported.ts')])).toEqual([]);
  });

  full('has recursive types for recursive schemas', async () => {
    const { tools } = importTools(
      {
        name: 'saveTree',
        description: 'Saves a tree of folders.',
        inputSchema: {
          type: 'object',
          properties: { root: { $ref: '#/$defs/folder' }, size: { $ref: '#/$defs/size' } },
          required: ['root'],
          $defs: {
            folder: {
              type: 'object',
              properties: {
                name: { type: 'string' },
                size: { $ref: '#/$defs/size' },
                entries: { type: 'array', items: { $ref: '#/$defs/entry' } },
              },
              required: ['name'],
            },
            entry: { anyOf: [{ $ref: '#/$defs/folder' }, { type: 'string' }] },
            size: { type: 'integer' },
          },
        },
      },
      { format: 'mcp-2026-07-28' },
    );
    const source = await printTools(tools, join(process.cwd(), 'imported.ts'));
    expect(source).toContain('type Entry = Folder | string;');
    expect(source).toContain(`type Folder = {
  name: string;
  size?: Static<typeof Size>;
  entries?: Entry[];
};`);
    expect(source).toContain("root: Type.Unsafe<Folder>({ $ref: '#/$defs/folder' })");
    const project = await printProject([...tools, ...tools.map((tool) => ({ ...tool, name: 'readTree' }))]);
    expect((await buildTools(project)).map(({ inputSchema }) => inputSchema)).toEqual(
      Array(2).fill(tools[0]?.inputSchema),
    );
    expect(findTypeMistakes([join(project, 'src/imported.ts')])).toEqual([]);
  });

  it('writes what has a default as an author would, and builds to the same tools', async () => {
    const size = { type: 'integer', default: 3 };
    const union = { anyOf: [{ type: 'object', properties: { size } }, { type: 'string' }] };
    const { tools } = importTools(
      [
        {
          name: 'listNotes',
          inputSchema: {
            type: 'object',
            properties: {
              size,
              rows: { type: 'array', items: { type: 'object', properties: { size }, required: ['size'] } },
              fixed: { const: 'a', type: 'string', default: 'a' },
              union,
            },
            required: ['union'],
          },
          outputSchema: { type: 'object', properties: { size } },
        },
      ],
      { format: 'mcp-2026-07-28' },
    );
    const project = await printProject(tools);
    const source = readFileSync(join(project, 'src/imported.ts'), 'utf8');
    expect(source.replace(/\s+/g, ' ')).toContain('Type.Object({ size: Type.Integer({ default: 3 }), rows:');
    expect(source).toContain('fixed: Type.Optional(');
    expect(source.match(/size: Type\.Optional/g)).toHaveLength(3);
    expect(await buildTools(project)).toEqual(tools);
    expect(findTypeMistakes([join(project, 'src/imported.ts')])).toEqual([]);
  });

  it('builds to the same tools, whatever their schemas and texts are', async () => {
    const documents = fc.sample(
      fc.record({
        description: texts,
        properties: fc.dictionary(texts, schemas, { maxKeys: 4 }),
        output: schemas,
      }),
      { seed: 11, numRuns: runs(60) },
    );
    const { tools, refused } = importTools(
      documents.map(({ description, properties, output }, index) => ({
        name: `tool${index}`,
        description,
        inputSchema: { type: 'object', properties, required: Object.keys(properties).slice(1) },
        outputSchema: output,
      })),
      { format: 'mcp-2026-07-28' },
    );
    expect(refused).toEqual([]);
    const project = await printProject(tools);
    expect(byName(await buildTools(project))).toEqual(byName(tools));
    expect(findTypeMistakes([join(project, 'src/imported.ts')])).toEqual([]);
  });
});
