import { execFileSync } from 'node:child_process';
import { readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { CHANGE_RULES } from '@btcp/schema/compare';
import { beforeAll, expect, it } from 'vitest';
import { btcp } from '../support/btcp.ts';
import { definition, IMPORTS } from '../support/tool-source.ts';
import { writeFiles, writeProject } from '../support/write-project.ts';

let page: string;
beforeAll(async () => {
  page = await readFile(new URL('../../docs/releasing.md', import.meta.url), 'utf8');
});

const tool = (input: string): string =>
  `${IMPORTS}export const getCell = defineTool(${definition('', input).replace("['dom:read']", '[]')});\n`;
const packageJson = (version: string): string =>
  JSON.stringify({ name: 'sheet-tools', version, description: 'Tools for a sheet.', type: 'module' });

/** The commands of the workflow, without what they write to. */
const commandsIn = (text: string): readonly (readonly string[])[] =>
  [...text.matchAll(/- run: npx btcp ([^>\n]+)/g)].map(([, command = '']) => command.trim().split(' '));

it('lists every rule with its bump', () => {
  const missing = Object.entries(CHANGE_RULES).filter(
    ([id, { bump, reason }]) =>
      !new RegExp(`\\| \`${id}\` +\\| ${bump}[ ,]`).test(page) || !page.includes(reason),
  );
  expect(missing).toEqual([]);
});

it('has a workflow that refuses a version that is too low, and says what to write', async () => {
  const cwd = await writeProject({ 'src/cell.ts': tool('Type.Object({})') });
  const git = (...args: readonly string[]): void => {
    const identity = ['-c', 'user.name=a', '-c', 'user.email=a@example.com'];
    execFileSync('git', [...identity, ...args], { cwd, stdio: 'ignore' });
  };
  expect((await btcp(cwd, 'build')).code).toBe(0);
  git('init');
  git('add', '--force', 'generated');
  git('commit', '-m', 'one');
  git('update-ref', 'refs/remotes/origin/main', 'HEAD');
  const run = async (): Promise<readonly (readonly [number, string])[]> => {
    const found: (readonly [number, string])[] = [];
    for (const command of commandsIn(page)) {
      const { code, out, err } = await btcp(cwd, ...command);
      found.push([code, command[0] === 'build' ? '' : out + err]);
    }
    return found;
  };

  await writeFiles(cwd, { 'src/cell.ts': tool('Type.Object({ cell: Type.String() })') });
  const [, , [lowCode, low] = [-1, '']] = await run();
  expect([lowCode, low]).toEqual([
    1,
    expect.stringContaining('1.2.3 is too low after 1.2.3: a major change needs at least 2.0.0. getCell at '),
  ]);

  await writeFiles(cwd, { 'package.json': packageJson('2.0.0') });
  expect(await run()).toEqual([
    [0, ''],
    [0, expect.stringContaining('### Breaking changes')],
    [0, expect.any(String)],
  ]);
});

it('allows no version to remove a tool that was not deprecated', async () => {
  const both = tool('Type.Object({})');
  const cwd = await writeProject({ 'src/cell.ts': both, 'src/row.ts': both.replace('getCell', 'getRow') });
  expect((await btcp(cwd, 'build')).code).toBe(0);
  await rename(join(cwd, 'generated/manifest.json'), join(cwd, 'old.json'));
  await rm(join(cwd, 'src/row.ts'));
  const diagnosticsAt = async (version: string): Promise<readonly object[]> => {
    await writeFiles(cwd, { 'package.json': packageJson(version) });
    const { code, out } = await btcp(cwd, 'check', '--against', 'old.json', '--format', 'json');
    expect(code).toBe(1);
    const { diagnostics } = JSON.parse(out) as {
      readonly diagnostics: readonly { id: string; file: string; message: string; severity: string }[];
    };
    const errors = diagnostics.filter(({ severity }) => severity === 'error');
    return errors.map(({ id, file, message }) => [id, file, message]);
  };
  const gone = [
    'tool-removed-undeprecated',
    'btcp.config.ts',
    '"getRow" of old.json: The tool is gone, and no release has deprecated it.',
  ];
  expect(await diagnosticsAt('9.0.0')).toEqual([gone]);
  expect(await diagnosticsAt('1.2.4')).toEqual([
    gone,
    [
      'version-too-low',
      'package.json',
      '1.2.4 is too low after 1.2.3: a major change needs at least 2.0.0. getRow: The tool is gone. There is 1 more like it.',
    ],
  ]);
});
