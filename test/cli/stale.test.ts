import { copyFile, cp, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { btcp } from '../support/btcp.ts';
import { alike, full } from '../support/runs.ts';
import { definition, IMPORTS } from '../support/tool-source.ts';
import { makeProject, removeProject, writeFiles, writeProject } from '../support/write-project.ts';

const TOOL = `${IMPORTS}import { one } from '../lib/one.ts';\nexport const getIt = defineTool(${definition('', 'Type.Object({ n: Type.Optional(Type.Integer({ minimum: one })) })').replace("['dom:read']", '[]')});\n`;
const ONE = 'export const one: number = 1;\n';
const MORE = TOOL.replace('getIt', 'getMore');

let original: string;
beforeAll(async () => {
  original = await makeProject({ 'src/a.ts': TOOL, 'lib/one.ts': ONE });
  const { code, err } = await btcp(original, 'build');
  if (code !== 0) throw new Error(err);
});
afterAll(() => removeProject(original));

/** A copy of a project that was built. */
async function built(): Promise<string> {
  const cwd = await writeProject({});
  await cp(original, cwd, { recursive: true, preserveTimestamps: true });
  return cwd;
}

const warning = (change: string): string =>
  `btcp: warning: ${change} after the last build; run \`btcp build\`.\n`;

it('says nothing of what is as it was built', async () => {
  const cwd = await built();
  expect(await btcp(cwd, 'call', 'getIt')).toEqual({ code: 0, out: '{\n  "value": 1\n}\n', err: '' });
});

it.each([
  ['a tool', 'src/a.ts was changed', { 'src/a.ts': TOOL.replace('of a cell', 'of the cell') }],
  ['what a tool imports', 'lib/one.ts was changed', { 'lib/one.ts': 'export const one: number = 2;\n' }],
  ['a new file', 'src/b.ts was added', { 'src/b.ts': MORE }],
  ['the tsconfig', 'tsconfig.json was changed', { 'tsconfig.json': '{}' }],
  [
    'the version',
    'the config or package.json was changed',
    { 'package.json': '{ "name": "sheet-tools", "version": "2.0.0", "type": "module" }' },
  ],
])('says that %s is not as it was built', async (_, change, files) => {
  const cwd = await built();
  await writeFiles(cwd, files);
  expect((await btcp(cwd, 'call', 'getIt')).err).toBe(warning(change));
  expect((await btcp(cwd, 'export', '--to', 'openai-chat')).err).toBe(warning(change));
});

full('takes a test beside the tools for none, though the globs match it', async () => {
  const cwd = await built();
  await writeFiles(cwd, { 'src/a.test.ts': "import { getIt } from './a.ts';\ngetIt({});\n" });
  expect((await btcp(cwd, 'call', 'getIt')).err).toBe('');
  expect((await btcp(cwd, 'build')).code).toBe(0);
  await writeFiles(cwd, { 'src/a.test.ts': "import { getIt } from './a.ts';\ngetIt({ n: 1 });\n" });
  expect((await btcp(cwd, 'call', 'getIt')).err).toBe('');
});

it.each(alike(['src', 'src/generated']))(
  'takes what it writes into %s, among the sources, for none',
  async (outDir) => {
    const cwd = await writeProject({
      'src/a.ts': TOOL,
      'lib/one.ts': ONE,
      'btcp.config.ts': `export default { tools: ['src/**/*.ts'], outDir: '${outDir}' };\n`,
    });
    for (const round of [1, 2]) {
      expect([round, (await btcp(cwd, 'build')).code]).toEqual([round, 0]);
      expect((await btcp(cwd, 'call', 'getIt')).err).toBe('');
    }
    await writeFiles(cwd, { 'src/a.ts': TOOL.replace('of a cell', 'of the cell') });
    expect((await btcp(cwd, 'call', 'getIt')).err).toBe(warning('src/a.ts was changed'));
  },
);

full('reports a change of what the tsconfig extends or the config imports', async () => {
  const formats = (pattern: string): string => `export const formats = { sku: '${pattern}' };\n`;
  const cwd = await writeProject({
    'src/a.ts': TOOL,
    'lib/one.ts': ONE,
    'strict.json': '{ "compilerOptions": { "strict": true } }',
    'shared/formats.ts': formats('^[A-Z]+$'),
    'btcp.config.ts': `import { formats } from './shared/formats.ts';\nexport default { tools: ['src/*.ts'], formats };\n`,
  });
  const tsconfig = JSON.parse(await readFile(join(cwd, 'tsconfig.json'), 'utf8')) as object;
  await writeFiles(cwd, { 'tsconfig.json': JSON.stringify({ ...tsconfig, extends: './strict.json' }) });
  await btcp(cwd, 'build');
  expect((await btcp(cwd, 'call', 'getIt')).err).toBe('');
  await writeFiles(cwd, { 'shared/formats.ts': formats('^[0-9]+$') });
  expect((await btcp(cwd, 'call', 'getIt')).err).toBe(warning('the config or package.json was changed'));
  await writeFiles(cwd, { 'strict.json': '{ "compilerOptions": { "strict": false } }' });
  expect((await btcp(cwd, 'call', 'getIt')).err).toBe(warning('strict.json was changed'));
});

it('reports a manifest that was edited, and not other line ends', async () => {
  const cwd = await built();
  const manifest = await readFile(join(cwd, 'generated/manifest.json'), 'utf8');
  await writeFiles(cwd, { 'generated/manifest.json': manifest.replaceAll('\n', '\r\n') });
  expect((await btcp(cwd, 'call', 'getIt')).err).toBe('');
  await writeFiles(cwd, { 'generated/manifest.json': manifest.replace('of a cell', 'of the cell') });
  expect((await btcp(cwd, 'call', 'getIt')).err).toBe(
    'btcp: warning: generated/manifest.json was edited; change the tools instead, and run `btcp build`.\n',
  );
  await btcp(cwd, 'build');
  expect((await btcp(cwd, 'call', 'getIt')).err).toBe('');
});

it('reports a build by another version of the toolkit', async () => {
  const cwd = await built();
  const path = join(cwd, 'generated/sources.json');
  const stamp = JSON.parse(await readFile(path, 'utf8')) as { readonly toolkit: string };
  await writeFiles(cwd, { 'generated/sources.json': JSON.stringify({ ...stamp, toolkit: '0.0.1' }) });
  const change = `the toolkit was changed to ${stamp.toolkit}`;
  expect((await btcp(cwd, 'call', 'getIt')).err).toBe(warning(change));
});

it('reports a removed file, until the next build', async () => {
  const cwd = await built();
  await writeFiles(cwd, { 'src/b.ts': MORE });
  await btcp(cwd, 'build');
  await rm(join(cwd, 'src/b.ts'));
  expect((await btcp(cwd, 'export', '--to', 'mcp-2025-11-25')).err).toBe(warning('src/b.ts was removed'));
  await btcp(cwd, 'build');
  expect((await btcp(cwd, 'call', 'getIt')).err).toBe('');
});

it('ignores files that were only rewritten, even with other line ends', async () => {
  const cwd = await built();
  await writeFiles(cwd, { 'src/a.ts': TOOL.replaceAll('\n', '\r\n'), 'lib/one.ts': ONE });
  await utimes(join(cwd, 'lib/one.ts'), new Date(), new Date(Date.now() + 5000));
  expect((await btcp(cwd, 'call', 'getIt')).err).toBe('');
});

it('is neither signed nor compared', async () => {
  const cwd = await built();
  await btcp(cwd, 'sign', '--new-key', 'key.jwk');
  await writeFiles(cwd, { 'lib/one.ts': 'export const one: number = 2;\n' });
  const refused = {
    code: 1,
    out: '',
    err: 'btcp: The build is stale: lib/one.ts was changed after it.\nhelp: Run `btcp build` first.\n',
  };
  expect(await btcp(cwd, 'sign', '--key', 'key.jwk')).toEqual(refused);
  expect(await btcp(cwd, 'diff', 'generated')).toEqual(refused);
  expect(await btcp(cwd, 'diff', 'generated', 'generated')).toMatchObject({ code: 0, err: '' });
});

it('is not known where the build does not list its sources, but for what is signed', async () => {
  const cwd = await built();
  await btcp(cwd, 'sign', '--new-key', 'key.jwk');
  await writeFiles(cwd, { 'src/b.ts': MORE });
  const sources = join(cwd, 'generated/sources.json');
  await rm(sources);
  expect((await btcp(cwd, 'call', 'getIt')).err).toBe('');
  const refused =
    'btcp: generated/manifest.json is not what the tools give.\nhelp: Run `btcp build` first.\n';
  expect((await btcp(cwd, 'sign', '--key', 'key.jwk')).err).toBe(refused);
  await writeFile(sources, '<<<<<<<');
  expect((await btcp(cwd, 'call', 'getIt')).err).toBe(warning('generated/sources.json was changed'));
});

it('is not signed with a file that was edited or merged', async () => {
  const cwd = await built();
  await btcp(cwd, 'sign', '--new-key', 'key.jwk');
  const registration = join(cwd, 'generated/registration.ts');
  await writeFile(registration, (await readFile(registration, 'utf8')).replaceAll('of a cell', 'of no cell'));
  for (const named of [[], ['generated/manifest.json'], [join(cwd, 'generated/manifest.json')]])
    expect((await btcp(cwd, 'sign', ...named, '--key', 'key.jwk')).err).toBe(
      'btcp: generated/registration.ts is not what the tools give.\nhelp: Run `btcp build` first.\n',
    );
  await copyFile(join(cwd, 'generated/manifest.json'), join(cwd, 'copy.json'));
  expect((await btcp(cwd, 'sign', 'copy.json', '--key', 'key.jwk')).code).toBe(0);
});

it('is up to date for `build --check` when a handler was changed, which gives the same build', async () => {
  const cwd = await built();
  await writeFiles(cwd, { 'src/a.ts': TOOL.replace('value: 1', 'value: 2') });
  expect((await btcp(cwd, 'build', '--check')).code).toBe(0);
  expect((await btcp(cwd, 'call', 'getIt')).err).toBe(warning('src/a.ts was changed'));
  expect((await btcp(cwd, 'build')).out).toContain('up to date');
  expect((await btcp(cwd, 'call', 'getIt')).err).toBe('');
  const { files } = JSON.parse(await readFile(join(cwd, 'generated/sources.json'), 'utf8')) as {
    readonly files: object;
  };
  const own = Object.keys(files).filter((path) => !path.startsWith('../'));
  expect(own).toEqual(['lib/one.ts', 'src/a.ts', 'tsconfig.json']);
});
