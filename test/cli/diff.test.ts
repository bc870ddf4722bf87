import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { btcp } from '../support/btcp.ts';
import { alike, full } from '../support/runs.ts';
import { writeProject } from '../support/write-project.ts';

const getCell = {
  name: 'getCell',
  description: 'Returns a cell.',
  inputSchema: {
    type: 'object',
    properties: { cell: { type: 'string', maxLength: 9 } },
    required: ['cell'],
    additionalProperties: false,
  },
  capabilities: ['dom:read'],
};
const readRow = { ...getCell, name: 'readRow', description: 'Returns a row.' };
const changed = {
  ...getCell,
  inputSchema: {
    ...getCell.inputSchema,
    properties: { cell: { type: 'string', maxLength: 4 }, sheet: { type: 'string' } },
  },
};

const manifest = (version: string, ...tools: readonly object[]): string =>
  JSON.stringify({ btcp: '1.0', name: 'sheet-tools', version, tools, capabilities: ['dom:read'] }, null, 2);

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'btcp-diff-'));
  await writeFile(join(folder, 'old.json'), manifest('1.0.0', getCell));
  await writeFile(join(folder, 'new.json'), manifest('1.0.1', changed, readRow));
});
afterAll(() => rm(folder, { recursive: true }));

describe('btcp diff', () => {
  it('says by tool what changed, what it requires, why, and a call that shows it', async () => {
    expect(await btcp(folder, 'diff', 'old.json', 'new.json')).toEqual({
      code: 0,
      err: '',
      out: `getCell
  major  input-bound-tightened  /inputSchema/properties/cell
    A limit is tighter: maxLength 9 → maxLength 4. Calls that were accepted are refused.
    accepted before, refused now: {"cell":"aaaaa"}
  minor  input-optional-added-closed  /inputSchema/properties/sheet
    The optional property "sheet" is new. All calls that were accepted still are.

readRow
  minor  tool-added
    The tool is new. Nothing that exists changes.

sheet-tools 1.0.0 → sheet-tools 1.0.1: a major release (1 major, 2 minor)
`,
    });
  });

  it('decides of lists of thousands of values which ones are new and which are gone', async () => {
    const codes = Array.from({ length: 5000 }, (_, index) => `code ${index}`);
    const listing = (list: readonly string[]): string =>
      manifest('1.0.0', {
        ...getCell,
        inputSchema: { ...getCell.inputSchema, properties: { cell: { type: 'string', enum: list } } },
        outputSchema: { type: 'array', items: { anyOf: list.map((code) => ({ const: code })) } },
      });
    await writeFile(join(folder, 'codes.json'), listing(codes));
    await writeFile(join(folder, 'other-codes.json'), listing(['new', ...codes.slice(1)]));
    const { out } = await btcp(folder, 'diff', 'codes.json', 'other-codes.json');
    expect(out).toBe(`getCell
  major  input-enum-value-removed  /inputSchema/properties/cell
    Fewer values are accepted: enum […,"code 0"] → enum […,"new"]. Calls that were accepted are refused.
    accepted before, refused now: {"cell":"code 0"}
  major  output-enum-value-added  /outputSchema/items
    More values may be returned: enum […,"code 0"] → enum […,"new"]. Readers that handle each value do not know them.
    may return now, and never did: ["new"]

sheet-tools 1.0.0 → sheet-tools 1.0.0: a major release (2 major)
`);
  });

  it('says it in JSON for programs', async () => {
    const { out } = await btcp(folder, 'diff', 'old.json', 'new.json', '--format', 'json');
    const { bump, findings } = JSON.parse(out) as { bump: string; findings: readonly object[] };
    expect(bump).toBe('major');
    expect(findings[0]).toEqual({
      id: 'input-bound-tightened',
      tool: 'getCell',
      path: '/inputSchema/properties/cell',
      bump: 'major',
      level: 'deny',
      message: 'A limit is tighter: maxLength 9 → maxLength 4.',
      reason: 'Calls that were accepted are refused.',
      witness: { cell: 'aaaaa' },
    });
  });

  it('writes a release note', async () => {
    expect((await btcp(folder, 'diff', 'old.json', 'new.json', '--format', 'markdown')).out).toBe(
      `### Breaking changes

- \`getCell\` at \`/inputSchema/properties/cell\`: A limit is tighter: maxLength 9 → maxLength 4. Calls that were accepted are refused. (accepted before, refused now: \`{"cell":"aaaaa"}\`)

### New

- \`getCell\` at \`/inputSchema/properties/sheet\`: The optional property "sheet" is new.
- \`readRow\`: The tool is new.
`,
    );
  });

  it('mentions nobody in a release note, where it quotes a name', async () => {
    const named = (title: string): object => ({
      ...getCell,
      inputSchema: { ...getCell.inputSchema, properties: { cell: { type: 'string', const: title } } },
    });
    await writeFile(join(folder, 'team.json'), manifest('1.0.0', named('@octocat')));
    await writeFile(
      join(folder, 'team-now.json'),
      manifest('1.0.0', named('ask @acme/team at a@b.org of #12')),
    );
    const { out } = await btcp(folder, 'diff', 'team.json', 'team-now.json', '--format', 'markdown');
    const said = out.replace(/`[^`]*`/g, '');
    expect(said).toContain('const "@&#8203;octocat" → ');
    expect(said).toContain('→ const "ask @&#8203;acme/team at a@b.org of \\#&#8203;12"');
  });

  it('annotates the lines of the new manifest for GitHub', async () => {
    const { out } = await btcp(folder, 'diff', 'old.json', 'new.json', '--format', 'github');
    expect(out.split('\n', 1)).toEqual([
      '::error file=new.json,line=12,title=major%3A input-bound-tightened::getCell at /inputSchema/properties/cell: A limit is tighter: maxLength 9 → maxLength 4. Calls that were accepted are refused.%0Aaccepted before, refused now: {"cell":"aaaaa"}',
    ]);
  });

  it('escapes for GitHub what a reader would not see', async () => {
    const hidden = { ...getCell, name: 'get\u202Ecell\u0007\n::error::' };
    await writeFile(join(folder, 'hidden.json'), manifest('1.1.0', getCell, hidden));
    const { out } = await btcp(folder, 'diff', 'old.json', 'hidden.json', '--format', 'github');
    expect(out.split('\n').filter((line) => line.includes('tool-added'))).toEqual([
      expect.stringContaining('::get\\u{202E}cell\\u{7}\\u{A}::error::: '),
    ]);
  });

  it('finds nothing between equal releases', async () => {
    expect(await btcp(folder, 'diff', 'old.json', 'old.json')).toEqual({
      code: 0,
      err: '',
      out: 'sheet-tools 1.0.0 → sheet-tools 1.0.0: no changes\n',
    });
  });

  it.each([
    ['major', 1],
    ['minor', 1],
  ])('exits with 1 where the changes require what --fail-on says: %s', async (bump, code) => {
    expect((await btcp(folder, 'diff', 'old.json', 'new.json', '--fail-on', bump)).code).toBe(code);
    expect((await btcp(folder, 'diff', 'old.json', 'old.json', '--fail-on', 'patch')).code).toBe(0);
  });

  it('counts undeclared properties with --strict', async () => {
    const open = { ...getCell, inputSchema: { type: 'object', properties: { a: { type: 'string' } } } };
    const more = { type: 'object', properties: { a: { type: 'string' }, b: { type: 'string' } } };
    await writeFile(join(folder, 'open.json'), manifest('1.0.0', open));
    await writeFile(join(folder, 'more.json'), manifest('1.1.0', { ...open, inputSchema: more }));
    const { code, out } = await btcp(folder, 'diff', 'open.json', 'more.json', '--fail-on', 'major');
    expect([code, out]).toEqual([
      0,
      `getCell
  minor  input-optional-added-open  /inputSchema/properties/b
    The optional property "b" is new, where any properties were accepted. Callers only send declared properties; an undeclared one of this name may have had another type.
    accepted before, refused now: {"b":1}

sheet-tools 1.0.0 → sheet-tools 1.1.0: a minor release (1 minor)
`,
    ]);
    expect(
      (await btcp(folder, 'diff', 'open.json', 'more.json', '--fail-on', 'major', '--strict')).code,
    ).toBe(1);
  });
});

it('shows the reason of an accepted change, and which accepted change is none', async () => {
  const pattern = (text: string): object => ({
    ...getCell,
    inputSchema: { type: 'object', properties: { cell: { type: 'string', pattern: text } } },
  });
  const cwd = await writeProject({
    'btcp.config.ts': `export default {
      tools: ['src/*.ts'],
      compare: { accepted: [
        { tool: 'getCell', path: '/inputSchema/properties/cell', reason: 'It is *only* rewritten, as \`a_*\` is.' },
        { tool: 'readRow', path: '/inputSchema', reason: 'It was.' },
      ] },
    };`,
    'old.json': manifest('1.0.0', pattern('^(?:aa)$')),
    'new.json': manifest('1.0.1', pattern('^(a)\\1$')),
  });
  const { code, out, err } = await btcp(cwd, 'diff', 'old.json', 'new.json', '--format', 'markdown');
  expect([code, err]).toEqual([
    0,
    '`compare.accepted` names readRow at /inputSchema, where nothing is undecided; remove it.\n',
  ]);
  expect(out).toContain('Accepted by the maintainer: It is \\*only\\* rewritten, as `a_*` is.');
});

it('compares what an MCP server answered to `tools/list`', async () => {
  const tool = (maxLength: number, taskSupport: string): object => ({
    name: 'get_cell',
    title: 'Cell',
    inputSchema: { type: 'object', properties: { cell: { type: 'string', maxLength } } },
    annotations: { readOnlyHint: true },
    execution: { taskSupport },
  });
  const cwd = await writeProject({
    'old.json': JSON.stringify({ jsonrpc: '2.0', id: 1, result: { tools: [tool(9, 'optional')] } }),
    'new.json': JSON.stringify([tool(4, 'required')]),
  });
  expect(await btcp(cwd, 'diff', 'old.json', 'new.json')).toEqual({
    code: 0,
    err: '',
    out: `get_cell
  major  input-bound-tightened  /inputSchema/properties/cell
    A limit is tighter: maxLength 9 → maxLength 4. Calls that were accepted are refused.
    accepted before, refused now: {"cell":"aaaaa"}
  patch  mcp-schema-changed  /mcp/execution
    \`mcp.execution\` has changed. MCP clients are told otherwise; calls are checked against the schema of the tool.

old.json → new.json: a major release (1 major, 1 patch)
`,
  });
});

describe('btcp diff, of what cannot be read', () => {
  it.each([
    ['no such file', 'gone.json', 'gone.json cannot be read: there is no such path.'],
    ['truncated JSON', '{"btcp": "1.0", "tools": [', /^bad\.json is not JSON: .*\.$/],
    [
      'a name twice',
      '{"btcp": "1.0", "tools": [], "tools": []}',
      /^bad\.json has the name "tools" twice in one object\.$/,
    ],
    [
      'a number that is rounded',
      '{"btcp": 9007199254740993}',
      /^bad\.json has a number that JavaScript cannot hold at \/btcp: 9007199254740993\.$/,
    ],
    ['no manifest', '{"name": "x"}', 'bad.json is not a manifest: `btcp` is required.'],
    ['JSON that is no object', '[1]', 'bad.json is not a manifest: the value must be an object; got [1].'],
    [
      'a future version of the protocol',
      '{"btcp": "2.0", "version": "1.0.0", "tools": []}',
      'bad.json is not a manifest: its protocol is "2.0", of which only 1.x is understood.',
    ],
    [
      'a tool without a schema',
      manifest('1.0.0', { name: 'a', capabilities: [] }),
      'bad.json is not a manifest: `tools[0].inputSchema` is required.',
    ],
    [
      'two tools of one name',
      manifest('1.0.0', getCell, getCell),
      'bad.json is not a manifest: two tools have the name "getCell".',
    ],
    ['a folder without a manifest', '.', /^\. has no manifest: /],
    ['a revision where there is no repository', 'git:HEAD:old.json', / is in no git repository\.$/],
    ['a revision that is an option', 'git:--help:x', /^git:--help:x names no revision; /],
    [
      'a git source without a project',
      'git:HEAD',
      'There is no project here to take the path from; run it in the folder of the config, or write git:HEAD:<path>.',
    ],
    ['a package that is a folder', 'npm:../x', /^npm:\.\.\/x is no package of a registry; /],
    [
      'a package that npm takes for an option',
      'npm:--x@1.0.0',
      /^npm:--x@1\.0\.0 is no package of a registry; /,
    ],
  ])('%s', async (_, given, message) => {
    const isText = /^[{[]/.test(given);
    if (isText) await writeFile(join(folder, 'bad.json'), given);
    const { code, out, err } = await btcp(folder, 'diff', isText ? 'bad.json' : given, 'new.json');
    expect([code, out]).toEqual([2, '']);
    const said = err.replace(/^btcp: /, '').trimEnd();
    const isSaid = typeof message === 'string' ? said === message : message.test(said);
    expect(isSaid || said).toBe(true);
  });

  it('schemas that are nested without end', async () => {
    const deep = (leaf: string): string => `${'{"items":'.repeat(20_000)}${leaf}${'}'.repeat(20_000)}`;
    const text = (leaf: string): string =>
      manifest('1.0.0', { ...getCell, inputSchema: { items: 'deep' } }).replace('"deep"', deep(leaf));
    await writeFile(join(folder, 'deep.json'), text('{}'));
    await writeFile(join(folder, 'deeper.json'), text('false'));
    const { code, err } = await btcp(folder, 'diff', 'deep.json', 'deeper.json');
    expect([code, err]).toEqual([2, 'btcp: deep.json is nested deeper than 500 levels.\n']);
  });

  it('a project without a new release', async () => {
    expect(await btcp(folder, 'diff', 'old.json')).toMatchObject({
      code: 2,
      err: 'btcp: There is no project in this folder; run it in the folder of the config, or name the new release, too.\n',
    });
  });
});

describe('btcp diff, of revisions', () => {
  let repository: string;
  beforeAll(async () => {
    repository = join(folder, 'repository');
    await mkdir(join(repository, 'tools/generated'), { recursive: true });
    const git = (...args: readonly string[]): void => {
      const identity = ['-c', 'user.name=a', '-c', 'user.email=a@example.com'];
      execFileSync('git', [...identity, ...args], { cwd: repository, stdio: 'ignore' });
    };
    const write = (text: string): Promise<void> =>
      writeFile(join(repository, 'tools/generated/manifest.json'), text);
    git('init');
    await write(manifest('1.0.0', getCell));
    git('add', '.');
    git('commit', '-m', 'one');
    await write(manifest('1.0.1', getCell, readRow));
    await writeFile(join(repository, 'tools/btcp.config.js'), "export default { tools: ['src/*.ts'] };\n");
  });

  it.each([
    ['a path, from the current folder', 'tools', 'git:HEAD:./generated/manifest.json'],
    ['a path, from the folder above', 'tools/generated', 'git:HEAD:../generated/manifest.json'],
    ['the path of the project', 'tools', 'git:HEAD'],
    ['a path, from the root', '.', 'git:HEAD:tools/generated/manifest.json'],
    ['a path, from the root, elsewhere', 'tools', 'git:HEAD:tools/generated/manifest.json'],
  ])('takes %s', async (_, cwd, old) => {
    const { code, out, err } = await btcp(join(repository, cwd), 'diff', old, join(repository, 'tools'));
    expect([code, out, err]).toEqual([
      0,
      'readRow\n  minor  tool-added\n    The tool is new. Nothing that exists changes.\n\nsheet-tools 1.0.0 → sheet-tools 1.0.1: a minor release (1 minor)\n',
      '',
    ]);
  });

  const PATHS =
    'in the revision HEAD. Commit it; where git ignores its folder, `git add --force` adds it. Paths are from the root of the repository, or with ./ from this folder.';

  it.each([
    [
      'git:nowhere',
      'There is no revision nowhere. Correct it, or fetch it: in CI, a checkout has one commit alone without `fetch-depth: 0`.',
    ],
    ['git:HEAD:gone.json', `There is no file gone.json ${PATHS}`],
    ['git:HEAD:./gone.json', `There is no file ./gone.json ${PATHS}`],
    ['git:HEAD:generated/manifest.json', `There is no file generated/manifest.json ${PATHS}`],
  ])('says what is wrong with %s', async (old, message) => {
    expect(await btcp(join(repository, 'tools'), 'diff', old)).toEqual({
      code: 2,
      out: '',
      err: `btcp: ${message}\n`,
    });
  });
});

describe('btcp diff, of published packages', () => {
  let server: Server;
  let tarball: Buffer;
  const given = { ...process.env };

  /** A registry with one package, and one that never answers. */
  beforeAll(async () => {
    const pack = join(folder, 'package');
    await mkdir(join(pack, 'lib'), { recursive: true });
    await writeFile(
      join(pack, 'package.json'),
      '{ "name": "@acme/sheet", "version": "1.2.0", "btcp": "./lib/tools.json" }',
    );
    await writeFile(join(pack, 'lib/tools.json'), manifest('1.2.0', getCell));
    execFileSync('npm', ['pack', '--pack-destination', folder], { cwd: pack, stdio: 'ignore' });
    tarball = await readFile(join(folder, 'acme-sheet-1.2.0.tgz'));
    server = createServer((request, response) => {
      const { port } = server.address() as AddressInfo; // it listens on a port
      const url = request.url ?? '';
      if (url.startsWith('/silent')) return;
      if (url.endsWith('.tgz')) response.end(tarball);
      else if (url.startsWith('/@acme')) {
        const name = decodeURIComponent(url.slice(1));
        const dist = { tarball: `http://127.0.0.1:${port}/${name.slice(6)}.tgz` };
        const one = { name, version: '1.2.0', dist };
        response.end(JSON.stringify({ name, 'dist-tags': { latest: '1.2.0' }, versions: { '1.2.0': one } }));
      } else response.writeHead(404).end('{}');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo; // as above
    Object.assign(process.env, {
      npm_config_registry: `http://127.0.0.1:${port}/`,
      npm_config_cache: join(folder, 'cache'),
      npm_config_fetch_retries: '0',
      npm_config_fetch_timeout: '1500',
    });
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
    process.env = given;
  });

  it('reads the manifest that package.json names', async () => {
    const { code, out, err } = await btcp(
      folder,
      'diff',
      'npm:@acme/sheet@1.2.0',
      'new.json',
      '--format',
      'json',
    );
    expect([code, err]).toEqual([0, '']);
    expect(JSON.parse(out)).toMatchObject({ bump: 'major' });
  });

  it.each(
    alike([
      ['npm:gone@1.0.0', 'the registry has no such package or version. Correct the name, or the version.'],
      ['npm:@acme/sheet@9.9.9', 'the registry has no such version. Correct the version.'],
      [
        'npm:silent@1.0.0',
        'the registry does not answer in time. Try `npm ping`, or name another registry in `npm_config_registry`.',
      ],
    ]),
  )('says what is wrong with %s', async (source, reason) => {
    expect(await btcp(folder, 'diff', source, 'new.json')).toEqual({
      code: 2,
      out: '',
      err: `btcp: ${source} cannot be read: ${reason}\n`,
    });
  });

  full('refuses a small archive of a large file', async () => {
    await truncate(join(folder, 'package/lib/tools.json'), 300e6);
    tarball = execFileSync('tar', ['-czf', '-', 'package'], { cwd: folder });
    expect(await btcp(folder, 'diff', 'npm:@acme/bomb@1.2.0', 'new.json')).toEqual({
      code: 2,
      out: '',
      err: 'btcp: npm:@acme/bomb@1.2.0 is not read: a file of it has more than 256 MB, or it takes more than 120 seconds to load or 30 to unpack. Load it yourself, and name its manifest.\n',
    });
  });

  full('says that a registry does not answer', async () => {
    process.env['npm_config_registry'] = 'http://127.0.0.1:9/';
    const { code, err } = await btcp(folder, 'diff', 'npm:other@1.0.0', 'new.json');
    expect([code, err]).toEqual([
      2,
      'btcp: npm:other@1.0.0 cannot be read: the registry does not answer. Try `npm ping`, or name another registry in `npm_config_registry`.\n',
    ]);
  });
});
