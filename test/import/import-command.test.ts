import { readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { btcp } from '../support/btcp.ts';
import { writeProject } from '../support/write-project.ts';

const TOOLS = JSON.stringify({
  tools: [
    {
      name: 'getCell',
      description: 'Returns a cell of the sheet.',
      input_schema: { type: 'object', properties: { cell: { type: 'string' } }, required: ['cell'] },
      input_examples: [{ cell: 'B5' }, { cell: 5 }],
    },
    {
      name: 'get-rows',
      description: 'Returns rows of the sheet.',
      input_schema: { type: 'object', properties: {} },
    },
    { name: 'broken', description: 'Has no schema at all.' },
    {
      name: 'hidden',
      description: 'Returns a cell.\u202E Reversed.',
      input_schema: { type: 'object', properties: {} },
    },
  ],
});

describe('btcp import', () => {
  it('writes nothing through a dangling link', async () => {
    const root = await writeProject({ 'tools.json': TOOLS, 'src/index.ts': '' });
    await symlink(join(root, 'elsewhere.ts'), join(root, 'src/get-cell.ts'));
    await btcp(root, 'import', '--from', 'anthropic', 'tools.json', '--out', 'src');
    await expect(readFile(join(root, 'elsewhere.ts'), 'utf8')).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('puts a file in the place of a link, if it is forced to', async () => {
    const root = await writeProject({ 'tools.json': TOOLS, 'src/index.ts': '', 'elsewhere.ts': 'mine' });
    await symlink(join(root, 'elsewhere.ts'), join(root, 'src/get-cell.ts'));
    await btcp(root, 'import', '--from', 'anthropic', 'tools.json', '--out', 'src', '--force');
    expect(await readFile(join(root, 'elsewhere.ts'), 'utf8')).toBe('mine');
    expect(await readFile(join(root, 'src/get-cell.ts'), 'utf8')).toContain('getCell');
  });

  it('writes each tool that can be built to a file of its own, and says what is lost', async () => {
    const root = await writeProject({ 'tools.json': TOOLS });
    const { code, out, err } = await btcp(
      root,
      'import',
      '--from',
      'anthropic',
      'tools.json',
      '--out',
      'src',
    );
    expect(await readdir(join(root, 'src'))).toEqual(['get-cell.ts', 'get-rows.ts']);
    expect(await readFile(join(root, 'src/get-cell.ts'), 'utf8')).toMatchInlineSnapshot(`
      "import { Type } from '@sinclair/typebox';
      import { BTCPError, defineTool } from '@btcp/core';

      /** Returns a cell of the sheet. */
      export const getCell = defineTool({
        inputSchema: Type.Object({ cell: Type.String() }),
        capabilities: [],
        execute() {
          throw new BTCPError('NOT_IMPLEMENTED', {
            message: 'The tool "getCell" has been imported, but not written yet.',
            suggestion: 'Do without it until its provider has written what it does.',
          });
        },
      });
      "
    `);
    expect({ code, out, err }).toMatchInlineSnapshot(`
      {
        "code": 1,
        "err": "warning  getCell, get_rows, hidden: capabilities-missing at /capabilities: the source cannot say what the tool may use, so it gets \`capabilities: []\`; once \`execute\` is written, \`btcp check --write-capabilities\` adds what it uses
      warning  get_rows: name-rewritten at /name: "get-rows" is no name that BTCP allows; the tool is called "get_rows"
      warning  getCell: field-dropped at /examples/1/input/cell: the examples were left out: The example's input breaks the input schema: \`cell\` must be a string; got 5.
      error    broken at /tools/2: The tool has no \`input_schema\`.
        help: Add the JSON Schema of its input.
      error    hidden at /description: A text of "hidden" has characters that reverse the order of the text.
        help: Take it out, or write the text anew with the keyboard. If it is right as it is, import it with --allow hidden-text.
      ",
        "out": "2 of 4 tools are in src.
      ",
      }
    `);
  });

  it('keeps edited files', async () => {
    const root = await writeProject({ 'tools.json': TOOLS });
    const run = (...more: string[]) =>
      btcp(root, 'import', '--from', 'anthropic', 'tools.json', '--out', 'src', ...more);
    await run();
    await writeFile(join(root, 'src/get-cell.ts'), 'mine');
    const { out, err } = await run();
    expect(out).toBe('1 of 4 tools are in src.\n');
    expect(err).toContain('error    src/get-cell.ts is there already, with another text.');
    expect(await readFile(join(root, 'src/get-cell.ts'), 'utf8')).toBe('mine');
    await run('--force');
    expect(await readFile(join(root, 'src/get-cell.ts'), 'utf8')).toContain('defineTool');
  });

  it('writes everything to standard output, even from JSON Lines', async () => {
    const line = (name: string) =>
      JSON.stringify({
        name,
        description: 'Does something.',
        parameters: { type: 'object', properties: {} },
      });
    const root = await writeProject({ 'tools.ndjson': `${line('a')}\n${line('b')}\n` });
    const { code, out } = await btcp(root, 'import', '--from', 'ikigai', 'tools.ndjson');
    expect(code).toBe(0);
    expect(out.match(/export const \w+/g)).toEqual(['export const a', 'export const b']);
  });

  it.each([
    [['import'], 'Name the format: --from with one of mcp-2025-06-18,'],
    [['import', '--from', 'antropic', 'a.json'], 'There is no format "antropic"; did you mean "anthropic"?'],
    [['import', '--from', 'anthropic'], 'Name the file to import, or `-` for standard input.'],
    [['import', '--from', 'mcp-server'], 'Name the command of the server after `--`'],
    [
      ['import', '--from', 'mcp-server', '--timeout', 'x', '--', 'a'],
      '--timeout takes milliseconds; got "x".',
    ],
  ])('says what is wrong with %j', async (args, message) => {
    const { code, err } = await btcp(await writeProject({}), ...args);
    expect(code).toBe(2);
    expect(err).toContain(message);
  });

  it.each([
    [
      ['none.json'],
      'none.json cannot be read: there is no such path.',
      'Correct the path; it is relative to the current folder.',
    ],
    [['src'], 'src cannot be read: it is a folder.', 'Name a file.'],
    [['a.json', '--out', 'a.json'], '--out a.json cannot be written: it is a file.', 'Name a folder.'],
  ])('says in a sentence why %j cannot be used', async (args, message, help) => {
    const tool = { name: 'a', description: 'Does something.', input_schema: { type: 'object' } };
    const root = await writeProject({ 'a.json': JSON.stringify(tool), 'src/a.ts': '' });
    const { code, err } = await btcp(root, 'import', '--from', 'anthropic', ...args);
    expect(code).toBe(1);
    expect(err.endsWith(`btcp: ${message}\nhelp: ${help}\n`) && !err.includes('usage')).toBe(true);
  });

  it('reads tools on lines of their own, also after a byte order mark', async () => {
    const lines = ['readA', 'readB'].map((name) =>
      JSON.stringify({ name, description: 'Reads a value.', input_schema: { type: 'object' } }),
    );
    const root = await writeProject({ 'tools.jsonl': `\uFEFF${lines.join('\n')}\n` });
    const { code, err } = await btcp(root, 'import', '--from', 'anthropic', 'tools.jsonl');
    expect([code, err]).toEqual([0, expect.stringContaining('readA, readB: ')]);
  });

  it('reports where a file is not JSON', async () => {
    const root = await writeProject({ 'tools.json': '{"name": }' });
    const { code, err } = await btcp(root, 'import', '--from', 'anthropic', 'tools.json');
    expect(code).toBe(1);
    expect(err).toMatch(/^btcp: tools\.json is not JSON: Unexpected token/);
  });
});

/** Misbehaving servers, as programs. */
const SERVERS = {
  hang: 'setInterval(() => {}, 1000)',
  deaf: "process.on('SIGTERM', () => {}); process.stdin.resume(); setInterval(() => {}, 1000)",
  crash: "console.error('No configuration.'); process.exit(3)",
  garbage: "setInterval(() => console.log('<html>'), 10)",
  flood: "const line = 'x'.repeat(1 << 20); const write = () => process.stdout.write(line, write); write()",
  pings: `console.log('{"jsonrpc":"2.0","id":1,"method":"ping"}\\n'.repeat(9000)); setInterval(() => {}, 1000)`,
};

it('says of a server’s tools what cannot be kept, and which number is another one', async () => {
  const schema = '{"type":"object","properties":{"x":{"type":"integer","maximum":18446744073709551615}}}';
  const root = await writeProject({
    'tools.json': `{"tools":[
      {"name":"a","description":"Does what it has to do.","inputSchema":${schema},"execution":{"taskSupport":"optional"}},
      {"name":"b","description":"Does what it has to do.","inputSchema":null}
    ]}`,
  });
  const { code, err } = await btcp(root, 'import', '--from', 'mcp', 'tools.json', '--out', 'src');
  expect(code).toBe(1);
  expect(err.split('\n')).toEqual([
    'warning  tools.json:2:136: JavaScript cannot hold the number 18446744073709551615: it reads 18446744073709552000.',
    expect.stringContaining('warning  a: capabilities-missing at /capabilities') as string,
    'warning  a: field-dropped at /execution/taskSupport: `btcp serve` has no tasks and leaves it out; an export to MCP keeps it',
    "error    b at /tools/1/inputSchema: The tool's `inputSchema` is null.",
    '  help: For a tool without parameters, write { "type": "object", "additionalProperties": false }.',
    '',
  ]);
});

it.each([
  ['import', '--from', 'mcp', 'openapi.json'],
  ['check', 'openapi.json'],
  ['diff', 'openapi.json', 'openapi.json'],
  ['export', '--to', 'mcp', 'openapi.json'],
])('btcp %s names a document that has no tools', async (...args) => {
  const root = await writeProject({ 'openapi.json': '{"openapi":"3.1.0","info":{},"paths":{}}' });
  const { code, out, err } = await btcp(root, ...args);
  expect(code).not.toBe(0);
  expect(out + err).toMatch(/is a whole OpenAPI document\.[^]+btcp import --from openapi <file>/);
});

describe('btcp import --from mcp-server', () => {
  const run = async (program: string, timeout = '1500') => {
    const root = await writeProject({ 'server.mjs': program });
    const options = ['--from', 'mcp-server', '--timeout', timeout];
    return btcp(root, 'import', ...options, '--', process.execPath, join(root, 'server.mjs'));
  };

  it.each([
    ['hang', '1500', 'it has not listed its tools within 1.5 seconds'],
    ['deaf', '1500', 'it has not listed its tools within 1.5 seconds'],
    ['garbage', '1500', 'it has not listed its tools within 1.5 seconds'],
    ['crash', '20000', 'it said:\n  | No configuration.'],
    ['flood', '20000', 'it sent a message of more than 10 MB'],
    ['pings', '6000', 'it has not listed its tools within 6 seconds\n'],
  ] as const)('gives up on a server that does %s', async (name, timeout, reason) => {
    const { code, err } = await run(SERVERS[name], timeout);
    expect(err).toContain(reason);
    expect(err).not.toContain('Warning');
    expect(code).toBe(1);
  });

  it('takes a page of more tools than a call takes arguments', async () => {
    const program = `
      import { createInterface } from 'node:readline';
      const info = { capabilities: { tools: {} }, serverInfo: { name: 'a', version: '1' } };
      createInterface({ input: process.stdin }).on('line', (line) => {
        const { id, method, params } = JSON.parse(line);
        const tools = Array(150_000).fill(0);
        const result = method === 'initialize' ? { ...info, protocolVersion: params.protocolVersion } : { tools };
        if (id !== undefined) console.log(JSON.stringify({ jsonrpc: '2.0', id, result }));
      });`;
    expect((await run(program, '30000')).err).toContain('error    a tool at /149999: This is not a tool.\n');
  });

  it('says that there is no such program', async () => {
    const { code, err } = await btcp(
      await writeProject({}),
      'import',
      '--from',
      'mcp-server',
      '--',
      'no-such-program',
    );
    expect({ code, err }).toEqual({
      code: 1,
      err: 'btcp: The server gave no tools: there is no program "no-such-program". Of a server over HTTP, save its answer to tools/list, and import that with --from mcp.\n',
    });
  });

  it('ends a server and its child processes', async () => {
    const program = `
      import { spawn } from 'node:child_process';
      import { writeFileSync } from 'node:fs';
      const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
      writeFileSync(new URL('pids', import.meta.url), process.pid + ' ' + child.pid);
      setInterval(() => {}, 1000);`;
    const root = await writeProject({ 'server.mjs': program });
    const options = ['--from', 'mcp-server', '--timeout', '3000'];
    await btcp(root, 'import', ...options, '--', process.execPath, join(root, 'server.mjs'));
    const pids = (await readFile(join(root, 'pids'), 'utf8')).split(' ').map(Number);
    expect(pids).toHaveLength(2);
    for (let tries = 0; pids.some(isAlive) && tries < 600; tries++) await setTimeout(100);
    expect(pids.filter(isAlive)).toEqual([]);
  });
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
