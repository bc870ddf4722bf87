import { join } from 'node:path';
import { HtmlValidate } from 'html-validate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { btcp, type Run } from '../support/btcp.ts';
import { makeProject, removeProject, writeFiles } from '../support/write-project.ts';
import { filesOf, HOSTILE } from './published-project.ts';

const tool = (name: string, more: object = {}): object => ({
  name,
  description: `Reads what ${name} says.`,
  inputSchema: { type: 'object' },
  capabilities: [],
  ...more,
});

const manifest = (name: string, tools: readonly object[], more: object = {}): string =>
  JSON.stringify({ btcp: '1.0', name, version: '1.0.0', tools, capabilities: [], ...more });

const CONFIG = "export default { name: 'carts', version: '1.0.0', tools: ['src/*.ts'] };";
const SHARED = [tool('addTree'), tool('growTree')];

const FILES = {
  // A package whose package.json says where its manifest is.
  'orders/package.json': '{ "btcp": "./tools/manifest.json" }',
  'orders/tools/manifest.json': manifest('orders', [tool('addOrder', { description: HOSTILE })]),
  // A project with a config.
  'carts/package.json': '{ "version": "1.0.0", "type": "module" }',
  'carts/btcp.config.ts': CONFIG,
  'carts/src/carts.ts': `
import { Type } from '@sinclair/typebox';
import { defineTool } from '@btcp/core';

const common = { inputSchema: Type.Object({}), capabilities: [], execute: () => undefined } as const;

/** Adds a cart. */
export const addCart = defineTool({ ...common });
/** Puts a cart. */
export const putCart = defineTool({
  ...common,
  deprecated: true,
  deprecationMessage: 'Use addCart.',
  successor: 'addCart',
  sunset: '2.0.0',
});
`,
  'trees.json': manifest('trees', SHARED),
  'forests.json': manifest('forests', SHARED),
  'others/trees.json': manifest('trees', [tool('fellTree')]),
  'empty/package.json': '{}',
  'broken.json': '{ "btcp": ',
  'array.json': '[]',
  'future.json': manifest('future', [tool('addTree')], { btcp: '9.0' }),
  'null.json': manifest('nothing', []).replace('[]', '[null]'),
  'unseen.json': manifest('unseen', [tool('addTree', { inputSchema: { properties: '\u202E' } })]),
  'path.json': manifest('../../escaped', [tool('addTree')]),
  'rounded.json': manifest('rounded', [tool('addTree', { timeout: 1234 })]).replace(
    '1234',
    '9007199254740993',
  ),
  'surrogate.json': manifest('surrogate', [tool('addTree')]).replace('says', String.raw`\ud800`),
  'unbuilt/btcp.config.ts': CONFIG,
  'unbuilt/package.json': '{ "version": "1.0.0" }',
  'stale/btcp.config.ts': CONFIG,
  'stale/package.json': '{ "version": "1.0.0" }',
  'stale/src/a.ts': 'export {};',
  'stale/generated/manifest.json': manifest('stale', [tool('addTree')]),
  'stale/generated/sources.json': JSON.stringify({ toolkit: '0.1.0', settings: '', files: {} }),
  'wrong/btcp.config.ts': "export default { name: 'wrong', tools: 'src/*.ts' };",
  'wrong/package.json': '{ "version": "1.0.0" }',
};

let cwd: string;
beforeAll(async () => {
  cwd = await makeProject(FILES);
  await btcp(join(cwd, 'carts'), 'build');
});
afterAll(() => removeProject(cwd));

const merge = (out: string, ...args: string[]): Promise<Run> =>
  btcp(cwd, 'publish', '--merge', '--out', out, ...args);
const filesIn = (out: string): ReturnType<typeof filesOf> => filesOf(join(cwd, out));

/** What a model could take for an end of the text. */
const MISLEADING = 'orders: A text of "addOrder" gives orders to the model: "<|endoftext|>".\n';

describe('btcp publish --merge', () => {
  it('writes one page and the manifests, the same bytes in every order', async () => {
    expect(await merge('public', 'trees.json', 'orders', 'carts')).toEqual({
      code: 0,
      err: MISLEADING,
      out: '3 providers: 5 files in public, wrote index.html, index.css, manifests/carts.json, manifests/orders.json, manifests/trees.json\n',
    });
    expect(await merge('public', 'carts', 'orders', 'trees.json')).toEqual({
      code: 0,
      err: MISLEADING,
      out: '3 providers: 5 files in public, up to date\n',
    });
    const files = await filesIn('public');
    expect(files['manifests/trees.json']).toBe(
      '{"btcp":"1.0","capabilities":[],"name":"trees","tools":[{"capabilities":[],"description":"Reads what addTree says.","inputSchema":{"type":"object"},"name":"addTree"},{"capabilities":[],"description":"Reads what growTree says.","inputSchema":{"type":"object"},"name":"growTree"}],"version":"1.0.0"}',
    );
    const page = files['index.html'] ?? '';
    expect([...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)).toEqual([
      'allTools',
      'carts',
      'carts_addCart',
      'carts_addCart-name',
      'carts_putCart',
      'carts_putCart-name',
      'orders',
      'orders_addOrder',
      'orders_addOrder-name',
      'trees',
      'trees_addTree',
      'trees_addTree-name',
      'trees_growTree',
      'trees_growTree-name',
    ]);
    expect(page).toContain('<dt>Successor</dt><dd><a href="#carts_addCart">addCart</a></dd>');
    expect(page).not.toContain('<script');
  });

  it('removes the manifest of a provider that is no longer merged', async () => {
    await merge('fewer', 'orders', 'carts');
    expect((await merge('fewer', 'orders')).out).toBe(
      '1 provider: 3 files in fewer, wrote index.html, removed manifests/carts.json\n',
    );
  });

  it('says which tools have the same name, there and on the page', async () => {
    const { code, out, err } = await merge('shared', 'trees.json', 'orders', 'forests.json');
    expect([code, err]).toEqual([
      1,
      `${MISLEADING}forests and trees have a tool "addTree": a client registers only one of them.
forests and trees have a tool "growTree": a client registers only one of them.
`,
    ]);
    expect(out).toContain('3 providers: 5 files in shared, wrote');
    const { 'index.html': page = '' } = await filesIn('shared');
    expect(page).toContain(`<h2>Names that several providers use</h2>
<p>A client registers only one tool of a name.</p>
<ul>
<li>addTree: <a href="#forests_addTree">forests</a>, <a href="#trees_addTree">trees</a></li>
<li>growTree: <a href="#forests_growTree">forests</a>, <a href="#trees_growTree">trees</a></li>
</ul>`);
    const { results } = await new HtmlValidate({
      extends: ['html-validate:recommended'],
      rules: { 'no-inline-style': 'error' },
    }).validateString(page);
    expect(results.flatMap(({ messages }) => messages)).toEqual([]);
    expect((await merge('shared', 'trees.json', 'orders', 'forests.json', '--allow-partial')).code).toBe(0);
  });
});

it('takes no signature from a site, and says that it makes none', async () => {
  const signature = join(cwd, 'signed/.well-known/btcp.sig.json');
  await writeFiles(cwd, { 'signed/.well-known/btcp.sig.json': '{}' });
  expect(await merge('signed', 'orders')).toEqual({
    code: 1,
    out: '',
    err: `btcp: ${signature} would be lost or outdated: --merge signs nothing.\nhelp: Publish into another folder; to publish without a signature, delete .well-known/btcp.sig.json first.\n`,
  });
});

describe('a provider that cannot be merged', () => {
  it.each([
    [
      1,
      ['trees.json', 'others/trees.json'],
      'others/trees.json and trees.json are both named "trees", and a client registers one manifest of a name.',
    ],
    [1, ['orders', './orders'], './orders and orders are both named "orders", and a client registers'],
    [2, ['orders', 'missing'], 'missing cannot be read: there is no such path.'],
    [2, ['orders', 'empty'], 'empty has no manifest: neither `btcp` of its package.json nor a usual path'],
    [2, ['orders', 'broken.json'], 'broken.json is not JSON: '],
    [2, ['orders', 'array.json'], 'array.json is not a manifest: the value must be an object; got [].'],
    [2, ['orders', 'future.json'], 'its protocol is "9.0", of which only 1.x is understood.'],
    [2, ['orders', 'null.json'], 'null.json is not a manifest: `tools[0]` must be an object; got null.'],
    [
      1,
      ['orders', 'path.json'],
      'path.json is not a valid manifest: `name` must match ^[a-z][a-z0-9-]*$; got',
    ],
    [
      1,
      ['orders', 'unseen.json'],
      'unseen.json is not a valid manifest: `properties` must be an object; got "\\u{202E}".',
    ],
    [2, ['orders', 'rounded.json'], 'cannot hold at /tools/0/timeout: 9007199254740993'],
    [1, ['orders', 'surrogate.json'], 'There is no canonical JSON of it: '],
    [1, ['orders', 'unbuilt'], 'unbuilt: There is no build in '],
    [1, ['orders', 'stale'], 'stale: The build is stale: '],
    [1, ['orders', 'wrong'], 'wrong: '],
    [2, ['orders', 'git:'], 'git: names no revision'],
  ])('ends with %i and writes nothing: %j', async (code, sources, message) => {
    const run = await merge('refused', ...sources);
    expect([run.code, run.out, run.err]).toEqual([code, '', expect.stringContaining(message)]);
    expect(run.err.trim().split('\n').length).toBeLessThan(3);
    await expect(filesIn('refused')).rejects.toThrow('ENOENT');
  });

  it.each([
    [['--merge', 'orders'], '--merge goes with --out.'],
    [['--merge', '--out', 'a'], 'Name the folders of the providers after --merge, for example packages/*.'],
    [['--merge', '--out', 'a', 'orders', '--key', 'k'], '--merge cannot be used with --key.'],
  ])('%j is wrong usage', async (args, message) => {
    const { code, err } = await btcp(cwd, 'publish', ...args);
    expect([code, err.split('\n')[0]]).toEqual([2, `btcp: ${message}`]);
  });
});
