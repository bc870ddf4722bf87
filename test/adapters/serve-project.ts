import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll } from 'vitest';
import { btcp } from '../support/btcp.ts';
import { IMPORTS_WITH_ERROR } from '../support/tool-source.ts';
import { writeFiles } from '../support/write-project.ts';

// `count` ends late: a client unsubscribes from progress when the result is in the same read as the last update.
const TOOLS = `${IMPORTS_WITH_ERROR}
const one = Type.Object({ n: Type.Number({ default: 1 }) }, { additionalProperties: false });
const none = Type.Object({}, { additionalProperties: false });
const closed = { inputSchema: none, capabilities: [] };

/** Doubles a number that is given. */
export const double = defineTool({ inputSchema: one, outputSchema: Type.Object({ twice: Type.Number() }), capabilities: [], timeout: 5000, tags: ['math'], execute: ({ n }) => ({ twice: 2 * n }) });
/**
 * Lists the letters up to one.
 * @deprecated Use double instead.
 */
export const letters = defineTool({ inputSchema: one, outputSchema: Type.Array(Type.String()), capabilities: ['dom:read', 'network:fetch:same-origin'], execute: ({ n }) => ['a', 'b', 'c'].slice(0, n) });
/** Says a sentence in plain text. */
export const say = defineTool({ ...closed, outputSchema: Type.String(), execute: () => 'Hello there' });
/** Fails with an error of its own. */
export const fail = defineTool({ ...closed, outputSchema: Type.Null(), execute: () => { throw new BTCPError('NO_CELL', { message: 'No cell Z99.', suggestion: 'Use listCells.' }); } });
/** Returns what its schema refuses. */
export const lie = defineTool({ ...closed, outputSchema: Type.Object({ ok: Type.Boolean() }), execute: (): { ok: boolean } => JSON.parse('{"ok":"yes"}') });
/** Prints to standard output, in every way there is. */
export const print = defineTool({ ...closed, outputSchema: Type.String(), execute: () => { console.log('{"jsonrpc":"2.0"}'); process.stdout.write('garbage'); process.stdout.end('bye'); return 'printed'; } });
/** Leaves a failure behind that nobody waits for. */
export const leave = defineTool({ ...closed, outputSchema: Type.String(), execute: () => { void Promise.reject(new Error('left behind')); setTimeout(() => { throw new Error('thrown late'); }, 1); return 'left'; } });
/** Counts to three and reports every step. */
export const count = defineTool({ ...closed, outputSchema: Type.Number(), async execute(_input, { progress }) { for (let n = 1; n <= 3; n++) { progress?.({ progress: n, total: 3, message: 'Step ' + n }); await new Promise((resolve) => setTimeout(resolve, n < 3 ? 5 : 400)); } return 3; } });
/** Ends the process that it runs in. */
export const quit = defineTool({ ...closed, outputSchema: Type.Null(), execute: () => process.exit(0) });
/** Never ends, and says when it begins, and when it is told to end. */
export const wait = defineTool({ ...closed, outputSchema: Type.Null(), execute: (_input, { signal }) => new Promise((resolve) => { console.error('waiting'); signal.addEventListener('abort', () => { console.error('aborted: ' + (signal.reason as BTCPError).code); resolve(null); }); }) });
`;

const FILES = {
  'src/tools.ts': TOOLS,
  'package.json': JSON.stringify({
    name: 'sheet-tools',
    version: '1.2.3',
    description: 'Tools for a sheet.',
    type: 'module',
  }),
  'btcp.config.ts':
    "import { defineConfig } from '@btcp/core';\nexport default defineConfig({ tools: ['src/**/*.ts'], provider: { name: 'Sheets', url: 'https://sheets.example' } });\n",
  'tsconfig.json': JSON.stringify({
    compilerOptions: {
      target: 'ES2022',
      module: 'NodeNext',
      lib: ['ES2023'],
      types: ['node'],
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      customConditions: ['@btcp/source'],
      allowImportingTsExtensions: true,
    },
  }),
};

/** A built project for the enclosing tests, with tools that succeed and tools that fail. */
export function useBuiltProject(): () => string {
  let root = '';
  beforeAll(async () => {
    const folder = fileURLToPath(new URL('../.tmp/', import.meta.url));
    await mkdir(folder, { recursive: true });
    root = await mkdtemp(join(folder, 'serve-'));
    await writeFiles(root, FILES);
    const { code, err } = await btcp(root, 'build');
    if (code !== 0) throw new Error(err);
  });
  afterAll(() => rm(root, { recursive: true, force: true }));
  return () => root;
}

const PROGRAM = fileURLToPath(new URL('../../packages/cli/bin/btcp.js', import.meta.url));

/** The command and arguments that run the built `btcp` in a process. */
export function btcpCommand(...args: readonly string[]): { command: string; args: string[] } {
  return { command: process.execPath, args: [PROGRAM, ...args] };
}

/** Runs `btcp` as a process with an input, and returns all its output. */
export function runBtcp(
  cwd: string,
  args: readonly string[],
  input: string,
): Promise<{ readonly code: number | null; readonly out: string; readonly err: string }> {
  const { command, args: all } = btcpCommand(...args);
  return new Promise((resolve) => {
    const child = execFile(command, all, { cwd }, (_error, out, err) =>
      resolve({ code: child.exitCode, out, err }),
    );
    child.stdin?.end(input);
  });
}
