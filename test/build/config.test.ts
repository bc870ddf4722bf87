import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from '@btcp/codegen';
import { describe, expect, it } from 'vitest';
import { alike } from '../support/runs.ts';
import { definition, IMPORTS } from '../support/tool-source.ts';
import { makeProject, removeProject, writeFiles, writeProject } from '../support/write-project.ts';

/** What a build says of a config. May be asked at the same time, as some of them take seconds. */
async function said(config: string): Promise<readonly string[]> {
  const cwd = await makeProject({ 'btcp.config.ts': config });
  try {
    const { diagnostics } = await build({ cwd });
    return diagnostics.map(({ file, line, id, message }) => `${file}:${line} ${id}: ${message}`);
  } finally {
    await removeProject(cwd);
  }
}

const NOT_LOADED = 'btcp.config.ts:1 config-not-loaded: The config file cannot be loaded: ';
const ENDLESS = `${NOT_LOADED}it has not finished within 10 s; take out what loops or waits`;
const ENDED = `${NOT_LOADED}it ended before it gave a config: it calls \`process.exit\`, or awaits what never comes`;

describe('a config whose code', () => {
  it.each([
    // What loops takes a processor for as long, so `readConfig` has tests of that.
    ['waits without end', 'setInterval(() => {}, 1000);\nawait new Promise(() => {});', ENDLESS],
    ['awaits what never comes', 'await new Promise(() => {});\nexport default {};', ENDED],
    ['ends the process', 'process.exit(0);', ENDED],
    [
      'exports a function',
      'export default () => ({});',
      `${NOT_LOADED}its default export is a function, and must be the settings themselves`,
    ],
    [
      'exports a promise',
      'export default Promise.resolve({});',
      `${NOT_LOADED}its default export is a promise, and must be the settings themselves`,
    ],
    [
      'imports what is not there',
      "await import('not-there');",
      `${NOT_LOADED}Cannot find package 'not-there' imported from btcp.config.ts`,
    ],
    [
      'throws',
      `\nthrow new Error('no licence');`,
      'btcp.config.ts:2 config-not-loaded: The config file cannot be loaded: no licence',
    ],
    ['throws no Error', `throw 'no licence';`, `${NOT_LOADED}no licence`],
    [
      'throws a value that cannot be converted to a string',
      `throw Object.create(null);`,
      `${NOT_LOADED}Cannot convert object to primitive value`,
    ],
  ])('%s', { concurrent: true }, async (_, config, message) => {
    expect(await said(config)).toEqual([message]);
  });

  it('is JSON, as other tools have it, is read as well', async () => {
    const cwd = await writeProject({
      'btcp.config.json': '{\n  "tools": ["lib\\\\*.ts"]\n}',
    });
    await rm(join(cwd, 'btcp.config.ts'));
    const place = { file: 'btcp.config.json', line: 2 };
    const help =
      'Correct `tools` in the config: globs of TypeScript or JavaScript files, relative to its folder, with "/" between names, such as "src/tools/**/*.ts".';
    expect((await build({ cwd })).diagnostics).toMatchObject([
      { ...place, column: 3, id: 'no-files', message: 'No file matches "lib\\*.ts".', help },
    ]);
    await writeFiles(cwd, { 'btcp.config.json': '{\n  "tools": "lib/*.ts"\n}' });
    expect((await build({ cwd })).diagnostics).toMatchObject([{ ...place, id: 'config-invalid' }]);
    await writeFiles(cwd, { 'btcp.config.json': '{\n  tools: []\n}' });
    expect((await build({ cwd })).diagnostics).toMatchObject([
      { ...place, id: 'config-not-loaded', help: expect.stringMatching(/^Write JSON/) as string },
    ]);
  });

  it('exports values without a JSON form', async () => {
    expect(
      await said(`export default { tools: [() => 'src'], onBuild() {}, name: 5n, version: '1.0.0' };`),
    ).toEqual([
      "btcp.config.ts:1 config-invalid: `tools` must be an array of globs, for example ['src/tools/**/*.ts'].",
      'btcp.config.ts:1 config-invalid: `onBuild` is not a setting.',
      'btcp.config.ts:1 config-invalid: `name` must be a string, not empty.',
    ]);
  });
});

describe('a manifest whose name or version', () => {
  const saidOf = async (packageJson: object): Promise<readonly string[]> => {
    const cwd = await writeProject({
      'package.json': JSON.stringify({ description: 'Tools for a sheet.', type: 'module', ...packageJson }),
      'src/cell.ts': `${IMPORTS}/** Reads the value of a cell. */\nexport const readCell = defineTool(${definition()});\n`,
    });
    const { diagnostics } = await build({ cwd });
    // Node 24 resolves no import below a package.json whose name is no string, which is said, too.
    const ofManifest = diagnostics.filter(({ id }) => id.startsWith('manifest-'));
    return ofManifest.map(({ id, message, help }) => `${id}: ${message} ${help}`);
  };
  const NAME =
    'manifest-invalid: The manifest has no name: neither package.json nor the config gives one. Run `npm pkg set name=spreadsheet-tools`, or add `name` to the config: lower-case letters, digits and "-", beginning with a letter.';
  const VERSION =
    'manifest-version-invalid: The manifest has no version: neither package.json nor the config gives one. Run `npm pkg set version=1.0.0`, or add `version` to the config: three numbers.';

  it.each<[string, object, readonly string[]]>(
    alike(
      [
        ['is missing', {}, [NAME, VERSION]],
        ['is no string', { name: 5, version: [1] }, [NAME, VERSION]],
        ['has no letter', { name: '2048', version: '1.0.0' }, [NAME]],
        [
          'is half of a version',
          { name: 'sheet-tools', version: '1.0' },
          [
            'manifest-version-invalid: `version` must be a full semantic version; got "1.0". Write three numbers, for example "1.0.0" or "2.1.0-beta.1"; raise the first one when callers would break.',
          ],
        ],
      ],
      2,
    ),
  )('%s', async (_, packageJson, expected) => {
    expect(await saidOf(packageJson)).toEqual(expected);
  });
});
