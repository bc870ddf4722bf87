import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { btcp } from '../support/btcp.ts';
import { alike, full } from '../support/runs.ts';
import { IMPORTS } from '../support/tool-source.ts';
import { writeProject } from '../support/write-project.ts';

const TOOL = `${IMPORTS}
/** Reads the value of a cell. */
export const getCell = defineTool({
  inputSchema: Type.Object({}, { additionalProperties: false }),
  capabilities: [],
  execute: () => 'a',
});
`;

const project = async (files: Readonly<Record<string, string>> = {}): Promise<string> =>
  writeProject({ 'src/a.ts': TOOL, ...files });

describe('a file that no build has written', () => {
  it.each(
    alike(
      [
        ['client.ts', 'export const client = 1;\n'],
        ['validators.js', 'export {};\n'],
        ['manifest.json', '{"name":"my-app"}\n'],
        ['sources.json', '{"files":{}}\n'],
      ],
      2,
    ),
  )('%s stays, and nothing is written', async (name, text) => {
    const cwd = await project({ [`generated/${name}`]: text });
    const { code, err } = await btcp(cwd, 'build');
    expect([code, err]).toEqual([
      1,
      expect.stringContaining(`generated/${name} was not written by \`btcp build\`, and would be replaced.`),
    ]);
    expect(await readdir(join(cwd, 'generated'))).toEqual([name]);
    expect(await readFile(join(cwd, 'generated', name), 'utf8')).toBe(text);
  });

  full('stays where an export would replace it', async () => {
    const cwd = await project({ 'notes.md': '# Notes', 'bin/get-cell-tool': 'echo mine' });
    await btcp(cwd, 'build');
    expect(await btcp(cwd, 'export', '--to', 'anthropic', '--out', 'notes.md')).toMatchObject({
      code: 1,
      err: expect.stringContaining('notes.md is no export of tools, and would be replaced.') as unknown,
    });
    expect((await btcp(cwd, 'export', '--to', 'anthropic', '--out', 'tools.json')).code).toBe(0);
    expect((await btcp(cwd, 'export', '--to', 'anthropic', '--out', 'tools.json')).code).toBe(0);
    const { code, err } = await btcp(cwd, 'export', '--to', 'ikigai', '--out', 'bin');
    expect([code, err]).toEqual([
      1,
      expect.stringContaining('get-cell-tool is no program of `btcp export`, and would be replaced.'),
    ]);
    expect(await readFile(join(cwd, 'bin/get-cell-tool'), 'utf8')).toBe('echo mine');
  });
});

it('replaces what is half merged, and removes what killed builds have left', async () => {
  const cwd = await project();
  await btcp(cwd, 'build');
  const manifest = join(cwd, 'generated/manifest.json');
  const built = await readFile(manifest, 'utf8');
  await writeFile(manifest, `<<<<<<< HEAD\n${built}=======\n${built}>>>>>>> main\n`);
  // No process has this id.
  await writeFile(`${manifest}.999999999.0a1b2c3d.tmp`, 'half');
  await writeFile(join(cwd, 'generated/validators-1.js'), '// mine');
  expect((await btcp(cwd, 'build')).code).toBe(0);
  expect(await readFile(manifest, 'utf8')).toBe(built);
  expect(await readdir(join(cwd, 'generated'))).toEqual([
    'client.ts',
    'manifest.json',
    'registration.ts',
    'sources.json',
    'validators-1.js',
    'validators.d.ts',
    'validators.js',
  ]);
});

it('what isolated the tools is removed where there is no sandbox any more', async () => {
  const cwd = await project();
  const build = async (): Promise<readonly string[]> => {
    expect(await btcp(cwd, 'build')).toMatchObject({ code: 0 });
    return (await readdir(join(cwd, 'generated'))).filter((name) => name.includes('isolated'));
  };
  const config = await readFile(join(cwd, 'btcp.config.ts'), 'utf8');
  const sandboxed = config.replace('tools:', "config: { sandbox: 'iframe' }, tools:");
  await writeFile(join(cwd, 'btcp.config.ts'), sandboxed);
  expect(await build()).toEqual(['btcp-isolated.html', 'isolated.js']);
  await writeFile(join(cwd, 'btcp.config.ts'), config);
  expect(await build()).toEqual([]);
});

describe('a link out of the project', () => {
  it.each([
    [['build'], 'The output folder generated leads out of the project: generated is a symbolic link.'],
    [
      ['import', '--from', 'mcp', 'tools.json', '--out', 'generated'],
      'generated leads out of the current folder: generated is a symbolic link.',
    ],
    [
      ['sign', '--new-key', 'key.json', '--keys', 'generated/keys.json'],
      'generated/keys.json leads out of the current folder: generated is a symbolic link.',
    ],
  ])('is not followed by %j', async (args, message) => {
    const cwd = await project({
      'tools.json': '{"name":"getCell","description":"Reads a cell.","inputSchema":{"type":"object"}}',
    });
    const elsewhere = await writeProject({});
    const before = await readdir(elsewhere);
    await symlink(elsewhere, join(cwd, 'generated'), 'junction');
    const { code, err } = await btcp(cwd, ...args);
    expect([code, err]).toEqual([1, expect.stringContaining(message)]);
    expect(await readdir(elsewhere)).toEqual(before);
  });

  it('is not followed within the output folder', async () => {
    const cwd = await project({
      'src/a.ts': TOOL.replace('execute', "ui: './a.html',\n  execute"),
      'src/a.html': '<!doctype html><title>A</title>',
      'generated/.gitkeep': '',
    });
    const elsewhere = await writeProject({});
    const before = await readdir(elsewhere);
    await symlink(elsewhere, join(cwd, 'generated/ui'), 'junction');
    const { code, err } = await btcp(cwd, 'build');
    expect([code, err]).toEqual([
      1,
      expect.stringContaining(
        'The output folder generated leads out of the project: generated/ui is a symbolic link.',
      ),
    ]);
    expect(await readdir(elsewhere)).toEqual(before);
  });

  it('is not followed by exports and published folders', async () => {
    const cwd = await project();
    await btcp(cwd, 'build');
    const elsewhere = await writeProject({});
    const before = await readdir(elsewhere);
    await symlink(elsewhere, join(cwd, 'public'), 'junction');
    const commands = [
      ['publish', '--out', 'public'],
      ['export', '--to', 'anthropic', '--out', 'public/tools.json'],
      ['export', '--to', 'ikigai', '--out', 'public'],
    ];
    for (const args of alike(commands, 2)) {
      const { code, err } = await btcp(cwd, ...args);
      expect([code, err]).toEqual([1, expect.stringContaining('public is a symbolic link.')]);
    }
    expect(await readdir(elsewhere)).toEqual(before);
  });
});

full('a link within the project is followed', async () => {
  const cwd = await project();
  await mkdir(join(cwd, 'real'));
  await symlink(join(cwd, 'real'), join(cwd, 'generated'), 'junction');
  expect((await btcp(cwd, 'build')).code).toBe(0);
  expect(await readdir(join(cwd, 'real'))).toContain('manifest.json');
});
