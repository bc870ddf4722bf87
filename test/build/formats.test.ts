import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { importTools } from '@btcp/adapters';
import { BTCPClient } from '@btcp/client';
import { build, check } from '@btcp/codegen';
import type { Manifest } from '@btcp/core';
import { compileSchema } from '@btcp/schema/compile';
import { describe, expect, it } from 'vitest';
import { btcp } from '../support/btcp.ts';
import { alike } from '../support/runs.ts';
import { definition, IMPORTS } from '../support/tool-source.ts';
import { writeProject } from '../support/write-project.ts';

const INPUT = `Type.Object({
  /** Number of the part. */
  part: Type.String({ format: 'sku', maxLength: 20 }),
  /** Number of its box. */
  box: Type.Optional(Type.String({ format: 'sku', pattern: '^BOX' })),
}, { additionalProperties: false })`;

const project = (config: string): Promise<string> =>
  writeProject({
    'src/get-part.ts': `${IMPORTS}export const getPart = defineTool(${definition('', INPUT)});\n`,
    'btcp.config.ts': `import { defineConfig } from '@btcp/core';\nexport default defineConfig({\n  tools: ['src/**/*.ts'],\n${config}\n});\n`,
  });

const reports = (diagnostics: readonly { id: string; line: number; message: string }[]): readonly string[] =>
  diagnostics.map(({ id, line, message }) => `${line} ${id}: ${message}`);

describe('a format of the project', () => {
  it('is published with its pattern, and enforced', async () => {
    const cwd = await project(`  formats: { sku: '^[A-Z]{3}-\\\\d+$' },`);
    const { ok, manifest } = await build({ cwd });
    expect(ok).toBe(true);
    expect(manifest?.tools[0]?.inputSchema['properties']).toEqual({
      part: {
        type: 'string',
        format: 'sku',
        pattern: '^[A-Z]{3}-\\d+$',
        maxLength: 20,
        description: 'Number of the part.',
      },
      box: {
        type: 'string',
        format: 'sku',
        pattern: '^BOX',
        allOf: [{ pattern: '^[A-Z]{3}-\\d+$' }],
        description: 'Number of its box.',
      },
    });
    const validators = await readFile(join(cwd, 'generated/validators.js'), 'utf8');
    expect(validators).toContain('/^[A-Z]{3}-\\d+$/u');
    const validate = compileSchema(manifest?.tools[0]?.inputSchema ?? false);
    expect(validate({ part: 'ABC-1', box: 'BOX-7' })).toMatchObject({ ok: true });
    expect(validate({ part: 'abc' })).toMatchObject({
      ok: false,
      issues: [
        {
          path: '/part',
          keyword: 'pattern',
          message: '`part` must match the pattern ^[A-Z]{3}-\\d+$; got "abc"',
        },
      ],
    });
    expect(validate({ part: 'ABC-1', box: 'CAN-7' })).toMatchObject({ ok: false });
    const { diagnostics } = await check({ cwd });
    expect(diagnostics.map(({ id }) => id)).not.toContain('format-unknown');
  });

  it('must not have a slow pattern', async () => {
    const cwd = await project(`  formats: { sku: '^([A-Z]+-?)+$' },`);
    expect(reports((await build({ cwd })).diagnostics)).toContain(
      '7 pattern-slow: The pattern "^([A-Z]+-?)+$" may take more than a million tries on a string of 18 characters.',
    );
  });

  it.each(
    alike([
      [
        `{ sku: '(' }`,
        '4 config-invalid: The pattern of the format "sku" is not valid: Invalid regular expression: /(/u: Unterminated group',
      ],
      [
        `{ sku: /^A$/ as never }`,
        '4 config-invalid: `formats` must have a regular expression as a string for "sku".',
      ],
      [
        `{ email: '@' }`,
        '4 config-invalid: `formats` has "email", which is a known format and is enforced already.',
      ],
      [`['sku'] as never`, '4 config-invalid: `formats` must be an object of formats and patterns.'],
    ]),
  )('is refused in the config where it is %s', async (formats, expected) => {
    const cwd = await project(`  formats: ${formats},`);
    expect(reports((await build({ cwd })).diagnostics)).toEqual([expected]);
  });
});

const FOREIGN = {
  name: 'savePage',
  description: 'Saves a page of the notebook, and tells its number.',
  inputSchema: {
    type: 'object',
    properties: {
      page: { type: 'string', format: 'json', maxLength: 90, description: 'The blocks of the page.' },
      size: { type: 'integer', format: 'uint24', maximum: 9, description: 'How many blocks it has.' },
      at: { type: 'string', format: 'DateTime', description: 'When it was written.' },
    },
    required: ['page', 'size', 'at'],
    additionalProperties: false,
  },
  capabilities: [],
};
const MANIFEST: Manifest = {
  btcp: '1.0',
  name: 'notebook',
  version: '1.0.0',
  description: 'Tools for a notebook.',
  tools: [FOREIGN],
  capabilities: [],
};

describe('a format that is not known', () => {
  it('is noted by btcp check, by its name', async () => {
    const cwd = await writeProject({ 'manifest.json': JSON.stringify(MANIFEST) });
    const { code, out } = await btcp(cwd, 'check', 'manifest.json', '--format', 'json');
    const { diagnostics } = JSON.parse(out) as { diagnostics: readonly Record<string, string>[] };
    expect(code).toBe(0);
    expect(
      diagnostics
        .filter(({ id }) => id === 'format-unknown')
        .map(({ severity, message, help }) => [severity, message, help]),
    ).toEqual([
      [
        'info',
        'The format "json" is not known, so it is published but not enforced.',
        `Write \`pattern\` beside it, or say in the config what it means: \`formats: { "json": '^…$' }\`.`,
      ],
      [
        'info',
        'The format "uint24" is not known, so it is published but not enforced.',
        `Write \`pattern\` beside it, or say in the config what it means: \`formats: { "uint24": '^…$' }\`.`,
      ],
      [
        'info',
        'The format "DateTime" is not known, so it is published but not enforced; did you mean "date-time"?',
        'Write "date-time", or `pattern` beside it.',
      ],
    ]);
  });

  it('does not prevent registering an external manifest or calling its tools', async () => {
    const client = new BTCPClient({ compile: compileSchema });
    await client.registerManifest({ manifest: MANIFEST, implementations: { savePage: () => 7 } });
    expect(await client.callTool('savePage', { page: '{', size: 3, at: 'today' })).toBe(7);
    await expect(client.callTool('savePage', { page: '{', size: 10, at: 'today' })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
    });
  });

  it('is imported as it is', () => {
    const { tools, refused } = importTools([FOREIGN], { format: 'mcp' });
    expect(refused).toEqual([]);
    expect(tools[0]?.inputSchema).toEqual(FOREIGN.inputSchema);
  });
});
