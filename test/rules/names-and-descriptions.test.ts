import { build } from '@btcp/codegen';
import { expect, it } from 'vitest';
import { definition, IMPORTS } from '../support/tool-source.ts';
import { writeProject } from '../support/write-project.ts';

const CONFIG = `export default { tools: ['src/**/*.ts'], rules: { 'name-without-verb': 'off' } };`;

async function idsIn(...tools: readonly string[]): Promise<readonly string[]> {
  const cwd = await writeProject({
    'btcp.config.ts': CONFIG,
    'src/cells.ts': `${IMPORTS}${tools.join('\n')}`,
  });
  return (await build({ cwd })).diagnostics.map(({ id, tool }) => `${id} ${tool ?? ''}`);
}

it('asks for camelCase of the names that exports give, and not of those that definitions state', async () => {
  const tool = (extra = ''): string => `export const get_cell = defineTool(${definition(extra, INPUT)});`;
  expect(await idsIn(tool())).toContain('name-not-camel-case get_cell');
  expect(await idsIn(tool("name: 'get_cell',"))).not.toContain('name-not-camel-case get_cell');
});

it('compares descriptions of tools that have no error', async () => {
  const first = `export const readCell = defineTool(${definition('', INPUT)});`;
  const second = (input: string): string => `export const readValue = defineTool(${definition('', input)});`;
  expect(await idsIn(first, second(INPUT))).toContain('descriptions-alike readValue');
  const broken = await idsIn(first, second('Type.Object({ at: Type.Date() })'));
  expect(broken).toContain('schema-invalid readValue');
  expect(broken).not.toContain('descriptions-alike readValue');
});

const INPUT = 'Type.Object({}, { additionalProperties: false })';
