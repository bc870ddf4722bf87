import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JsonSchemaObject, Manifest, ManifestTool } from '@btcp/core';
import { transform } from 'esbuild';
import { resolveConfig } from 'prettier';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newest } from '../../../../../test/support/runs.ts';
import { findTypeErrors } from '../../../../../test/types/find-type-errors.ts';
import { Pool } from '../../pool/pool.ts';
import { formatPieces, type Formatting, joinPieces } from '../format-pieces.ts';
import { emitClient } from './emit-client.ts';

/** Keeps no answer. */
const UNCACHED: Formatting = {
  cache: { get: async (_, findOut) => findOut() },
  pool: new Pool(),
};

const GOLDEN = join(import.meta.dirname, 'golden-client.test-d.ts');

const manifestOf = (...tools: ManifestTool[]): Manifest => ({
  btcp: '1.0',
  name: 'spreadsheet-tools',
  version: '1.0.0',
  tools,
  capabilities: [],
});

const toolOf = (name: string, inputSchema: JsonSchemaObject = { type: 'object' }): ManifestTool => ({
  name,
  description: `Does ${name}.`,
  inputSchema,
  capabilities: [],
});

const CELL = {
  type: 'string',
  pattern: '^[A-Z]+[0-9]+$',
  description: 'Cell address in A1 notation, for example "B5".',
};

const SPREADSHEET = manifestOf(
  {
    name: 'getCellValue',
    description: 'Retrieves the value and formula of a cell.\n\nEmpty cells have the value null.',
    inputSchema: {
      type: 'object',
      properties: {
        cell: CELL,
        format: {
          type: 'string',
          enum: ['plain', 'formatted with the locale of the page', 'as displayed on screen'],
        },
        includeFormatting: { type: 'boolean', default: false, description: 'Whether to include formatting.' },
      },
      required: ['cell'],
      additionalProperties: false,
    },
    outputSchema: {
      type: 'object',
      properties: {
        value: { anyOf: [{ type: 'string' }, { type: 'number' }, { type: 'boolean' }, { type: 'null' }] },
        formula: { anyOf: [{ type: 'string' }, { type: 'null' }] },
        formatting: {
          type: 'object',
          properties: { bold: { type: 'boolean' }, 'font-size': { type: 'integer', minimum: 1 } },
          required: ['bold'],
        },
      },
      required: ['value', 'formula'],
    },
    capabilities: ['dom:read'],
    examples: [{ description: 'A number', input: { cell: 'B5' }, output: { value: 42, formula: null } }],
  },
  {
    name: 'getOutline',
    description: 'The headings of the page.',
    inputSchema: { type: 'object', properties: {}, additionalProperties: false },
    outputSchema: {
      type: 'object',
      properties: {
        title: { type: 'string' },
        children: { type: 'array', items: { $ref: '#' } },
        data: { $ref: '#/$defs/Json' },
      },
      required: ['title', 'children'],
      $defs: {
        Json: {
          description: 'Any JSON.',
          anyOf: [
            { type: 'string' },
            { type: 'null' },
            { type: 'array', items: { $ref: '#/$defs/Json' } },
            { type: 'object', additionalProperties: { $ref: '#/$defs/Json' } },
          ],
        },
      },
    },
    capabilities: ['dom:read'],
  },
  {
    name: 'update_cell',
    description: 'Writes a cell.',
    inputSchema: {
      type: 'object',
      properties: {
        cell: CELL,
        value: { type: ['string', 'number'] },
        range: { type: 'array', prefixItems: [CELL, CELL], items: false, minItems: 1 },
      },
      required: ['cell', 'value'],
    },
    outputSchema: {
      anyOf: [
        { type: 'object', properties: { ok: { const: true } }, required: ['ok'] },
        {
          type: 'object',
          properties: { ok: { const: false }, error: { type: 'string' } },
          required: ['ok', 'error'],
        },
      ],
    },
    capabilities: ['dom:write'],
    deprecated: true,
    deprecationMessage: 'Use updateCells instead.',
  },
);

test('the golden client, formatted as this repository is', async () => {
  const options = await resolveConfig(GOLDEN);
  await expect(
    await formatPieces(emitClient(SPREADSHEET), { ...options, filepath: GOLDEN }, UNCACHED),
  ).toMatchFileSnapshot(GOLDEN);
});

test('the same manifest gives the same text', () => {
  expect(joinPieces(emitClient(SPREADSHEET))).toBe(joinPieces(emitClient(structuredClone(SPREADSHEET))));
});

/** Names that mean something to the language, to this file, or to each other. */
const NAMES: readonly string[] = [
  'delete',
  'default',
  'constructor',
  'then',
  'new',
  'get',
  'set',
  'async',
  'await',
  'static',
  'readonly',
  'type',
  'toString',
  'hasOwnProperty',
  'prototype',
  '__proto__',
  'arguments',
  'promise',
  'toolCaller',
  'tools',
  'call',
  'caller',
  'name',
  'input',
  'createTools',
  'callOptions',
  'record',
  'getCell',
  'get_cell',
  'GetCell',
  'x',
  'xInputY',
];

const HOSTILE = manifestOf(
  ...NAMES.filter((name) => name !== 'x').map((name) => toolOf(name)),
  toolOf('', { type: 'object' }),
  toolOf('*/ export {}; //', { type: 'object' }),
  toolOf('quote\'"`\\\n', { type: 'object' }),
  {
    ...toolOf('hostile', {
      type: 'object',
      description: '*/ export const stolen = 1; /*',
      properties: {
        '*/': { type: 'string', description: '*/', pattern: '*/', default: '*/' },
        '\u202e': { const: '\u2028`${x}`' },
      },
    }),
    description: '*/\n@deprecated',
    deprecated: true,
    deprecationMessage: '*/ export {}; /*',
    examples: [{ description: '*/\nexport {};', input: { a: '*/', '*/': 1 } }],
  },
  // The types that these two define come to the same name.
  toolOf('x', {
    type: 'object',
    properties: { y: { $ref: '#/$defs/YInput' } },
    $defs: { YInput: { type: 'null' } },
  }),
  toolOf('endless', {
    $ref: '#/$defs/A',
    $defs: { A: { anyOf: [{ $ref: '#/$defs/B' }, { type: 'null' }] }, B: { allOf: [{ $ref: '#/$defs/A' }] } },
  }),
);

/** Lists where TypeScript is slow to believe that a type may be recursive. */
const LISTS: readonly JsonSchemaObject[] = [
  { type: 'array', prefixItems: [{ type: 'object' }], items: { type: 'array', items: { $ref: '#' } } },
  { type: 'array', prefixItems: [{ type: 'array', prefixItems: [{ $ref: '#' }] }] },
  {
    anyOf: [
      { type: 'array', prefixItems: [{ type: 'array', items: { $ref: '#' } }], items: false },
      { const: 1 },
    ],
  },
  {
    type: 'array',
    items: { $ref: '#' },
    allOf: [{ anyOf: [{ type: 'array', prefixItems: [{ $ref: '#' }] }, { type: 'null' }] }],
  },
  {
    allOf: [
      { type: 'array', prefixItems: [false], items: { type: 'array', items: { $ref: '#' } }, minItems: 1 },
      { anyOf: [{ type: 'object' }, { type: 'array' }] },
    ],
  },
];

const RECURSIVE = manifestOf(...LISTS.map((outputSchema, i) => ({ ...toolOf(`list${i}`), outputSchema })));

test.each([...NAMES, '', 'quote\'"`\\\n'])('calls the tool %j by its name', async (name) => {
  const code = joinPieces(emitClient(manifestOf(toolOf(name))));
  const { code: script } = await transform(code, { loader: 'ts', format: 'esm' });
  const module = (await import(`data:text/javascript,${encodeURIComponent(script)}`)) as {
    createTools(caller: object): Record<string, (...call: unknown[]) => unknown>;
  };
  const calls: unknown[] = [];
  const tools = module.createTools({ callTool: (...call: unknown[]) => calls.push(call) });
  expect(Object.keys(tools)).toEqual([name]);
  tools[name]?.();
  tools[name]?.({ a: 1 }, { timeout: 5 });
  expect(calls).toEqual([
    [name, {}, undefined],
    [name, { a: 1 }, { timeout: 5 }],
  ]);
});

const OPTIONS = {
  target: 'ES2022',
  module: 'NodeNext',
  lib: ['ES2022'],
  types: [],
  strict: true,
  declaration: true,
  isolatedDeclarations: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noPropertyAccessFromIndexSignature: true,
  noUnusedLocals: true,
  noUnusedParameters: true,
  noImplicitReturns: true,
  verbatimModuleSyntax: true,
  skipDefaultLibCheck: true,
};

const COMPILERS: readonly (readonly [string, object])[] = [
  // Before 5.8 there is no `erasableSyntaxOnly`.
  ['typescript-5.5', {}],
  ['typescript', { erasableSyntaxOnly: true }],
  ['typescript-7', { erasableSyntaxOnly: true }],
];

const USE = `import { createTools, type CallSignal, type GetCellValueInput, type Tools } from './spreadsheet.js';

const signal = undefined as unknown as CallSignal;
const tools: Tools = createTools({ callTool: async (name, input) => ({ name, input }) });

export async function use(): Promise<string | number | boolean | null> {
  const input: GetCellValueInput = { cell: 'B5' };
  const { value } = await tools.getCellValue(input, { timeout: 1_000, signal });
  const { children } = await tools.getOutline();
  const written = await tools.update_cell({ cell: 'A1', value: 1, range: ['A1'] });
  if (!written.ok) return written.error;
  return children[0]?.children[0]?.title ?? value;
}

// @ts-expect-error there is no such property
tools.getCellValue({ cell: 'B5', sheet: 1 });
// @ts-expect-error cell is missing
tools.getCellValue({});
// @ts-expect-error it takes nothing
tools.getOutline({ depth: 1 });
`;

describe('what is emitted compiles where nothing is installed', () => {
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'emit-client-'));
    await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
    await writeFile(join(folder, 'spreadsheet.ts'), joinPieces(emitClient(SPREADSHEET)));
    await writeFile(join(folder, 'hostile.ts'), joinPieces(emitClient(HOSTILE)));
    await writeFile(join(folder, 'recursive.ts'), joinPieces(emitClient(RECURSIVE)));
    await writeFile(join(folder, 'use.ts'), USE);
  });

  afterAll(() => rm(folder, { recursive: true }));

  test.each(newest(COMPILERS))('%s', async (compiler, extra) => {
    for (const lib of [['ES2022'], ['ES2022', 'DOM']]) {
      const project = join(folder, `${compiler}-${lib.length}.json`);
      await writeFile(
        project,
        JSON.stringify({ compilerOptions: { ...OPTIONS, ...extra, lib }, include: ['*.ts'] }),
      );
      expect(await findTypeErrors(compiler, project)).toEqual([]);
    }
  });
});
