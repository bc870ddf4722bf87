import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { BTCPClient } from '@btcp/client';
import { BTCPError, type Registration } from '@btcp/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { removeProject } from '../support/write-project.ts';
import { buildIsolatedProject } from './build-isolated-project.ts';

const run = promisify(execFile);

const TOOLS = `
/** Counts the letters of a text. */
export const countLetters = defineTool({
  inputSchema: Type.Object({ text: Type.String() }, { additionalProperties: false }),
  outputSchema: Type.Number(),
  capabilities: [],
  execute: ({ text }) => text.length,
});
`;

/** An engine that QuickJS's code has escaped into: it tries everything, and says how that ended. */
const ESCAPED = (port: number): string => `(async () => {
const attempts = {
  'read a file': async () => require('node:fs').readFileSync('/etc/hostname'),
  'list a folder': async () => require('node:fs').readdirSync('/'),
  'write a file': async () => require('node:fs').writeFileSync('/tmp/btcp-escaped', ''),
  'start a process': async () => require('node:child_process').execFileSync('true'),
  'start a thread': async () => new (require('node:worker_threads').Worker)('1', { eval: true }),
  'code of a string': () => (0, eval)('1'),
  'function of a string': () => new Function('return 1')(),
  'the environment': () => {
    if (Object.keys(process.env).length === 0) throw new Error('is empty');
  },
};
const report = {};
for (const [what, attempt] of Object.entries(attempts))
  try {
    await attempt();
    report[what] = 'works';
  } catch (error) {
    report[what] = error.code ?? error.message;
  }
const { connect } = require('node:net');
report['connect'] = await new Promise((done) => {
  const socket = connect(${port}, '127.0.0.1', () => done('works'));
  socket.on('error', ({ code }) => done(code));
});
try {
  process.kill(${process.pid}, 0);
  report['signal its host'] = 'works';
} catch ({ code }) {
  report['signal its host'] = code;
}
console.log('e' + JSON.stringify(report));
})();`;

let root: string;
let registration: Registration;

beforeAll(async () => {
  ({ root, registration } = await buildIsolatedProject(TOOLS, { sandbox: 'wasm' }));
});
afterAll(() => removeProject(root));

describe("Node's process with QuickJS", () => {
  it('could do nothing else even if code came out of QuickJS', async () => {
    const heard: string[] = [];
    const server = createServer((socket) => void heard.push(String(socket.remotePort)));
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    const engine = join(root, 'escaped.mjs');
    await writeFile(engine, ESCAPED((server.address() as AddressInfo).port));
    const client = new BTCPClient({ isolation: { engine: pathToFileURL(engine).href } });
    const { message } = await client.registerManifest(registration).then(
      () => new Error('It was registered.'),
      (error: unknown) => BTCPError.from(error),
    );
    server.close();
    const report = JSON.parse(message.slice(message.indexOf('{'), message.lastIndexOf('}') + 1)) as Record<
      string,
      string
    >;
    const { connect, 'signal its host': signal, ...rest } = report;
    expect(rest).toEqual({
      'read a file': 'ERR_ACCESS_DENIED',
      'list a folder': 'ERR_ACCESS_DENIED',
      'write a file': 'ERR_ACCESS_DENIED',
      'start a process': 'ERR_ACCESS_DENIED',
      'start a thread': 'ERR_ACCESS_DENIED',
      'code of a string': 'Code generation from strings disallowed for this context',
      'function of a string': 'Code generation from strings disallowed for this context',
      'the environment': 'is empty',
    });
    const unshare = ['--map-root-user', '--net', '--pid', '--fork', '--kill-child', '--mount-proc', 'true'];
    const isUnshared = await run('unshare', unshare).then(
      () => true,
      () => false,
    );
    // Node alone closes only the network, since version 25.
    const isClosed = Number(process.versions.node.split('.')[0]) >= 25;
    const unclosed = isUnshared ? 'ENETUNREACH' : 'works';
    expect({ connect, signal }).toEqual({
      connect: isClosed ? 'ERR_ACCESS_DENIED' : unclosed,
      signal: isUnshared ? 'ESRCH' : 'works',
    });
    expect(heard).toHaveLength(isUnshared || isClosed ? 0 : 1);
  });

  it('inherits no descriptor that its host has inherited', async () => {
    const engine = join(root, 'descriptors.mjs');
    await writeFile(join(root, 'secret.txt'), 'a secret');
    await writeFile(
      engine,
      `let read = 'nothing';
try { const buffer = Buffer.alloc(8); read = String(buffer.subarray(0, require('node:fs').readSync(7, buffer))) || 'nothing'; } catch ({ code }) { read = code; }
console.log('e' + read);`,
    );
    await writeFile(
      join(root, 'host.mjs'),
      `import { BTCPClient } from '@btcp/client';
import { readFileSync } from 'node:fs';
import * as validators from './generated/validators.js';
const manifest = JSON.parse(readFileSync(new URL('./generated/manifest.json', import.meta.url), 'utf8'));
const script = new URL('./generated/isolated.js', import.meta.url).href;
const client = new BTCPClient({ isolation: { engine: ${JSON.stringify(pathToFileURL(engine).href)} } });
const registration = { manifest, implementations: { countLetters: () => 0 }, validators, isolated: { script } };
await client.registerManifest(registration).catch(({ message }) => console.log(message));`,
    );
    const { stdout } = await run('sh', ['-c', 'exec 7<secret.txt; exec "$0" host.mjs', process.execPath], {
      cwd: root,
    });
    expect(stdout).toMatch(/nothing|EBADF/);
  });

  it('does not keep a program alive, and ends with it', async () => {
    const program = join(root, 'program.mjs');
    await writeFile(
      program,
      `import { BTCPClient } from '@btcp/client';
import { readFileSync } from 'node:fs';
import * as validators from './generated/validators.js';
const manifest = JSON.parse(readFileSync(new URL('./generated/manifest.json', import.meta.url), 'utf8'));
const implementations = { countLetters: () => 0 };
const script = new URL('./generated/isolated.js', import.meta.url).href;
const client = new BTCPClient();
await client.registerManifest({ manifest, implementations, validators, isolated: { script } });
console.log(await client.callTool('countLetters', { text: 'four' }));
const called = performance.now();
process.once('exit', () => console.log(performance.now() - called < 9000 ? 'ended' : 'was kept'));`,
    );
    const { stdout } = await run(process.execPath, [program]);
    // An idle process would be kept for ten seconds.
    expect(stdout).toBe('4\nended\n');
  });
});
