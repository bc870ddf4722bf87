import { runExamples } from '@btcp/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { btcp } from '../support/btcp.ts';
import { importRegistration } from '../support/import-registration.ts';
import { full } from '../support/runs.ts';
import { makeProject, removeProject } from '../support/write-project.ts';

const PAGE = '<form><input id="name" value="Ann"></form>';
const SOURCE = `
import { Type } from '@sinclair/typebox';
import { defineTool } from '@btcp/core';

/** Renames the person in the form of the page. */
export const renamePerson = defineTool({
  inputSchema: Type.Object(
    { name: Type.String({ maxLength: 80, description: 'The new name.' }) },
    { additionalProperties: false },
  ),
  outputSchema: Type.String({ description: 'What the page then shows.' }),
  capabilities: ['dom:write'],
  examples: [{ input: { name: 'Bob' }, output: 'Bob', fixture: './form.html' }],
  async execute({ name }, { page }) {
    await page.setValue('#name', name);
    return (await page.text('#name')) ?? '';
  },
});
`;

let cwd: string;
beforeAll(async () => {
  cwd = await makeProject({
    'src/person.ts': SOURCE,
    'src/form.html': PAGE,
    'btcp.config.ts': `import { defineConfig } from '@btcp/core';
export default defineConfig({ tools: ['src/*.ts'], config: { sandbox: 'iframe' } });`,
  });
  const { code, err } = await btcp(cwd, 'build');
  if (code !== 0) throw new Error(err);
});
afterAll(() => removeProject(cwd));

it('btcp checks, builds and calls tools for a frame, without one', async () => {
  expect(await btcp(cwd, 'check', '--run')).toMatchObject({ code: 0, err: '' });
  const input = '{"name":"Eve"}';
  const call = ['call', 'renamePerson', input, '--grant-all', '--html', 'src/form.html'];
  expect(await btcp(cwd, ...call)).toMatchObject({ code: 0, out: '"Eve"\n' });
});

full('runExamples runs built tools for a frame in QuickJS, as `btcp call` does', async () => {
  const registration = await importRegistration(cwd);
  const fixtures = { renamePerson: PAGE };
  expect(await runExamples(registration, { fixtures })).toEqual([
    { tool: 'renamePerson', index: 0, status: 'passed', output: 'Bob' },
  ]);
});
