const read = (path: string): string => `  async execute({ search }) {
    const { scripts = {} } = JSON.parse(await readFile(${path}, 'utf8')) as {
      scripts?: Record<string, string>;
    };
    const found = Object.entries(scripts).filter(([name]) => name.includes(search));
    return { scripts: found.map(([name, command]) => ({ name, command })) };
  },
`;

/** A tool of a project in Node: it reads a file of the project, with `import.meta` where its module may. */
export const listScriptsOf = (hasMeta: boolean): string => `import { readFile } from 'node:fs/promises';
import { defineTool } from '@btcp/core';
import { Type } from '@sinclair/typebox';
${hasMeta ? "\nconst PACKAGE = new URL('../../package.json', import.meta.url);\n" : ''}
/** Lists the scripts in the package.json of this project, and the command that each runs. */
export const listScripts = defineTool({
  inputSchema: Type.Object(
    {
      search: Type.String({
        maxLength: 100,
        default: '',
        description: 'Only scripts with this text in their name.',
      }),
    },
    { additionalProperties: false },
  ),
  capabilities: [],
${read(hasMeta ? 'PACKAGE' : "'package.json'")}});
`;

/** @param specifier - Of the tool's module. */
export const listScriptsTest = (specifier: string): string => `import { BTCPTestClient } from '@btcp/testing';
import { expect, it } from 'vitest';
import { listScripts } from '${specifier}';

it('lists the scripts of package.json', async () => {
  const client = new BTCPTestClient();
  await client.registerTools({ listScripts });
  expect(await client.callTool('listScripts', { search: 'build:tools' })).toEqual({
    scripts: [{ name: 'build:tools', command: 'btcp build' }],
  });
});
`;
