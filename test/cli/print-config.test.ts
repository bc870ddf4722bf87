import { readdir, readFile, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { btcp } from '../support/btcp.ts';
import { writeFiles, writeProject } from '../support/write-project.ts';

const PROGRAM = fileURLToPath(new URL('../../packages/cli/bin/btcp.js', import.meta.url));

const serverIn = (cwd: string, ...options: readonly string[]): object => ({
  command: process.execPath,
  args: [PROGRAM, 'serve', '--config', join(cwd, 'btcp.config.ts'), ...options],
});

afterEach(() => void vi.unstubAllEnvs());

describe('what is printed', () => {
  it.each([
    ['claude', 'mcpServers', {}],
    ['claude-code', 'mcpServers', { type: 'stdio' }],
    ['cursor', 'mcpServers', {}],
    ['vscode', 'servers', { type: 'stdio' }],
    ['gemini-cli', 'mcpServers', {}],
  ])('is JSON for %s', async (client, table, entry) => {
    const cwd = await writeProject({});
    const { code, out } = await btcp(cwd, 'serve', '--print-config', client);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toEqual({ [table]: { 'sheet-tools': { ...entry, ...serverIn(cwd) } } });
  });

  it('is TOML for codex', async () => {
    const cwd = await writeProject({});
    const { out } = await btcp(cwd, 'serve', '--print-config', 'codex');
    const path = join(cwd, 'btcp.config.ts');
    expect(out).toBe(
      `[mcp_servers.sheet-tools]\ncommand = "${process.execPath}"\nargs = ["${PROGRAM}", "serve", "--config", "${path}"]\n`,
    );
  });

  it('has the options to serve with, and absolute paths', async () => {
    const cwd = await writeProject({});
    const options = [
      '--grant',
      'dom:read',
      '--html',
      'page.html',
      '--grant',
      'dom:write',
      '--max-input',
      '9',
    ];
    const { out } = await btcp(cwd, 'serve', ...options, '--print-config', 'cursor');
    const page = join(cwd, 'page.html');
    const wanted = ['--grant', 'dom:read', '--grant', 'dom:write', '--html', page, '--max-input', '9'];
    expect(JSON.parse(out)).toEqual({ mcpServers: { 'sheet-tools': serverIn(cwd, ...wanted) } });
  });
});

describe('--write', () => {
  const OTHERS = `{
  // Mine.
  "inputs": [],
  "servers": {
    "other": { "command": "other" }
  }
}
`;

  it('adds to the file, and keeps what it was', async () => {
    const cwd = await writeProject({ '.vscode/mcp.json': OTHERS });
    const write = (): ReturnType<typeof btcp> => btcp(cwd, 'serve', '--print-config', 'vscode', '--write');
    const file = join(cwd, '.vscode/mcp.json');
    expect(await write()).toMatchObject({
      code: 0,
      out: `${file} has it now; start VS Code anew.\nAs it was before: ${file}.backup\n`,
    });
    const text = await readFile(file, 'utf8');
    expect(text).toContain('  // Mine.\n  "inputs": [],\n');
    expect(JSON.parse(text.replace('// Mine.', ''))).toEqual({
      inputs: [],
      servers: { other: { command: 'other' }, 'sheet-tools': { type: 'stdio', ...serverIn(cwd) } },
    });
    expect(await readFile(`${file}.backup`, 'utf8')).toBe(OTHERS);
    expect(await write()).toMatchObject({ code: 0, out: `Nothing to do: ${file} has it already.\n` });
    expect(await readdir(join(cwd, '.vscode'))).toEqual(['mcp.json', 'mcp.json.backup']);
  });

  it('replaces its own entry when the options change', async () => {
    const cwd = await writeProject({});
    const write = (...options: string[]): ReturnType<typeof btcp> =>
      btcp(cwd, 'serve', ...options, '--print-config', 'gemini-cli', '--write');
    await write();
    await write('--grant-all');
    await write();
    const folder = join(cwd, '.gemini');
    expect(await readdir(folder)).toEqual([
      'settings.json',
      'settings.json.backup',
      'settings.json.backup-2',
    ]);
    const read = async (name: string): Promise<unknown> =>
      JSON.parse(await readFile(join(folder, name), 'utf8'));
    expect(await read('settings.json.backup-2')).toEqual({
      mcpServers: { 'sheet-tools': serverIn(cwd, '--grant-all') },
    });
    expect(await read('settings.json')).toEqual({ mcpServers: { 'sheet-tools': serverIn(cwd) } });
  });

  it('leaves the server of another', async () => {
    const other = '{"mcpServers":{"sheet-tools":{"command":"mine"}}}';
    const cwd = await writeProject({ '.mcp.json': other });
    expect(await btcp(cwd, 'serve', '--print-config', 'claude-code', '--write')).toMatchObject({
      code: 1,
      err: `btcp: ${join(cwd, '.mcp.json')} has another server "sheet-tools".\nhelp: Remove or rename that one, or paste what is printed without --write.\n`,
    });
    expect(await readFile(join(cwd, '.mcp.json'), 'utf8')).toBe(other);
  });

  it('follows no link out of the project', async () => {
    const elsewhere = await writeProject({ 'mcp.json': '{}' });
    const cwd = await writeProject({});
    await symlink(elsewhere, join(cwd, '.cursor'), 'junction');
    expect(await btcp(cwd, 'serve', '--print-config', 'cursor', '--write')).toMatchObject({
      code: 1,
      err: expect.stringContaining('leads out of the current folder: .cursor is a symbolic link.') as unknown,
    });
    expect(await readFile(join(elsewhere, 'mcp.json'), 'utf8')).toBe('{}');
  });

  it('leaves a file that it cannot read', async () => {
    const cwd = await writeProject({ '.cursor/mcp.json': '{ "mcpServers": ' });
    expect(await btcp(cwd, 'serve', '--print-config', 'cursor', '--write')).toMatchObject({ code: 1 });
    expect(await readdir(join(cwd, '.cursor'))).toEqual(['mcp.json']);
  });

  it('writes the files of the user, too', async () => {
    const cwd = await writeProject({});
    await writeFiles(cwd, { 'home/config.toml': 'model = "x"\n\n[mcp_servers.other]\ncommand = "y"' });
    vi.stubEnv('CODEX_HOME', join(cwd, 'home'));
    const write = (...options: string[]): ReturnType<typeof btcp> =>
      btcp(cwd, 'serve', ...options, '--print-config', 'codex', '--write');
    const text = (...more: string[]): string =>
      `model = "x"\n\n[mcp_servers.other]\ncommand = "y"\n\n[mcp_servers.sheet-tools]\ncommand = "${process.execPath}"\nargs = ["${PROGRAM}", "serve", "--config", "${join(cwd, 'btcp.config.ts')}"${more.join('')}]\n`;
    const file = join(cwd, 'home/config.toml');
    await write();
    expect(await readFile(file, 'utf8')).toBe(text());
    expect((await write()).out).toBe(`Nothing to do: ${file} has it already.\n`);
    await write('--grant-all');
    expect(await readFile(file, 'utf8')).toBe(text(', "--grant-all"'));
    await writeFiles(cwd, { 'home/config.toml': '[ mcp_servers . "sheet-tools" ]\ncommand = "mine"\n' });
    expect(await write()).toMatchObject({ code: 1 });
  });

  it.skipIf(process.platform !== 'linux')('writes the file of Claude Desktop', async () => {
    const cwd = await writeProject({});
    vi.stubEnv('XDG_CONFIG_HOME', join(cwd, 'settings'));
    await btcp(cwd, 'serve', '--print-config', 'claude', '--write');
    const text = await readFile(join(cwd, 'settings/Claude/claude_desktop_config.json'), 'utf8');
    expect(JSON.parse(text)).toEqual({ mcpServers: { 'sheet-tools': serverIn(cwd) } });
  });

  it('needs a client', async () => {
    expect(await btcp(tmpdir(), 'serve', '--write')).toMatchObject({ code: 2 });
    const { code, err } = await btcp(tmpdir(), 'serve', '--print-config', 'emacs');
    expect([code, err.split('\n')[0]]).toEqual([
      2,
      'btcp: --print-config must be claude or claude-code or cursor or vscode or codex or gemini-cli; got "emacs".',
    ]);
  });
});
