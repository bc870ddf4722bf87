import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { build, check } from '@btcp/codegen';
import { BTCPTestClient } from '@btcp/testing';
import { buildTogether } from '../support/build-together.ts';
import { IMPORTS } from '../support/tool-source.ts';
import { configText, makeProject, removeProject, writeProject } from '../support/write-project.ts';

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

it('makes properties with a default optional for callers', async () => {
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

it('reports a redundant `Type.Optional` around a default, and fixes it', async () => {
  const cwd = await writeProject({ 'src/a.ts': source('Type.Optional(Type.Integer({ default: 5 }))') });
  const { diagnostics } = await check({ cwd });
  expect(diagnostics.filter(({ id }) => id === 'default-optional')).toMatchObject([
    {
      severity: 'info',
      line: 9,
      message:
        '"limit" has a default and stands in `Type.Optional`, so `execute` sees `undefined` in its type, which never occurs.',
    },
  ]);
});

it('keeps a property required that is listed in `required` despite `Type.Optional`', async () => {
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

const together = buildTogether(build, configText("['*/src/*.ts']"));

it.concurrent.each<[string, string, object]>([
  ['a default', 'Type.Object({ n: Type.Integer({ default: 5 }) })', { properties: { n: { default: 5 } } }],
  [
    'a default that is required against `Type.Optional`',
    "Type.Unsafe<{ n?: number }>({ type: 'object', properties: { n: Type.Optional(Type.Integer({ default: 5 })) }, required: ['n'] })",
    { required: ['n'] },
  ],
  [
    'one of a definition',
    "Type.Unsafe<{ n: number }>({ type: 'object', properties: { n: { $ref: '#/definitions/n' }, m: { type: 'string' } }, required: ['m', 'n'], definitions: { n: { type: 'integer', default: 5 } } })",
    { required: ['m'] },
  ],
  [
    'one below a tuple',
    'Type.Object({ pair: Type.Tuple([Type.Object({ n: Type.Integer({ default: 5 }) }), Type.String()]) })',
    { required: ['pair'] },
  ],
  ['none', 'Type.Object({ n: Type.Union([Type.Literal(1), Type.Literal(2)]) })', { required: ['n'] }],
])('asks what a test client asks, of %s', async (_, inputSchema, expected) => {
  const text = `${IMPORTS}export const readRow = defineTool({
  description: 'Reads a row.',
  inputSchema: ${inputSchema},
  outputSchema: Type.Tuple([Type.String(), Type.Number()]),
  capabilities: [],
  execute: (): [string, number] => ['a', 1],
});
`;
  const files = { 'src/a.ts': text };
  const cwd = await makeProject(files);
  const [built] = (await together(files)).tools ?? [];
  const client = new BTCPTestClient();
  const module = (await import(join(cwd, 'src/a.ts'))) as Readonly<Record<string, unknown>>;
  const [tested] = (await client.registerTools(module)).manifest.tools;
  await removeProject(cwd);
  expect(built?.inputSchema).toMatchObject(expected);
  expect([tested?.inputSchema, tested?.outputSchema]).toEqual([built?.inputSchema, built?.outputSchema]);
});
