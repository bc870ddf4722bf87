import { type ChildProcessByStdio, spawn, spawnSync } from 'node:child_process';
import { closeSync, openSync, readdirSync, realpathSync } from 'node:fs';
import { devNull } from 'node:os';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { MAX_MESSAGE, type Credit } from '@btcp/core/isolated';
import type { LevelParts, Realm, RealmEvents, StartRealm } from '../realm.ts';

type Child = ChildProcessByStdio<Writable, Readable, null>;

export async function findChild({ script, timeout, engine }: LevelParts): Promise<StartRealm> {
  const url = engine ?? import.meta.resolve('@btcp/client/quickjs-engine');
  const path = realpathSync(fileURLToPath(String(url)));
  const start = JSON.stringify({ script: await script, timeout });
  return (events) => startChild(path, start, events);
}

/** QuickJS confines the tools; what the process may not do either is a second layer. */
function startChild(engine: string, start: string, events: RealmEvents): Realm {
  const child = spawnConfined(engine);
  // A child that has ended has closed its pipe; its `exit` says so.
  child.stdin.on('error', () => undefined);
  child.on('error', (error) => events.end(`could not be started: ${error.message}`));
  child.on('exit', () => events.end('ended by itself'));
  readLines(child.stdout, events);
  unref(child);
  const write = (line: string): void => void child.stdin.write(`${line}\n`);
  write(start);
  return {
    send: (message: string | Credit) =>
      write(typeof message === 'string' ? `m${message}` : JSON.stringify(message)),
    close: () => void child.kill('SIGKILL'),
    saysWhatIsRead: true,
  };
}

/** Runs the engine's file. Node takes ten milliseconds longer to load it as a module. */
const RUN_FILE = `const [, filename] = process.argv;
new (require('vm').Script)(require('fs').readFileSync(filename, 'utf8'), { filename }).runInThisContext();`;

function spawnConfined(engine: string): Child {
  const permission = process.allowedNodeEnvironmentFlags.has('--permission')
    ? '--permission'
    : '--experimental-permission';
  const node = [
    process.execPath,
    permission,
    `--allow-fs-read=${engine}`,
    '--disallow-code-generation-from-strings',
    '--no-warnings',
    '--eval',
    RUN_FILE,
    engine,
  ];
  const [command = '', ...args] = [...findUnshare(), ...node];
  const nothing = openSync(devNull, 'r');
  try {
    const inherited = Array.from({ length: Math.max(0, lastDescriptor() - 2) }, () => nothing);
    return spawn(command, args, {
      env: {},
      cwd: '/',
      stdio: ['pipe', 'pipe', 'ignore', ...inherited],
    }) as Child;
  } finally {
    closeSync(nothing);
  }
}

/** The highest descriptor of this process, which a child inherits where this process has inherited it, too. */
function lastDescriptor(): number {
  if (process.platform === 'win32') return 2;
  try {
    return Math.min(MAX_DESCRIPTORS, Math.max(...readdirSync('/dev/fd').map(Number)));
  } catch {
    return 2;
  }
}

const MAX_DESCRIPTORS = 256;

/** Commands that start another one without a network; the first also without a way to signal other processes. */
const UNSHARE: readonly (readonly string[])[] = [
  ['unshare', '--map-root-user', '--net', '--pid', '--fork', '--kill-child', '--mount-proc'],
  ['unshare', '--map-root-user', '--net'],
];

let unshare: readonly string[] | undefined;

/** The strictest of the commands that works; only Linux has them, and not every system lets users call them. */
function findUnshare(): readonly string[] {
  return (unshare ??= (process.platform === 'linux' && UNSHARE.find(works)) || []);
}

function works([command = '', ...args]: readonly string[]): boolean {
  return spawnSync(command, [...args, 'true'], { timeout: 2000 }).status === 0;
}

function readLines(stdout: Readable, { receive, end }: RealmEvents): void {
  let rest = '';
  stdout.setEncoding('utf8');
  stdout.on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) receive(messageOf(line.charAt(0), line.slice(1)));
    if (rest.length > MAX_MESSAGE + 1) end('sent too long a message');
  });
}

/** @param kind - What `engine.ts` says that it is. */
function messageOf(kind: string, text: string): unknown {
  if (kind === 'm') return text;
  return [kind === 'r' ? Number(text) : text];
}

/** Lets the program end while the child waits for a call; the client's deadlines keep it alive during calls. */
function unref(child: Child): void {
  child.unref();
  // Pipes are sockets.
  for (const pipe of [child.stdin, child.stdout]) (pipe as unknown as { unref: () => void }).unref();
}
