import { expect, it } from 'vitest';
import { btcp } from '../support/btcp.ts';
import { writeProject } from '../support/write-project.ts';

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

it('btcp checks, builds and calls tools for a frame, without one', async () => {
  const cwd = await writeProject({
    'src/person.ts': SOURCE,
    'src/form.html': '<form><input id="name" value="Ann"></form>',
    'btcp.config.ts': `import { defineConfig } from '@btcp/core';
export default defineConfig({ tools: ['src/*.ts'], config: { sandbox: 'iframe' } });`,
  });
  expect(await btcp(cwd, 'check', '--run')).toMatchObject({ code: 0, err: '' });
  expect(await btcp(cwd, 'build')).toMatchObject({ code: 0 });
  const input = '{"name":"Eve"}';
  const call = ['call', 'renamePerson', input, '--html', 'src/form.html'];
  expect(await btcp(cwd, ...call)).toMatchObject({ code: 0, out: '"Eve"\n' });
});
