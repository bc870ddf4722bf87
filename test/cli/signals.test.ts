import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs';
import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { btcpCommand } from '../adapters/serve-project.ts';
import { btcp } from '../support/btcp.ts';
import { alike, isFull } from '../support/runs.ts';
import { definition, IMPORTS } from '../support/tool-source.ts';
import { writeFiles, writeProject } from '../support/write-project.ts';

const NODE = `import { spawn } from 'node:child_process';\nimport { renameSync, writeFileSync } from 'node:fs';\n`;
/** Notes the process that it runs in, and another one that it starts there. */
const MARK = `
  const started = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
  writeFileSync('pids.tmp', process.pid + ' ' + started.pid);
  renameSync('pids.tmp', 'pids');`;
const LOOP = `${MARK}\n  for (;;) {}`;
const REGEX = `${MARK}\n  /^(a+)+$/.test('a'.repeat(99) + 'b');`;
const PROGRAM = `${NODE}process.on('SIGTERM', () => {});\n${LOOP}\n`;

const TOOL = `${IMPORTS}export const getIt = defineTool(${definition()});\n`;
const EXAMPLE = `${NODE}${TOOL}`
  .replace('execute() {', `execute() { ${LOOP}`)
  .replace(
    'capabilities:',
    `examples: [{ description: 'One', input: {}, output: { value: 1 } }],\n  capabilities:`,
  );

/** A tool whose schemas need code. */
const schemaOf = (code: string): string =>
  `${NODE}${IMPORTS}const City = (() => { ${code}\n  return Type.String();\n})();\nexport const getIt = defineTool(${definition('', 'Type.Object({ city: City })')});\n`;

interface Case {
  readonly args: readonly string[];
  readonly files: Readonly<Record<string, string>>;
  /** Whether the code runs in the command's own process: what it starts there is not the command's. */
  readonly isOwn?: boolean;
}

const CONFIG: Case = { args: ['build'], files: { 'btcp.config.ts': `${NODE}${LOOP}` }, isOwn: true };
const CASES: Readonly<Record<string, Case>> = {
  'build with a config': CONFIG,
  'build with a schema module': { args: ['build'], files: { 'src/a.ts': schemaOf(LOOP) } },
  'check with a schema module that matches': { args: ['check'], files: { 'src/a.ts': schemaOf(REGEX) } },
  'check --run with an example': { args: ['check', '--run'], files: { 'src/a.ts': EXAMPLE } },
  'export with a config': {
    args: ['export', '--to', 'openai-chat'],
    files: { 'btcp.config.ts': `${NODE}${LOOP}` },
    isOwn: true,
  },
  'call with a context': {
    args: ['call', 'getIt', '--context', 'context.ts'],
    files: { 'src/a.ts': TOOL, 'context.ts': `${NODE}${LOOP}` },
    isOwn: true,
  },
  'serve with a context that matches': {
    args: ['serve', '--context', 'context.ts'],
    files: { 'src/a.ts': TOOL, 'context.ts': `${NODE}${REGEX}` },
    isOwn: true,
  },
  'discover with a program': {
    args: ['discover', '.', '--timeout', '600000'],
    files: { 'slow-tool': `#!/usr/bin/env node\n${PROGRAM}` },
  },
  'import with a server': {
    args: ['import', '--from', 'mcp-server', '--', process.execPath, 'server.mjs'],
    files: { 'server.mjs': PROGRAM },
  },
};

/** One whose child of this toolkit is busy, and one with another program; `SIGINT` ends one that is busy itself. */
const ONE_OF_EACH = Object.entries(CASES).filter(([name]) =>
  ['check with a schema module that matches', 'discover with a program'].includes(name),
);

interface Killed {
  readonly cwd: string;
  readonly temp: string;
  /** The signal or exit code that it ended with. */
  readonly end: unknown;
  /** What its code noted. */
  readonly pids: readonly number[];
}

/** Starts `btcp` with a temporary folder of its own. */
function start(cwd: string, temp: string, args: readonly string[]): ChildProcess {
  const { command, args: all } = btcpCommand(...args);
  const env = { ...process.env, TMPDIR: temp };
  return spawn(command, all, { cwd, stdio: ['pipe', 'ignore', 'inherit'], env });
}

const endOf = (child: ChildProcess): Promise<unknown> =>
  new Promise((resolve) => child.once('exit', (code, signal) => resolve(signal ?? code)));

const leftFolders = async (temp: string): Promise<readonly string[]> =>
  (await readdir(temp)).filter((name) => name.startsWith('btcp-'));

/** Runs a command until its code is busy, and sends a signal. */
async function kill({ args, files }: Case, signal: NodeJS.Signals): Promise<Killed> {
  const cwd = await writeProject(files);
  const temp = await mkdtemp(join(tmpdir(), 'signals-'));
  onTestFinished(() => rm(temp, { recursive: true, force: true }));
  if (files['slow-tool'] !== undefined) await chmod(join(cwd, 'slow-tool'), 0o755);
  if (args[0] === 'call' || args[0] === 'serve') await btcp(cwd, 'build');
  const child = start(cwd, temp, args);
  const ended = endOf(child);
  while (!existsSync(join(cwd, 'pids')) && isOn(child)) await setTimeout(50);
  child.kill(signal);
  const end = await ended;
  const pids = (await readFile(join(cwd, 'pids'), 'utf8')).split(' ').map(Number);
  onTestFinished(() => pids.filter(isAlive).forEach((pid) => process.kill(pid, 'SIGKILL')));
  return { cwd, temp, pids, end };
}

const isOn = ({ exitCode }: ChildProcess): boolean => exitCode === null;

// One that has ended, and that nobody has asked about yet, is still listed.
function isAlive(pid: number): boolean {
  try {
    const status = `/proc/${pid}/stat`;
    return process.kill(pid, 0) && !(existsSync(status) && / Z /.test(readFileSync(status, 'utf8')));
  } catch {
    return false;
  }
}

/** Those of the processes that go on; what is being ended may take a moment. */
async function left(pids: readonly number[]): Promise<readonly number[]> {
  for (let tries = 0; pids.some(isAlive) && tries < 1200; tries++) await setTimeout(50);
  return pids.filter(isAlive);
}

describe('ends at once, with what it started', () => {
  it.each(isFull ? Object.entries(CASES) : ONE_OF_EACH)('btcp %s that is busy for ever', async (_, each) => {
    const { end, pids } = await kill(each, 'SIGTERM');
    expect(end).toBe('SIGTERM');
    expect(await left(each.isOwn ? pids.slice(0, 1) : pids)).toEqual([]);
  });

  it.each(alike(['SIGINT', 'SIGKILL'] as const))('at %s; the next build cleans up', async (signal) => {
    const { end, pids, cwd, temp } = await kill(CONFIG, signal);
    expect(end).toBe(signal);
    expect(await left(pids.slice(0, 1))).toEqual([]);
    expect(await leftFolders(temp)).toHaveLength(1);
    await writeFiles(cwd, { 'btcp.config.ts': `export default { tools: ['src/*.ts'] };`, 'src/a.ts': TOOL });
    expect(await endOf(start(cwd, temp, ['build']))).toBe(0);
    expect(await leftFolders(temp)).toEqual([]);
  });
});

it.skipIf(!existsSync('/dev/full'))(
  'says that the output cannot be written, and blames no tool',
  async () => {
    const cwd = await writeProject({ 'src/a.ts': TOOL });
    await btcp(cwd, 'build');
    const { command, args } = btcpCommand('call', 'getIt', '--grant-all');
    const full = openSync('/dev/full', 'w');
    onTestFinished(() => closeSync(full));
    const child = spawn(command, args, { cwd, stdio: ['ignore', full, 'pipe'] });
    let err = '';
    child.stderr?.on('data', (chunk: Buffer) => void (err += chunk.toString()));
    expect(await endOf(child)).toBe(1);
    expect(err).toMatch(
      /^btcp: the output cannot be written: ENOSPC.*\nhelp: Write it to another place\.\n$/,
    );
  },
);

it('init leaves a file as it was that the disk has no room for', async () => {
  const before = JSON.stringify({ name: 'shop', type: 'module', keywords: ['a'.repeat(3800)] });
  const cwd = await writeProject({ 'package.json': before });
  const { command, args } = btcpCommand('init', '--yes', '--no-install');
  // No file can have more than 4096 bytes.
  const child = spawn('bash', ['-c', 'ulimit -f 4; exec "$0" "$@"', command, ...args], { cwd });
  expect(await endOf(child)).toBe(1);
  expect(await readFile(join(cwd, 'package.json'), 'utf8')).toBe(before);
});
