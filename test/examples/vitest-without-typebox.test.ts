import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { definition, IMPORTS } from '../support/tool-source.ts';
import { writeProject } from '../support/write-project.ts';

const VITEST = fileURLToPath(new URL('../../node_modules/vitest/vitest.mjs', import.meta.url));

const TEST = `import { BTCPTestClient } from '@btcp/testing';
import { expect, it } from 'vitest';
import { getIt } from './src/a.ts';

it('has schemas', async () => {
  expect(getIt.inputSchema).toMatchObject({ type: 'object' });
  const client = new BTCPTestClient();
  await client.registerTools({ getIt });
  await client.grantCapabilities(['dom:read']);
  expect(await client.callTool('getIt', {})).toEqual({ value: 1 });
  await expect(client.callTool('getIt', [])).rejects.toMatchObject({ code: 'INVALID_INPUT' });
});
`;

it.each([
  ['of the published package', '[]'],
  ['of its source', "['@btcp/source']"],
])(
  'a test finds the schemas of tools although the page has @btcp/core/no-typebox %s',
  async (_, conditions) => {
    const alias = "{ '@sinclair/typebox': '@btcp/core/no-typebox' }";
    const cwd = await writeProject({
      'src/a.ts': `${IMPORTS}export const getIt = defineTool(${definition()});\n`,
      'a.test.ts': TEST,
      'vite.config.mjs': `export default { resolve: { alias: ${alias} }, ssr: { resolve: { conditions: [...${conditions}, 'node', 'import', 'module', 'default'] } } };\n`,
    });
    const env = { ...process.env, NO_COLOR: '1' };
    const run = promisify(execFile)(process.execPath, [VITEST, 'run', '--root', cwd], { cwd, env });
    const { stdout } = await run.catch((error: unknown) => error as { stdout: string });
    expect(stdout).toContain('1 passed');
  },
);
