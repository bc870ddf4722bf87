import { expect, it } from 'vitest';
import { build } from '@btcp/codegen';
import { writeProject } from '../support/write-project.ts';

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

async function warningsOf(source: string): Promise<readonly string[]> {
  const cwd = await writeProject({ 'src/rows.ts': source });
  const { ok, diagnostics } = await build({ cwd });
  expect(ok).toBe(true);
  return diagnostics
    .filter(({ id }) => id === 'schema-varies')
    .map(({ line, message }) => `${line}: ${/`.*`/.exec(message)?.[0]}`);
}

it.each([
  ['Math.floor(Math.random() * 10) + 1', '`Math.random`'],
  ['Date.now()', '`Date.now`'],
  ['new Date().getFullYear()', '`new Date()`'],
  ["Number(process.env['ROWS_LIMIT'] ?? 10)", '`process.env.ROWS_LIMIT`'],
  ['parseInt(crypto.randomUUID(), 16) || 1', '`crypto.randomUUID`'],
])('says that a schema varies with %s', async (limit, used) => {
  expect(await warningsOf(tool(limit))).toEqual([`6: ${used}`]);
});

it('ignores deterministic code, handlers, and suppressed uses', async () => {
  expect(await warningsOf(tool("new Date('2026-01-01').getFullYear()"))).toEqual([]);
  expect(await warningsOf(tool('Math.max(1, 2)'))).toEqual([]);
  const meant =
    'const year =\n  // btcp-ignore schema-varies: A new limit each year is meant.\n  new Date().getFullYear();';
  expect(await warningsOf(tool('year', meant))).toEqual([]);
});

it('reports a loop once, and keeps Date working', async () => {
  const loop = 'Array.from({ length: 300_000 }, () => Math.random()).length';
  expect(await warningsOf(tool(loop))).toEqual(['6: `Math.random`']);
  const cwd = await writeProject({ 'src/rows.ts': tool('new Date(0).constructor === Date ? 5 : 6') });
  const { manifest } = await build({ cwd });
  expect(manifest?.tools[0]?.inputSchema.properties).toEqual({ limit: { type: 'integer', maximum: 5 } });
});

it('builds non-deterministic tools every time', async () => {
  const cwd = await writeProject({ 'src/rows.ts': tool('Date.now()') });
  const limits = [await build({ cwd }), await build({ cwd })].map(({ manifest }) =>
    JSON.stringify(manifest?.tools[0]?.inputSchema),
  );
  expect(limits[0]).not.toBe(limits[1]);
});
