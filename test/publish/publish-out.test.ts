import { mkdir, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { btcp, type Run } from '../support/btcp.ts';
import { full } from '../support/runs.ts';
import { removeProject, writeFiles, writeProject } from '../support/write-project.ts';
import { configText, filesOf, PROJECT, publishProject, type PublishedProject } from './published-project.ts';

let project: PublishedProject;
beforeAll(async () => void (project = await publishProject()));
afterAll(() => removeProject(project.root));

const publish = (out: string, ...args: string[]): Promise<Run> =>
  btcp(project.root, 'publish', '--out', out, ...args);
const filesIn = (out: string): ReturnType<typeof filesOf> => filesOf(join(project.root, out));

describe('btcp publish --out', () => {
  it('writes every file, and says what formats lose', async () => {
    const { code, out, err } = project.run;
    expect([code, out]).toEqual([
      0,
      'orders 1.2.3: 18 files in public, wrote .well-known/btcp.json, schemas/manifest.json, schemas/tool.json, server.json, mcpb/manifest.json, mcpb/server/server.js, mcp/server-card.json, .well-known/ai-catalog.json, .well-known/agent-card.json, tools.ikigai.json, tools.mcp-2025-11-25.json, tools.openai-chat-strict.json, tools.toolfoundation.json, webmcp.js, webmcp-forms.html, llms.txt, index.html, index.css\n',
    ]);
    expect(err).toContain(
      'tools.ikigai.json: 18 warnings of what changes or gets lost; `btcp export --to ikigai` lists them\n',
    );
    expect(err).toContain(
      'webmcp-forms.html: left out, as no form field gives what they take: findOrders (`filter`)\n',
    );
    expect((await filesIn('public'))?.['webmcp.js']).not.toContain('cannot run isolated');
  });

  it('writes the same bytes again, and touches nothing that is current', async () => {
    await publish('again', '--experimental');
    expect(await filesIn('again')).toEqual(await filesIn('public'));
    const { out } = await publish('again', '--experimental');
    expect(out).toBe('orders 1.2.3: 18 files in again, up to date\n');
  });

  it('signs the manifest, and publishes what verifies it', async () => {
    const { root } = project;
    expect((await btcp(root, 'sign', '--new-key', 'key.json')).code).toBe(0);
    const { code, out } = await publish('signed', '--key', 'key.json');
    expect([code, out]).toEqual([
      0,
      expect.stringContaining('.well-known/btcp.sig.json, .well-known/btcp.keys.json'),
    ]);
    const wellKnown = 'signed/.well-known';
    const verify = ['verify', `${wellKnown}/btcp.json`, '--keys', `${wellKnown}/btcp.keys.json`];
    expect(await btcp(root, ...verify)).toMatchObject({ code: 0 });
    const path = join(root, wellKnown, 'btcp.json');
    const text = await readFile(path, 'utf8');
    await writeFile(path, text.replace('"maximum":50', '"maximum":51'));
    expect(await btcp(root, ...verify)).toMatchObject({
      code: 1,
      err: expect.stringContaining('addOrder') as string,
    });
  });

  it('takes no signature away because --key was forgotten', async () => {
    const { root } = project;
    await btcp(root, 'sign', '--new-key', 'site.json', '--keys', 'site-keys.json');
    await publish('resigned', '--key', 'site.json', '--keys', 'site-keys.json');
    const before = await filesIn('resigned');
    const signature = join(root, 'resigned/.well-known/btcp.sig.json');
    expect(await publish('resigned')).toEqual({
      code: 1,
      out: '',
      err: `btcp: ${signature} would be lost or outdated: without --key, what is published is not signed.\nhelp: Pass --key <file>; to publish without a signature, delete .well-known/btcp.sig.json first.\n`,
    });
    expect(await filesIn('resigned')).toEqual(before);
    await rm(signature);
    expect(await publish('resigned')).toMatchObject({
      code: 0,
      out: 'orders 1.2.3: 16 files in resigned, removed .well-known/btcp.keys.json\n',
    });
  });

  it('follows no link to another folder', async () => {
    const { root } = project;
    await mkdir(join(root, 'linked'));
    await mkdir(join(root, 'target'));
    await symlink('../target', join(root, 'linked/.well-known'));
    expect(await publish('linked')).toEqual({
      code: 1,
      out: '',
      err: `btcp: ${join(root, 'linked/.well-known')} is a symbolic link, and would be followed out of the folder.\nhelp: Put a folder in its place, or publish into another folder.\n`,
    });
    expect([await readdir(join(root, 'linked')), await readdir(join(root, 'target'))]).toEqual([
      ['.well-known'],
      [],
    ]);
  });

  it('signs nothing with a key that the published set lacks', async () => {
    const { root } = project;
    expect((await btcp(root, 'sign', '--new-key', 'own.json', '--keys', 'others.json')).code).toBe(0);
    await writeFiles(root, { 'empty.json': '{ "keys": [] }' });
    const { code, err } = await publish('unsigned', '--key', 'own.json', '--keys', 'empty.json');
    expect([code, err]).toEqual([
      1,
      expect.stringContaining('The published keys do not verify the signature'),
    ]);
    const missing = await publish('unsigned', '--key', 'own.json', '--keys', 'missing.json');
    expect(missing).toEqual({
      code: 1,
      out: '',
      err: 'btcp: missing.json cannot be read: there is no such path.\nhelp: Name a JWK set of public keys with --keys <file>; `btcp sign --new-key` writes one.\n',
    });
    expect(await filesIn('unsigned').catch(() => 'none')).toEqual('none');
  });

  it('takes no private key from the folder that it publishes', async () => {
    const { root } = project;
    expect((await btcp(root, 'sign', '--new-key', 'moved.json', '--keys', 'moved-keys.json')).code).toBe(0);
    await mkdir(join(root, 'exposed'));
    await rename(join(root, 'moved.json'), join(root, 'exposed/key.json'));
    await symlink('exposed/key.json', join(root, 'linked.json'));
    for (const key of ['exposed/key.json', 'linked.json'])
      expect(await publish('exposed', '--key', key, '--keys', 'moved-keys.json')).toEqual({
        code: 1,
        out: '',
        err: `btcp: ${key} is in exposed, whose files are published: the private key would be, too.\nhelp: Keep the private key in another folder; if others may have read it, make a new key and revoke this one.\n`,
      });
    expect(Object.keys(await filesIn('exposed'))).toEqual(['key.json']);
  });

  it('removes what it no longer writes, but only what it wrote and nobody changed', async () => {
    await publish('kept', '--experimental');
    await writeFiles(project.root, {
      'kept/mcp/notes.txt': 'mine',
      'kept/.well-known/ai-catalog.json': '{ "mine": true }',
    });
    const { code, out, err } = await publish('kept');
    expect([code, out]).toEqual([0, 'orders 1.2.3: 16 files in kept, removed mcp/server-card.json\n']);
    expect(err).toContain('.well-known/ai-catalog.json is no longer published, but was changed: it stays.\n');
    const left = await filesIn('kept');
    expect(left['mcp/notes.txt']).toBe('mine');
    expect(left).toHaveProperty(['.well-known/ai-catalog.json'], '{ "mine": true }');
    expect(Object.keys(left).filter((path) => path.includes('server-card'))).toEqual([]);
  });

  it.each(['.', 'src', 'generated', 'generated/site'])('writes nothing among sources: %s', async (out) => {
    const { code, err } = await publish(out);
    expect([code, err.split('\n')[0]]).toEqual([
      1,
      `btcp: ${out} has sources or the build of the project, which would be served, too.`,
    ]);
  });

  it('replaces no file that it did not write', async () => {
    await writeFiles(project.root, { 'site/index.html': 'my page' });
    const { code, err } = await publish('site');
    expect(code).toBe(1);
    expect(err).toContain('index.html was not written by `btcp publish`, and would be replaced.');
    expect(await filesIn('site')).toEqual({ 'index.html': 'my page' });
  });

  it('goes on where a run was killed, and removes what that had staged', async () => {
    const { '.btcp-publish.json': record = '', ...published } = await filesIn('public');
    await writeFiles(project.root, {
      // The record comes first, so that it lists what is half there.
      'killed/.btcp-publish.json': record,
      'killed/index.css': 'of another version',
      'killed/index.css.999999999.0f0f0f0f.tmp': 'staged',
    });
    expect((await publish('killed', '--experimental')).code).toBe(0);
    expect(await filesIn('killed')).toEqual({ ...published, '.btcp-publish.json': record });
  });

  it('follows no record out of its folder', async () => {
    const secret = join(project.root, 'secret.txt');
    await writeFile(secret, '');
    const digest = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
    await writeFiles(project.root, {
      'tampered/.btcp-publish.json': JSON.stringify({ files: { '../secret.txt': digest, [secret]: digest } }),
    });
    expect((await publish('tampered')).code).toBe(0);
    expect(await readFile(secret, 'utf8')).toBe('');
  });

  it('moves nothing where a later file is in the way', async () => {
    await publish('blocked');
    const before = await filesIn('blocked');
    // A folder in place of a new file.
    await writeFiles(project.root, { 'blocked/mcp/server-card.json/mine.txt': 'mine' });
    const { code, err } = await publish('blocked', '--experimental');
    expect([code, err.split('\n').at(-3)]).toEqual([
      1,
      `btcp: ${join(project.root, 'blocked/mcp/server-card.json')} was not written by \`btcp publish\`, and would be replaced.`,
    ]);
    const { 'mcp/server-card.json/mine.txt': mine, ...after } = await filesIn('blocked');
    expect([mine, after]).toEqual(['mine', before]);
  });

  it('publishes no manifest that was broken by hand', async () => {
    const path = join(project.root, 'generated/manifest.json');
    const text = await readFile(path, 'utf8');
    await writeFile(
      path,
      '{ "btcp": "1.0", "name": "orders", "version": "1.0.0", "tools": [null], "capabilities": [] }',
    );
    const { code, err } = await publish('broken');
    await writeFile(path, text);
    expect([code, err]).toEqual([
      1,
      'btcp: generated/manifest.json is not what the tools give.\nhelp: Run `btcp build` first.\n',
    ]);
    await expect(filesIn('broken')).rejects.toThrow('ENOENT');
  });

  it('publishes no build that is older than its sources', async () => {
    await writeFiles(project.root, { 'src/orders.ts': `${PROJECT['src/orders.ts']}\n// changed` });
    const { code, err } = await publish('stale');
    expect([code, err]).toEqual([
      1,
      'btcp: The build is stale: src/orders.ts was changed after it.\nhelp: Run `btcp build` first.\n',
    ]);
    await writeFiles(project.root, { 'src/orders.ts': PROJECT['src/orders.ts'] ?? '' });
  });
});

const EMPTY = "{ type: 'object' } as const";

/** A built project with one tool. */
async function buildTree(
  config: string,
  inputSchema = EMPTY,
  more: Readonly<Record<string, string>> = {},
): Promise<string> {
  const root = await writeProject({
    'btcp.config.ts': `export default { name: 'trees', version: '1.0.0', tools: ['src/*.ts'], ${config} };`,
    'src/grow-tree.ts': `
import { defineTool } from '@btcp/core';

/** Grows a tree. */
export const growTree = defineTool({ inputSchema: ${inputSchema}, capabilities: [], execute: () => undefined });
`,
    'server.js': '',
    ...more,
  });
  expect(await btcp(root, 'build')).toMatchObject({ code: 0 });
  return root;
}

describe('what a format cannot say', () => {
  it('ends with 1 where it is a tool of a file that was asked for', async () => {
    const root = await buildTree(
      "targets: ['gemini-openapi']",
      "{ type: 'object', properties: { next: { $ref: '#' } } } as const",
    );
    const { code, err } = await btcp(root, 'publish', '--out', 'public');
    expect([code, err]).toEqual([
      1,
      `tools.gemini-openapi.json: growTree is left out: gemini-openapi cannot express it at "": "#" leads back into itself, and this form has no recursion
tools.ikigai.json: growTree is left out: ikigai cannot express it at "": "#" leads back into itself, and this form has no recursion
webmcp-forms.html: left out, as no form field gives what they take: growTree (\`next\`)
`,
    ]);
    expect(await btcp(root, 'publish', '--out', 'public', '--allow-partial')).toMatchObject({ code: 0 });
  });

  full('is left out of the provider, too', async () => {
    const provider = {
      name: 'A',
      url: 'data:text/html,x',
      contact: 'a@localhost',
      icon: 'http://a.example/i.png',
    };
    const publish =
      "{ name: 'a/b', remotes: [{ type: 'sse', url: 'https://a.example' }], bundle: 'server.js' }";
    const settings = `description: 'Tools of a tree.', provider: ${JSON.stringify(provider)}, publish: ${publish}`;
    const root = await buildTree(settings);
    const { code, err } = await btcp(root, 'publish', '--out', 'public');
    expect([code, err]).toEqual([
      0,
      `server.json: "data:text/html,x" is left out: it is no URL of a page.
server.json: the icon is left out: it must begin with https: and have at most 255 characters.
mcpb/manifest.json: the contact is left out: "a@localhost" is no email address.
tools.ikigai.json: 1 warning of what changes or gets lost; \`btcp export --to ikigai\` lists it
`,
    ]);
    // The manifest is published as it is, also in the script.
    const naming = Object.entries(await filesOf(join(root, 'public'))).filter(([, text]) =>
      text.includes('data:text'),
    );
    expect(naming.map(([path]) => path)).toEqual(['.well-known/btcp.json', 'webmcp.js']);
  });
});

describe('the settings of btcp publish', () => {
  it.each([
    [
      "{ name: 'orders' }",
      'In `publish` of the config, `name` must match the pattern ^[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+$; got "orders".',
    ],
    ["{ nam: 'a/b' }", 'In `publish` of the config, `nam` is not a known property; did you mean `name`?'],
    [
      "{ url: 'ftp://a/' }",
      String.raw`In ${'`publish`'} of the config, ${'`url`'} must match the pattern ^https?://[^\s?#]+/$; got "ftp://a/".`,
    ],
    [
      "{ npm: 'Not A Name' }",
      'In `publish` of the config, `npm` must match the pattern ^(?:@[a-z0-9~-][a-z0-9._~-]*/)?[a-z0-9~-][a-z0-9._~-]*$; got "Not A Name".',
    ],
    [
      "{ npm: '@example/orders', name: 'com.example/other' }",
      'The MCP registry refuses @example/orders unless package.json says "mcpName": "com.example/other"; it says "com.example/orders".',
    ],
    [
      "{ remotes: [{ type: 'http', url: 'https://a' }] }",
      'In `publish` of the config, `remotes[0].type` must be one of streamable-http, sse; got "http".',
    ],
    [
      "{ agent: { url: 'https://a', binding: 'json-rpc' } }",
      'In `publish` of the config, `agent.binding` must be one of "JSONRPC", "GRPC", "HTTP+JSON"; got "json-rpc".',
    ],
    [
      "{ bundle: 'missing.js' }",
      '`publish.bundle` names missing.js, which cannot be read; make it before you publish.',
    ],
    [
      "{ bundle: 'program.bin' }",
      '`publish.bundle` names program.bin, which is no text: name a file of JavaScript.',
    ],
    [
      `{ npm: 'other', description: '${'a'.repeat(101)}' }`,
      'In `publish` of the config, `description` must have at most 100 characters; got 101.',
    ],
  ])('%s is refused in one sentence', async (source, message) => {
    await writeFiles(project.root, { 'btcp.config.ts': configText(source) });
    await writeFile(join(project.root, 'program.bin'), Uint8Array.of(0x7f, 0x45, 0xff));
    const { code, out, err } = await publish('settings');
    await writeFiles(project.root, { 'btcp.config.ts': PROJECT['btcp.config.ts'] ?? '' });
    expect([code, out, err.split('\n').find((line) => line.startsWith('btcp:'))]).toEqual([
      2,
      '',
      `btcp: ${message}`,
    ]);
    await expect(filesIn('settings')).rejects.toThrow('ENOENT');
  });

  it('mcpName of package.json is checked as `publish.name` is', async () => {
    const settings = "description: 'Tools of a shop.', publish: { npm: '@acme/shop-tools' }";
    const root = await buildTree(settings, EMPTY, {
      'package.json': '{"name":"@acme/shop-tools","mcpName":"shop-tools","type":"module"}',
    });
    expect(await btcp(root, 'publish', '--out', 'public')).toEqual({
      code: 2,
      out: '',
      err: expect.stringContaining(
        'btcp: "mcpName" of package.json is "shop-tools", which the MCP registry refuses: it takes a namespace, a slash and a name, such as "com.example/orders": at most 200 letters, digits, dots and hyphens.\n',
      ) as unknown,
    });
  });

  it.each([
    [['--out', 'a', '--dry-run'], '--dry-run cannot be used with --out.'],
    [['--experimental'], '--experimental goes with --out.'],
    [['folder'], 'publish takes npm\'s own options after `--`; got "folder".'],
    [['--out', 'a', '--', '--tag', 'next'], '--out publishes nothing to npm; got "--tag" for it.'],
  ])('%j is wrong usage', async (args, message) => {
    const { code, err } = await btcp(project.root, 'publish', ...args);
    expect([code, err.split('\n')[0]]).toEqual([2, `btcp: ${message}`]);
  });
});
