import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readdir, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { build } from '@btcp/codegen';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { btcpCommand, runBtcp } from '../adapters/serve-project.ts';
import { btcp } from '../support/btcp.ts';
import { full } from '../support/runs.ts';
import { definition, IMPORTS, IMPORTS_WITH_ERROR } from '../support/tool-source.ts';
import { makeProject, removeProject, writeFiles, writeProject } from '../support/write-project.ts';

const CELL = `${IMPORTS}
/** Reads the value of a cell. */
export const getCell = defineTool({
  inputSchema: Type.Object({ cell: Type.String({ pattern: '^[A-Z][0-9]$' }), times: Type.Integer({ default: 2 }) }, { additionalProperties: false }),
  outputSchema: Type.Object({ text: Type.String() }),
  capabilities: ['dom:read'],
  execute: ({ cell, times }, { dom }) => ({ text: (dom.getElementById(cell)?.textContent ?? '').repeat(times) }),
});
`;
const FETCHING = `${IMPORTS}export const fetchText = defineTool({
  description: 'Returns what an address says.',
  inputSchema: Type.Object({ url: Type.String() }, { additionalProperties: false }),
  outputSchema: Type.String(),
  capabilities: ['network:fetch:cross-origin'],
  examples: [{ input: { url: 'https://shop.example/orders' }, output: 'fake' }],
  execute: async ({ url }, ctx) => (await ctx.fetch(url)).text,
});
`;
const STORING = `${IMPORTS}export const visits = defineTool({
  description: 'Returns when the page was visited last.',
  inputSchema: Type.Object({}),
  outputSchema: Type.Union([Type.String(), Type.Null()]),
  capabilities: ['storage:local:read'],
  execute: (_, ctx) => ctx.storage.local.get('visited'),
});
`;
const BROKEN = `${IMPORTS}
/** Reads the value of a cell. */
export const getCell = defineTool({
  inputSchema: Type.Object({}),
  outputSchema: Type.Null(),
  capabilites: [],
  capabilities: [],
  execute: () => null,
});
`;

const REPEATED = '{"btcp":"1.0","btcp":"1.0","name":"office"}';

describe('btcp build', () => {
  it('reports what it wrote, then that everything is up to date', async () => {
    const cwd = await writeProject({ 'src/cell.ts': CELL });
    expect(await btcp(cwd, 'build')).toEqual({
      code: 0,
      out: 'sheet-tools 1.2.3: 1 tool in generated, wrote manifest.json, client.ts, registration.ts, validators.js, validators.d.ts, sources.json\n',
      err: '',
    });
    expect((await btcp(cwd, 'build')).out).toBe('sheet-tools 1.2.3: 1 tool in generated, up to date\n');
  });

  it('shows a mistake with its position, code frame and help, and writes nothing', async () => {
    const cwd = await writeProject({ 'src/cell.ts': BROKEN });
    expect(await btcp(cwd, 'build')).toEqual({
      code: 1,
      out: '',
      err: `src/cell.ts:8:3  error  field-unknown
  \`capabilites\` is not part of a tool's definition; did you mean \`capabilities\`?

  7 |   outputSchema: Type.Null(),
> 8 |   capabilites: [],
    |   ^^^^^^^^^^^
  help: Rename it to \`capabilities\`.

1 error; nothing was written.
`,
    });
  });

  it('shows a target of the config that there is none of, also where another program has built before', async () => {
    const cwd = await makeProject({
      'btcp.config.ts':
        "export default { tools: ['src/*.ts'], name: 'sheet', version: '1.0.0', targets: ['gemini', 'antropic', 'anthropic-strict'] };",
      'src/cell.ts': CELL,
    });
    expect((await build({ cwd })).ok).toBe(true);
    const { code, out, err } = await btcp(cwd, 'build');
    expect([code, out, err.slice(0, err.indexOf('>'))]).toEqual([
      1,
      '',
      'btcp.config.ts:1:92  error  config-invalid\n  `targets` names "antropic", which is no target; did you mean "anthropic"?\n\n',
    ]);
  });

  full('prints diagnostics as JSON', async () => {
    const cwd = await writeProject({ 'src/cell.ts': BROKEN });
    const { code, out } = await btcp(cwd, 'build', '--format', 'json');
    expect(code).toBe(1);
    expect(JSON.parse(out)).toEqual({
      diagnostics: [
        {
          id: 'field-unknown',
          severity: 'error',
          tool: 'getCell',
          file: 'src/cell.ts',
          line: 8,
          column: 3,
          message: "`capabilites` is not part of a tool's definition; did you mean `capabilities`?",
          help: 'Rename it to `capabilities`.',
          data: { field: 'capabilites', meant: 'capabilities' },
        },
      ],
    });
  });

  it('compares with --check: a diff and exit code 1 when stale, nothing written', async () => {
    const cwd = await writeProject({ 'src/cell.ts': CELL });
    expect((await btcp(cwd, 'build', '--check')).code).toBe(1);
    await btcp(cwd, 'build');
    expect(await btcp(cwd, 'build', '--check')).toEqual({
      code: 0,
      out: 'sheet-tools 1.2.3: 1 tool in generated, up to date\n',
      err: '',
    });
    // As Git checks them out under Windows.
    const client = await readFile(join(cwd, 'generated/client.ts'), 'utf8');
    await writeFiles(cwd, { 'generated/client.ts': client.replaceAll('\n', '\r\n') });
    expect((await btcp(cwd, 'build', '--check')).code).toBe(0);
    await writeFiles(cwd, { 'src/cell.ts': CELL.replace('Reads the value', 'Reads the text') });
    const before = await readFile(join(cwd, 'generated/manifest.json'), 'utf8');
    const { code, out, err } = await btcp(cwd, 'build', '--check');
    expect(code).toBe(1);
    expect(out).toContain(
      '-      "description": "Reads the value of a cell.",\n+      "description": "Reads the text of a cell.",\n',
    );
    expect(out.split('\n').filter((line) => line.length > 230)).toEqual([]);
    expect(out).toMatch(/^\+.*\{"btcp":"1\.0","name":"sheet-tools".*… \(\d{3} characters\)$/m);
    expect(err).toBe('3 of 5 files in generated are stale. Run `btcp build`.\n');
    expect(await readFile(join(cwd, 'generated/manifest.json'), 'utf8')).toBe(before);
  });

  full('accepts another config file, whose folder is the project', async () => {
    const cwd = await writeProject({
      'app/src/cell.ts': CELL,
      'app/tools.config.ts': `export default { tools: ['src/*.ts'], name: 'app', version: '1.0.0', description: 'An app.' };`,
    });
    expect((await btcp(cwd, 'build', '--config', 'app/tools.config.ts')).out).toContain(
      'app 1.0.0: 1 tool in app/generated, wrote ',
    );
  });

  it.each([
    [['build', '--chek'], 'btcp: There is no option --chek; did you mean --check?'],
    [['build', 'src'], 'btcp: build takes options only; got "src".'],
    [
      ['check', 'src/cell.ts'],
      'btcp: check takes a manifest in JSON; got the source "src/cell.ts". Without a file, it checks the project\'s.',
    ],
    [['build', '--format', 'xml'], 'btcp: --format must be pretty or json; got "xml".'],
    [
      ['build', '--watch', '--format', 'json'],
      'btcp: --watch prints what people read; --format json needs a build that ends.',
    ],
    [['biuld'], 'btcp: There is no command "biuld"; did you mean "build"?'],
    [['call'], 'btcp: Name the tool to call, for example: btcp call getCell.'],
    [['call', 'getCell', '{cell:1}'], 'btcp: The input is not JSON:'],
    [
      ['call', 'getCell', '{cell:B5}'],
      `Put it in single quotes: '{"cell": "B5"}'. A file is read by: - < input.json.`,
    ],
    [['call', 'getCell', '{}', '{}'], 'btcp: One input is enough; got "{}" too.'],
    [['serve', '--http', '--port', '65536'], 'btcp: --port takes a port, 65535 at most; got "65536".'],
    [['call', 'getCell', '{}', '--timeout', 'soon'], 'btcp: --timeout takes milliseconds; got "soon".'],
  ])('answers %j with exit code 2 and one sentence', async (args, message) => {
    const cwd = await writeProject({});
    const { code, err } = await btcp(cwd, ...args);
    expect(code).toBe(2);
    expect(err).toContain(message);
  });

  it('has help for everything', async () => {
    const cwd = await writeProject({});
    for (const args of [[], ['--help'], ['build', '--help'], ['call', '-h'], ['help', 'build']]) {
      expect((await btcp(cwd, ...args)).out).toContain('btcp');
    }
    const { out } = await btcp(cwd, '--help');
    expect(out).toContain(`

Write tools
  init        Adds to an app what it needs to have tools.
  build       Finds the tools, checks them, and writes manifest, typed client, validators and registration.
  check       Finds what would make a tool fail, be refused, or mislead an agent.
`);
    expect(out).toContain(
      '\n  sign        Signs a manifest, into a file beside it that ends in .sig.json.\n',
    );
    expect(out).toContain('\nRun `btcp <command> --help` for its options, such as `btcp build --help`.');
    expect(out.match(/^ {2}[a-z]+ {2,}[A-Z].{10,120}\.$/gm)).toHaveLength(16);
    expect((await btcp(cwd, '--version')).out).toMatch(/^\d+\.\d+\.\d+\n$/);
  });
});

/** A project that is built once, for tests that leave it as it is. */
function builtProject(files: Readonly<Record<string, string>>): () => string {
  let root = '';
  beforeAll(async () => {
    root = await makeProject(files);
    await btcp(root, 'build');
  });
  afterAll(() => removeProject(root));
  return () => root;
}

describe('btcp call', () => {
  const cells = builtProject({ 'src/cell.ts': CELL, 'page.html': '<p id="B5">ab</p>' });

  it('runs a built tool with its defaults, on the document it is given', async () => {
    const cwd = cells();
    expect(
      await btcp(cwd, 'call', '--grant-all', 'getCell', '{"cell":"B5","times":3}', '--html', 'page.html'),
    ).toEqual({
      code: 0,
      out: '{\n  "text": "ababab"\n}\n',
      err: '',
    });
  });

  it('validates like any call', async () => {
    const cwd = cells();
    const { code, out, err } = await btcp(cwd, 'call', '--grant-all', 'getCell', '{"cel":"B5","times":3}');
    expect([code, out]).toEqual([1, '']);
    expect(err).toContain('INVALID_INPUT: ');
    // Once: the message names every issue.
    expect(err.split('`cel` is not a known property; did you mean `cell`?')).toHaveLength(2);
    expect(err).toContain('`cell` is required');
  });

  it('grants the declared capabilities, or exactly those given', async () => {
    const cwd = cells();
    const { code, err } = await btcp(
      cwd,
      'call',
      'getCell',
      '{"cell":"B5","times":1}',
      '--grant',
      'dom:observe',
    );
    expect(code).toBe(1);
    expect(err).toContain('CAPABILITY_DENIED: ');
  });

  it.each(['call', 'serve'])('%s takes no wildcard, and nothing malformed, as a grant', async (command) => {
    const cwd = await writeProject({});
    const given = async (grant: string): Promise<unknown> =>
      btcp(cwd, command, ...(command === 'call' ? ['getCell'] : []), '--grant', grant);
    expect(await given('dom:read,dom:*')).toMatchObject({
      code: 2,
      err: expect.stringContaining(
        '--grant takes no wildcards such as dom:*; write out each capability, for example --grant dom:read,dom:write.',
      ) as string,
    });
    expect(await given('DOM:read')).toMatchObject({
      code: 2,
      err: expect.stringContaining(
        '--grant takes capabilities such as dom:read, separated by commas; got "DOM:read".',
      ) as string,
    });
  });

  it.each([
    ['dom:raed', '; did you mean "dom:read"?'],
    ['orders:approve', '.'],
  ])('refuses to grant %s, which no tool declares', async (id, meant) => {
    const call = ['call', 'getCell', '{"cell":"B5","times":1}', '--grant', id];
    expect(await btcp(cells(), ...call)).toEqual({
      code: 1,
      out: '',
      err: `btcp: --grant names "${id}", which no tool declares${meant}\nhelp: The tools declare dom:read.\n`,
    });
  });

  it('grants nothing by default, and says what to add', async () => {
    const call = ['call', 'getCell', '{"cell":"B5","times":3}', '--html', 'page.html'];
    expect((await btcp(cells(), ...call)).err).toBe(
      'CAPABILITY_DENIED: The tool "getCell" needs capabilities that are not granted: dom:read.\nhelp: Add --grant dom:read, or --grant-all for all that the tool declares.\n',
    );
  });

  it('says whose the limit of a size is', async () => {
    const call = ['call', 'getCell', '{"cell":"B5","times":3}', '--html', 'page.html', '--grant-all'];
    expect((await btcp(cells(), ...call, '--max-output', '5')).err).toBe(
      'INVALID_OUTPUT: Invalid output of "getCell": the value is larger than 5 characters\nhelp: Less at a time is better for an agent, too. --max-output raises the limit, which is this command\'s: a host sets `limits.output` of its client.\n',
    );
  });

  it('reports what is missing: a document, the tool, the build, the config', async () => {
    const cwd = await writeProject({ 'src/cell.ts': CELL });
    expect((await btcp(cwd, 'call', '--grant-all', 'getCell', '{}')).err).toContain('There is no build in ');
    await btcp(cwd, 'build');
    expect((await btcp(cwd, 'call', '--grant-all', 'getCell', '{"cell":"B5","times":1}')).err).toContain(
      'DOM_UNAVAILABLE: ',
    );
    expect((await btcp(cwd, 'call', 'getCel', '{}')).err).toBe(
      'TOOL_NOT_FOUND: There is no tool "getCel".\nhelp: Did you mean getCell? The tools are getCell.\n',
    );
    expect(
      (await btcp(cwd, 'call', '--grant-all', 'getCell', '\uFEFF{"cell":"B5","times":1}')).err,
    ).toContain('--html page.html');
    expect((await btcp(cwd, 'call', '--grant-all', 'getCell', '{"cell":1,}')).err).not.toContain(
      'single quotes',
    );
    expect(await btcp(cwd, 'call', '--grant-all', 'getCell', '{}', '--html', 'no.html')).toMatchObject({
      code: 1,
      err: 'btcp: no.html cannot be read for --html: there is no such path.\nhelp: Correct the path; it is relative to the current folder.\n',
    });
    await mkdir(join(cwd, 'inner'));
    expect((await btcp(join(cwd, 'inner'), 'build')).err).toContain(`There is one in ${cwd}: `);
    await rm(join(cwd, 'btcp.config.ts'));
    expect((await btcp(cwd, 'call', '--grant-all', 'getCell', '{}')).err).toContain('config-not-found');
  });

  it('shows where a tool throws', async () => {
    const text = (property: string): string => `${IMPORTS}
export const a = defineTool({
  description: 'Counts the letters of a city.',
  inputSchema: Type.Object({ ${property}: Type.String() }),
  outputSchema: Type.Number(),
  capabilities: [],
  execute(input) {
    return (input as unknown as { city: string }).city.length;
  },
});`;
    const cwd = await writeProject({ 'src/a.ts': text('town') });
    await btcp(cwd, 'build');
    expect((await btcp(cwd, 'call', '--grant-all', 'a', '{"town":"x"}')).err).toBe(
      "EXECUTION_ERROR: Cannot read properties of undefined (reading 'length')\n" +
        '  at src/a.ts:10:56\nhelp: Read the message before calling again.\n',
    );
  });

  it('lets what a tool says control no terminal', async () => {
    const source = `${IMPORTS_WITH_ERROR}
/** Says what a terminal would obey. */
export const trick = defineTool({
  inputSchema: Type.Object({ throws: Type.Boolean() }, { additionalProperties: false }),
  outputSchema: Type.String(),
  capabilities: [],
  execute({ throws }) {
    if (!throws) return 'a\\u001b\\u009b2J';
    throw new BTCPError('NO', { message: 'a\\u001b]8;;https://evil.example\\u0007b\\nc', suggestion: '\\u009b2J\\u202eb' });
  },
});
`;
    const cwd = await writeProject({ 'src/trick.ts': source });
    await btcp(cwd, 'build');
    expect(await btcp(cwd, 'call', 'trick', '{"throws":false}')).toEqual({
      code: 0,
      out: '"a\\u001b\\u009b2J"\n',
      err: '',
    });
    expect(await btcp(cwd, 'call', 'trick', '{"throws":true}')).toEqual({
      code: 1,
      out: '',
      err: `NO: a\\u{1B}]8;;https://evil.example\\u{7}b\\u{A}c
help: \\u{9B}2J\\u{202E}b
`,
    });
  });

  full('reports which limit applied, and stops a tool that never returns', async () => {
    const text = (name: string, body: string, extra = ''): string =>
      `${IMPORTS}export const ${name} = defineTool({
  description: 'Waits for the warehouse.',
  inputSchema: Type.Object({}),
  outputSchema: Type.Null(),
  capabilities: [],
  ${extra}
  execute(): null | Promise<null> { ${body} },
});`;
    const cwd = await writeProject({
      'src/awaitStock.ts': text('awaitStock', 'return new Promise(() => {});', 'timeout: 1000,'),
      'src/awaitTruck.ts': text('awaitTruck', 'return new Promise(() => {});'),
      'src/countForEver.ts': text('countForEver', 'for (;;);'),
    });
    await btcp(cwd, 'build');
    expect(await btcp(cwd, 'call', 'awaitStock', '{}', '--timeout', '60000')).toEqual({
      code: 1,
      out: '',
      err: `btcp: warning: --timeout 60000 is more than the 1000 ms that "awaitStock" declares, which apply.
EXECUTION_TIMEOUT: The call of "awaitStock" took longer than 1000 ms, its limit.
help: Ask for less in one call, or declare more time: as \`timeout\` of the tool, or else as \`config.timeout\` of the config. --timeout cannot exceed that.
`,
    });
    expect((await btcp(cwd, 'call', 'awaitTruck', '{}', '--timeout', '50')).err).toBe(
      'EXECUTION_TIMEOUT: The call of "awaitTruck" took longer than 50 ms.\nhelp: Ask for less in one call, or give it longer: with --timeout, up to the `timeout` of the tool or the config.\n',
    );
    const { code, err } = await runBtcp(cwd, ['call', 'countForEver', '{}', '--timeout', '50'], '');
    expect(code).not.toBe(0);
    expect(err).toBe(
      'EXECUTION_TIMEOUT: The call of "countForEver" kept its process busy for longer than 50 ms.\nhelp: Let the tool return, or await something from time to time.\n',
    );
  });

  full('runs a tool beside others that cannot be loaded', async () => {
    const cwd = await writeProject({
      'src/a.ts': `${IMPORTS}import missing from 'not-installed';\nexport const a = defineTool(${definition('').replace("['dom:read']", '[]').replace('value: 1', 'value: missing()')});`,
      'src/b.ts': `${IMPORTS}document.title = 'b';\nexport const b = defineTool(${definition('').replace("['dom:read']", "['dom:write']")});`,
      'src/c.ts': `${IMPORTS}export const c = defineTool(${definition('').replace("['dom:read']", '[]')});`,
    });
    await btcp(cwd, 'build');
    expect((await btcp(cwd, 'call', 'c')).out).toBe('{\n  "value": 1\n}\n');
    expect((await btcp(cwd, 'call', '--grant-all', 'a')).err).toContain('EXECUTION_ERROR: ');
    const { err } = await btcp(cwd, 'call', '--grant-all', 'b');
    expect(err).toContain('document is not defined');
    expect(err).toContain('help: Give the tool a page: --html page.html.');
    await writeFile(join(cwd, 'page.html'), '<title>a</title>');
    expect((await btcp(cwd, 'call', '--grant-all', 'b', '--html', 'page.html')).out).toBe(
      '{\n  "value": 1\n}\n',
    );
    expect('document' in globalThis).toBe(false);
  });

  full('suggests a page where Node lacks a global', async () => {
    const cwd = await writeProject({
      'src/a.ts': `${IMPORTS}export const a = defineTool(${definition('').replace("['dom:read']", "['storage:local:read']").replace('value: 1', 'value: localStorage.length')});`,
      'src/b.ts': `${IMPORTS}export const b = defineTool(${definition('').replace("['dom:read']", '[]').replace('value: 1', 'value: (globalThis as any).eval("misspelt")')});`,
      'src/c.ts': FETCHING,
      'src/d.ts': STORING,
      'page.html': '',
    });
    await btcp(cwd, 'build');
    expect((await btcp(cwd, 'call', '--grant-all', 'visits')).err).toBe(
      'EXECUTION_ERROR: There is no localStorage here.\nhelp: Give the tool a page: --html page.html.\n',
    );
    expect((await btcp(cwd, 'call', '--grant-all', 'visits', '--html', 'page.html')).out).toBe('null\n');
    expect((await btcp(cwd, 'call', '--grant-all', 'a')).err).toMatch(
      /localStorage is not defined\n[^]*help: Give the tool a page: --html page\.html\.\n$/,
    );
    expect((await btcp(cwd, 'call', '--grant-all', 'a', '--html', 'page.html')).out).toBe(
      '{\n  "value": 0\n}\n',
    );
    expect((await btcp(cwd, 'call', '--grant-all', 'b')).err).not.toContain('--html');
    const transport = new StdioClientTransport({
      ...btcpCommand('serve', '--grant-all'),
      cwd,
      stderr: 'pipe',
    });
    let said = '';
    transport.stderr?.on('data', (data: Buffer) => (said += data.toString()));
    const client = new Client({ name: 'a', version: '1' });
    await client.connect(transport);
    onTestFinished(() => client.close());
    expect(await client.callTool({ name: 'a', arguments: {} })).toMatchObject({
      isError: true,
      _meta: { 'dev.btcp/error': { suggestion: 'Give the tool a page: --html page.html.' } },
    });
    await expect
      .poll(() => said)
      .toContain(
        'btcp serve: a failed: localStorage is not defined. Give the tool a page: --html page.html.\n',
      );
    const url = 'https://shop.example/orders';
    expect(await client.callTool({ name: 'fetchText', arguments: { url } })).toMatchObject({
      _meta: {
        'dev.btcp/error': {
          suggestion:
            'Let tools fetch from it: --fetch-origin https://shop.example; or give them a `fetch` of your own: --context context.ts.',
        },
      },
    });
  });

  it('gives the tool a context of the host, and handlers the styles and packages they import', async () => {
    const cwd = await writeProject({
      'src/note.ts': `${IMPORTS}import './note.css';
import { basename } from 'node:path';
declare module '@btcp/core' { interface ToolContext { store: { title: string } } }
export const getNote = defineTool(${definition('', 'Type.Object({})').replace("capabilities: ['dom:read']", 'capabilities: []').replace('Type.Object({ value: Type.Number() })', 'Type.String()').replace('execute() { return { value: 1 }; }', 'execute(_, { store }) { return basename(store.title); }')});`,
      'src/note.css': 'p { color: red }',
      'context.ts': `export default async () => ({ store: { title: 'a/b' } });`,
    });
    await btcp(cwd, 'build');
    expect(await btcp(cwd, 'call', 'getNote', '--context', 'context.ts')).toEqual({
      code: 0,
      out: '"b"\n',
      err: '',
    });
    await writeFile(join(cwd, 'context.ts'), 'export const x = 1;');
    expect((await btcp(cwd, 'call', 'getNote', '--context', 'context.ts')).code).toBe(1);
    await writeFile(join(cwd, 'context.ts'), "import 'no-such-package'; export default {};");
    expect(await btcp(cwd, 'call', 'getNote', '--context', 'context.ts')).toEqual({
      code: 1,
      out: '',
      err: "btcp: context.ts of --context cannot be loaded: Cannot find package 'no-such-package'\nhelp: Correct it, or what it imports.\n",
    });
    expect(await btcp(cwd, 'call', 'getNote')).toEqual({
      code: 1,
      out: '',
      err: 'EXECUTION_ERROR: "getNote" reads `ctx.store`; this client\'s context has no `store`.\nhelp: Do without this tool until its host passes it: `new BTCPClient({ context: { store } })`, or `--context <file>` of btcp.\n',
    });
    await btcp(cwd, 'publish', '--out', 'public');
    expect(await readdir(join(cwd, 'public'))).not.toContain('webmcp.js');
  });
});

describe('btcp call of a tool that fetches', () => {
  const fetching = builtProject({
    'src/a.ts': FETCHING,
    'src/b.ts': FETCHING.replace('fetchText', 'askServer').replace(
      '(await ctx.fetch(url)).text',
      '(await fetch(url)).text()',
    ),
  });

  it('says why no server answers, and where', async () => {
    const { code, err } = await btcp(
      fetching(),
      'call',
      '--grant-all',
      'askServer',
      '{"url":"http://127.0.0.1:2/"}',
    );
    expect([code, err]).toEqual([
      1,
      expect.stringMatching(
        /^EXECUTION_ERROR: fetch failed: connect ECONNREFUSED 127\.0\.0\.1:2\n {2}at src\/b\.ts:/,
      ),
    ]);
  });

  it('asks the origins that the command line names, and no other', async () => {
    const server = createServer((_, response) => void response.end('3 orders'));
    await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening));
    onTestFinished(() => void server.close());
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const cwd = fetching();
    const call = ['call', '--grant-all', 'fetchText', JSON.stringify({ url: `${origin}/orders` })];
    expect(await btcp(cwd, ...call, '--grant', 'network:fetch:cross-origin')).toEqual({
      code: 1,
      out: '',
      err: `CAPABILITY_DENIED: The host does not let tools fetch from ${origin}.
help: Let tools fetch from it: --fetch-origin ${origin}; or give them a \`fetch\` of your own: --context context.ts.
`,
    });
    const others = ['--fetch-origin', 'https://shop.example'];
    expect(await btcp(cwd, ...call, ...others)).toMatchObject({ code: 1, out: '' });
    const both = [...others, '--fetch-origin', origin];
    expect(await btcp(cwd, ...call, ...both)).toEqual({ code: 0, out: '"3 orders"\n', err: '' });
  });

  full('says what a relative URL lacks, without a page and with one', async () => {
    const both = "'network:fetch:cross-origin', 'network:fetch:same-origin'";
    const cwd = await writeProject({
      'src/a.ts': FETCHING.replace("'network:fetch:cross-origin'", both),
      'page.html': '<title>a</title>',
    });
    await btcp(cwd, 'build');
    const call = ['call', '--grant-all', 'fetchText', '{"url":"/api/prices"}'];
    const help =
      'help: A page from --html has the address http://localhost/, and no server: let tools fetch absolute URLs, whose origin --fetch-origin names; or give them a `fetch` of your own: --context context.ts.\n';
    const { err } = await btcp(cwd, ...call);
    expect(err).toContain(
      'EXECUTION_ERROR: "/api/prices" is a relative URL, and there is no page here whose address it could follow.\n',
    );
    expect(err).toContain(help);
    const inPage = await btcp(cwd, ...call, '--html', 'page.html');
    expect(inPage.err).toMatch(/^EXECUTION_ERROR: http:\/\/localhost\/api\/prices could not be fetched: .+/);
    expect(inPage.err).toContain(help);
  });

  it('takes origins, not addresses', async () => {
    for (const wrong of ['https://shop.example/', 'shop.example', 'file:///etc', 'null'])
      expect(await btcp('.', 'call', '--grant-all', 'fetchText', '--fetch-origin', wrong)).toMatchObject({
        code: 2,
        err: expect.stringContaining(
          `btcp: --fetch-origin takes an origin, such as https://api.example.com, or '*'; got "${wrong}".\n`,
        ) as string,
      });
  });

  full('is an example that needs a fixture', async () => {
    const { code, out } = await btcp(fetching(), 'check', '--run');
    expect(code).toBe(1);
    expect(out).toContain(
      'The host does not let tools fetch from https://shop.example. Name a module that gives it a `fetch` as the `fixture` of the example.',
    );
  });
});

describe('btcp check', () => {
  const MANIFEST = `{
  "btcp": "1.0",
  "name": "sheet-tools",
  "version": "1.0",
  "description": "Tools for a sheet.",
  "tools": [
    {
      "name": "getCell",
      "description": "Retrieves the value of a spreadsheet cell by its address.",
      "inputSchema": {
        "type": "object",
        "properties": { "cell": { "type": "string", "maxLength": 9, "description": "Address." } },
        "required": ["cel"],
        "additionalProperties": false
      },
      "capabilities": ["dom:raed"]
    }
  ],
  "capabilities": ["dom:raed"]
}
`;

  it('checks a manifest without its source, with the places of its values', async () => {
    const cwd = await writeProject({ 'manifest.json': MANIFEST });
    const { code, out } = await btcp(cwd, 'check', 'manifest.json', '--format', 'json');
    expect(code).toBe(1);
    const { diagnostics } = JSON.parse(out) as { diagnostics: Record<string, unknown>[] };
    expect(
      diagnostics.map(({ id, line, column }) => `${String(line)}:${String(column)} ${String(id)}`),
    ).toEqual(['4:3 manifest-version-invalid', '13:22 required-unknown', '16:24 capability-unknown']);
    expect(diagnostics[1]).toEqual({
      id: 'required-unknown',
      severity: 'error',
      tool: 'getCell',
      file: 'manifest.json',
      line: 13,
      column: 22,
      message: '`required` names "cel", which is not among `properties`; did you mean "cell"?',
      help: 'Describe it in `properties`, or take it out of `required`.',
      data: { property: 'cel', meant: 'cell' },
    });
  });

  it('prints annotations for GitHub, and SARIF', async () => {
    const root = await writeProject({ 'web/a,b.json': MANIFEST });
    await mkdir(join(root, '.git'));
    const cwd = join(root, 'web');
    expect((await btcp(cwd, 'check', 'a,b.json', '--format', 'github')).out).toContain(
      '::error file=web/a%2Cb.json,line=13,col=22,title=required-unknown::`required` names "cel", which is not among `properties`; did you mean "cell"?%0ADescribe it',
    );
    const sarif = JSON.parse((await btcp(cwd, 'check', 'a,b.json', '--format', 'sarif')).out);
    expect(sarif.version).toBe('2.1.0');
    expect(sarif.runs[0].results[1]).toMatchObject({
      ruleId: 'required-unknown',
      ruleIndex: 1,
      level: 'error',
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: 'web/a,b.json' },
            region: { startLine: 13, startColumn: 22, endColumn: 27 },
          },
        },
      ],
    });
  });

  it('recognises a tool by any of its fields, even misspelt ones', async () => {
    const tool = '{ "name": "getCell", "description": "Reads the value of a cell.", "parameters": {} }';
    const cwd = await writeProject({ 'tool.json': tool });
    const { out } = await btcp(cwd, 'check', 'tool.json');
    expect(out).toContain('"parameters" is not a field of a tool; did you mean `inputSchema`?');
    expect(out).not.toContain('manifest');
  });

  it('checks a tool by itself', async () => {
    const tool = JSON.stringify({ name: 'getCell', description: 'Bad', inputSchema: true });
    const cwd = await writeProject({ 'tool.json': tool });
    const { out } = await btcp(cwd, 'check', 'tool.json');
    expect(out).toContain(
      'tool.json:1:19  error  tool-invalid\n  `description` must have 10 to 1000 characters; got 3.',
    );
    expect(out.endsWith('\n3 errors\n')).toBe(true);
  });

  it('reports where a file is not JSON, and that it cannot be read', async () => {
    const cwd = await writeProject({ 'manifest.json': '{\n  "btcp": "1.0",\n}\n' });
    expect((await btcp(cwd, 'check', 'manifest.json')).out).toMatch(
      /^manifest\.json:3:1 {2}error {2}json-invalid/,
    );
    expect(await btcp(cwd, 'check', 'none.json')).toEqual({
      code: 1,
      out: '',
      err: 'btcp: none.json cannot be read: there is no such path.\nhelp: Correct the path; it is relative to the current folder.\n',
    });
    expect((await btcp(cwd, 'check', '--write-capabilities', '--format', 'json')).err).toContain(
      'btcp: --format must be pretty; got "json".',
    );
  });

  it('reports a mistake of a document once, with its place', async () => {
    const cwd = await writeProject({ 'list.json': '[]', 'words.json': 'no json', 'manifest.json': REPEATED });
    const list = await btcp(cwd, 'check', 'list.json');
    expect(list.out).toContain('`manifest` must be an object; got an array.');
    expect(list.out.endsWith('\n1 error\n')).toBe(true);
    expect((await btcp(cwd, 'check', 'words.json')).out).toMatch(/^words\.json:1:1 {2}error {2}json-invalid/);
    expect((await btcp(cwd, 'check', 'manifest.json')).out).toContain(
      'manifest.json:1:15  error  json-name-repeated\n  The name "btcp" is repeated: some programs read the first value, some the last.',
    );
  });

  it('refuses a number that JavaScript would round, in a call and in a document', async () => {
    const cwd = await writeProject({
      'tool.json':
        '{"name":"getOrder","inputSchema":{"type":"object","properties":{"id":{"default":9007199254740993}}}}',
    });
    expect(await btcp(cwd, 'call', 'getOrder', '{"id":9007199254740993}')).toEqual({
      code: 1,
      out: '',
      err: 'btcp: The input has a number that JavaScript cannot hold at /id: 9007199254740993.\nhelp: Send the number as a string. Where the schema takes none, this tool cannot be called with it.\n',
    });
    expect((await btcp(cwd, 'check', 'tool.json')).out).toContain(
      'tool.json:1:81  error  json-number-rounded\n  JavaScript cannot hold the number 9007199254740993: it reads 9007199254740992.',
    );
  });

  it('lists the rules as JSON', async () => {
    const { out } = await btcp(await writeProject({}), 'check', '--rules', '--format', 'json');
    expect((JSON.parse(out) as { rules: object[] }).rules).toContainEqual({
      id: 'unit-missing',
      family: 'values',
      severity: 'warning',
      title: 'Measure without a unit',
      fixable: false,
    });
  });

  it('checks the project, with the advice that a build leaves out', async () => {
    const cwd = await writeProject({ 'src/cell.ts': CELL });
    const { code, out } = await btcp(cwd, 'check');
    expect(code).toBe(0);
    expect(out).toContain('examples-missing  Tool "getCell" has no example.');
    expect((await btcp(cwd, 'check', '--notes')).out).toContain('info  examples-missing\n');
    expect((await btcp(cwd, 'build')).err).not.toContain('examples-missing');
  });

  it('lists the rules, and explains one', async () => {
    expect((await btcp('.', 'check', '--rules')).out).toMatch(
      /^protocol\n {2}manifest-invalid +error +Manifest that/,
    );
    expect((await btcp('.', 'explain', 'unit-missing')).out).toMatch(
      /^# Measure without a unit\n\n`unit-missing` · warning · values\n/,
    );
    expect(await btcp('.', 'explain', 'unit-mising')).toEqual({
      code: 2,
      out: '',
      err: 'btcp: There is no rule "unit-mising"; did you mean "unit-missing"?\nusage: btcp explain <id>\n',
    });
  });
});
