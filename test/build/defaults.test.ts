import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { build, check } from '@btcp/codegen';
import { IMPORTS } from '../support/tool-source.ts';
import { configText, writeProject } from '../support/write-project.ts';

const source = (limit: string): string => `${IMPORTS}
/** Lists the rows of the table on the page. */
export const listRows = defineTool({
  inputSchema: Type.Object(
    {
      table: Type.String({ maxLength: 20 }),
      limit: ${limit},
      range: Type.Object({ first: Type.Integer({ default: 1 }), last: Type.Integer() }),
    },
    { additionalProperties: false },
  ),
  outputSchema: Type.String(),
  capabilities: [],
  examples: [{ input: { table: 'a', range: { last: 2 } }, output: 'x' }],
  execute: ({ table, limit, range }) => [table, limit, range.first, range.last].join(),
});
`;

it('asks callers for no property that has a default', async () => {
  const cwd = await writeProject({ 'src/a.ts': source('Type.Integer({ default: 5 })') });
  const { manifest, diagnostics } = await build({ cwd });
  expect(diagnostics).toEqual([]);
  expect(manifest?.tools[0]?.inputSchema).toMatchObject({
    required: ['table', 'range'],
    properties: { range: { required: ['last'] } },
  });
  const client = await readFile(join(cwd, 'generated/client.ts'), 'utf8');
  expect(client).toContain('limit?: number;');
  expect(client).toContain('first?: number;');
});

it('says that `Type.Optional` around a default is for nothing, and takes it off', async () => {
  const cwd = await writeProject({ 'src/a.ts': source('Type.Optional(Type.Integer({ default: 5 }))') });
  const { diagnostics } = await check({ cwd });
  expect(diagnostics.filter(({ id }) => id === 'default-optional')).toMatchObject([
    {
      severity: 'info',
      line: 9,
      message:
        '"limit" has a default and stands in `Type.Optional`, so `execute` sees `undefined` in its type, which never comes.',
    },
  ]);
});

it('keeps a property required that its author lists against `Type.Optional`', async () => {
  const kept = `Type.Unsafe<{ n?: number }>({ type: 'object', properties: { n: Type.Optional(Type.Integer({ default: 5 })) }, required: ['n'] })`;
  const cwd = await writeProject({
    'btcp.config.ts': configText("['src/**/*.ts']"),
    'src/a.ts': source('Type.Integer({ default: 5 })')
      .replace(/Type.Object\(\{ first.*\}\),/, () => `${kept},`)
      .replace('last: 2', 'n: 2')
      .replace('range.first, range.last', 'range.n'),
  });
  const { manifest } = await build({ cwd, mode: 'check' });
  expect(manifest?.tools[0]?.inputSchema).toMatchObject({
    required: ['table', 'range'],
    properties: { range: { required: ['n'] } },
  });
});
