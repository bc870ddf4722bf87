import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { build } from '@btcp/codegen';
import { buildTogether } from '../support/build-together.ts';
import { alike } from '../support/runs.ts';
import { configText, writeProject } from '../support/write-project.ts';

const HEAD = `import { Type } from '@sinclair/typebox';
import { defineTool } from '@btcp/core';
`;

/** A tool whose input has a limit computed by an expression. */
const tool = (limit: string, comment = ''): string => `${HEAD}${comment}
export const readRows = defineTool({
  description: 'Reads rows.',
  inputSchema: Type.Object({ limit: Type.Integer({ maximum: ${limit} }) }),
  capabilities: [],
  execute: () => [new Date().getTime(), Math.random()].length,
});
`;

const together = buildTogether(build, configText("['*/src/*.ts']"));

async function warningsOf(source: string): Promise<readonly string[]> {
  const { tools, diagnostics } = await together({ 'src/rows.ts': source.replace('readRows', 'readRow') });
  expect(tools).toHaveLength(1);
  return diagnostics
    .filter(({ id }) => id === 'schema-varies')
    .map(({ line, message }) => `${line}: ${/`.*`/.exec(message)?.[0]}`);
}

it.concurrent.each([
  ['Math.floor(Math.random() * 10) + 1', '`Math.random`'],
  ['Date.now()', '`Date.now`'],
  ['new Date().getFullYear()', '`new Date()`'],
  ["Number(process.env['ROWS_LIMIT'] ?? 10)", '`process.env.ROWS_LIMIT`'],
  ["'ROWS_LIMIT' in process.env ? 5 : 6", '`process.env.ROWS_LIMIT`'],
  ['Object.keys(process.env).length', '`process.env`'],
  ['parseInt(crypto.randomUUID(), 16) || 1', '`crypto.randomUUID`'],
])('says that a schema varies with %s', async (limit, used) => {
  expect(await warningsOf(tool(limit))).toEqual([`6: ${used}`]);
});

it.concurrent('ignores deterministic code, handlers, and suppressed uses', async () => {
  const meant =
    'const year =\n  // btcp-ignore schema-varies: A new limit each year is meant.\n  new Date().getFullYear();';
  const sources = [tool("new Date('2026-01-01').getFullYear()"), tool('Math.max(1, 2)'), tool('year', meant)];
  expect(await Promise.all(sources.map(warningsOf))).toEqual([[], [], []]);
});

it.concurrent('reports a loop once', async () => {
  const loop = 'Array.from({ length: 300_000 }, () => Math.random()).length';
  expect(await warningsOf(tool(loop))).toEqual(['6: `Math.random`']);
});

it.concurrent('reads dates and numbers as text alike on every machine', async () => {
  const local =
    "new Date(2026, 0).getTime() === Date.UTC(2026, 0) && (0.5).toLocaleString() === '0.5' ? 5 : 6";
  const { tools } = await together({ 'src/rows.ts': tool(local).replace('readRows', 'readRow') });
  expect(tools?.[0]?.inputSchema.properties).toEqual({ limit: { type: 'integer', maximum: 5 } });
});

it('keeps Date working', async () => {
  const cwd = await writeProject({ 'src/rows.ts': tool('new Date(0).constructor === Date ? 5 : 6') });
  const { manifest } = await build({ cwd });
  expect(manifest?.tools[0]?.inputSchema.properties).toEqual({ limit: { type: 'integer', maximum: 5 } });
});

it.each(
  alike([
    ['tools', tool('Date.now()')],
    [
      'tools that are meant to be',
      tool(
        'now',
        'const now =\n  // btcp-ignore schema-varies: A new limit each time is meant.\n  Date.now();',
      ),
    ],
  ]),
)('builds non-deterministic %s every time', async (_, source) => {
  const cwd = await writeProject({ 'src/rows.ts': source });
  const old = new Date(Date.now() - 60_000);
  await utimes(join(cwd, 'src/rows.ts'), old, old);
  const limits = [await build({ cwd }), await build({ cwd })].map(({ manifest }) =>
    JSON.stringify(manifest?.tools[0]?.inputSchema),
  );
  expect(limits[0]).not.toBe(limits[1]);
});
