import { FRAME_HEADERS } from '@btcp/core/isolated';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeBrowser } from '../../support/describe-browser.ts';
import { openPage, type OpenPage } from '../../support/open-page.ts';
import { servePage, type PageServer } from '../../support/serve-page.ts';
import { buildIsolated } from './build-isolated.ts';
import type { Host, Outcome } from './host.ts';

declare const host: Host;

const CAPABILITIES = [
  'dom:write',
  'storage:local:write',
  'storage:session:read',
  'network:fetch:cross-origin',
  'clipboard:write',
];

const TOOLS = `
import { Type } from '@sinclair/typebox';
import { defineTool } from '@btcp/core';

/** Calls a method of its context by its path, as a provider's tool would. */
export const useMember = defineTool({
  inputSchema: Type.Object(
    { path: Type.String(), args: Type.Array(Type.Unknown()) },
    { additionalProperties: false },
  ),
  outputSchema: Type.Unknown(),
  capabilities: ${JSON.stringify(CAPABILITIES)},
  execute: async ({ path, args }, ctx): Promise<unknown> => {
    const member: any = path.split('.').reduce((at: any, key) => at[key], ctx);
    return (await member(...args)) ?? null;
  },
});
`;

const BODY = `<h1 class="title">Cart</h1>
<ul><li data-id="7"><b>Pen</b> <a href="/pen">2 €</a></li><li data-id="8"><b>Ink</b></li></ul>
<label>Name <input id="name" value="Ann"></label><input id="secret" type="password" value="hidden">
<input id="shown" autocomplete="section-a Current-Password" value="hidden"><input id="token" type="Hidden" value="hidden">
<input id="card" autocomplete="billing cc-number" value="hidden"><select autocomplete="cc-exp-month"><option>July</option></select>
<div id="mixed">Seen <script type="text/plain">code</script><style>p{}</style><noscript>none</noscript><b>too</b></div>
<select id="size" readonly><option>small</option><option>large</option></select><input id="count" type="number" value="1"><input id="fixed" readonly value="7"><input id="short" maxlength="3"><input id="long" maxlength="">
<button id="pay">Pay</button><script id="code" type="text/plain">1</script>
<script src="/after.js"></script>`;

const PAGE_SCRIPT = `
globalThis.seen = [];
document.querySelector('#pay').addEventListener('click', () => seen.push('click'));
for (const type of ['input', 'change'])
  document.querySelector('#name').addEventListener(type, ({ target }) => seen.push(type + ' ' + target.value));
`;

/** A call of a method, and how it ends. */
type Case = readonly [path: string, args: readonly unknown[], outcome: unknown];

const denied = (message: string): Outcome => ({ code: 'CAPABILITY_DENIED', message });
const refused = (message: string): Outcome => ({ code: 'INVALID_ARGUMENT', message });

const CASES: readonly Case[] = [
  ['page.attrs', ['#secret', ['value', 'type']], { value: { value: '', type: 'password' } }],
  ['page.text', ['#shown'], { value: '' }],
  ['page.attrs', ['#shown', ['id', 'VALUE']], { value: { id: 'shown', VALUE: '' } }],
  ['page.text', ['#token'], { value: '' }],
  ['page.attrs', ['#token', ['value']], { value: { value: '' } }],
  [
    'page.all',
    ['#card, select:first-of-type option', { text: {}, value: { attr: 'value' } }],
    {
      value: [
        { text: '', value: '' },
        { text: '', value: null },
      ],
    },
  ],
  ['page.text', ['#code'], { value: '' }],
  ['page.text', ['#mixed'], { value: 'Seen too' }],
  ['page.text', ['#mixed style'], { value: '' }],
  [
    'page.all',
    ['#mixed', { style: { of: 'style' }, none: { of: 'noscript' } }],
    { value: [{ style: '', none: '' }] },
  ],
  ['page.text', ['#secret[value^="h"]'], refused('A selector cannot compare the attribute "value".')],
  ['page.text', ['a[hr\\65 f^="/"]'], refused('A selector cannot compare the attribute "hr\\65 f".')],
  ['page.text', ['li [href*=pen]'], refused('A selector cannot compare the attribute "href".')],
  ['page.text', ['li[data-id="8"] b'], { value: 'Ink' }],
  ['page.text', ['li a[href]'], { value: '2 €' }],
  ['page.text', ['h1'], { value: 'Cart' }],
  ['page.text', ['#name'], { value: 'Ann' }],
  ['page.text', ['#secret'], { value: '' }],
  ['page.text', ['h6'], { value: null }],
  ['page.text', ['['], refused('"[" is not a selector.')],
  ['page.text', [{}], refused('Argument 1 must be a string; got object.')],
  ['page.attrs', ['li', ['data-id', 'title']], { value: { 'data-id': '7', title: null } }],
  ['page.attrs', ['a', ['id', 7]], refused('Argument 2 must be an array of names.')],
  ['page.attrs', ['a', ['href']], refused('The attribute "href" cannot be read by `ctx.page`.')],
  [
    'page.all',
    ['li', { id: { attr: 'data-id' }, name: { of: 'b' }, price: { of: 'a' } }],
    {
      value: [
        { id: '7', name: 'Pen', price: '2 €' },
        { id: '8', name: 'Ink', price: null },
      ],
    },
  ],
  ['page.all', ['h6', {}], { value: [] }],
  [
    'page.all',
    ['h6', { name: { attrs: ['value'] } }],
    refused(
      'The field "name" has no property "attrs": {} reads the text, `attr` an attribute, and `of` selects an element within.',
    ),
  ],
  [
    'page.all',
    ['h6', { name: 'b' }],
    refused(
      'The field "name" must be an object: {} reads the text, `attr` an attribute, and `of` selects an element within.',
    ),
  ],
  ['page.all', ['h6', { name: { of: 1 } }], refused('`of` of the field "name" must be a string.')],
  [
    'page.all',
    ['h6', { name: { of: 'a[href^=x]' } }],
    refused('A selector cannot compare the attribute "href".'),
  ],
  [
    'page.all',
    ['h6', Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`field${index}`, {}]))],
    refused('There are at most 100 fields.'),
  ],
  ['page.setText', ['h1', '<b>Basket</b>'], { value: null }],
  ['page.text', ['h1'], { value: '<b>Basket</b>' }],
  ['page.setText', ['#code', 'alert()'], refused('The text of <script> cannot be set.')],
  ['page.setValue', ['#name', 'Bob'], { value: null }],
  ['page.setValue', ['h1', 'Bob'], refused('"h1" is not a field with a value.')],
  ['page.setValue', ['#size', 'large'], { value: null }],
  ['page.setValue', ['#size', 'huge'], refused('"#size" does not take the value "huge".')],
  ['page.text', ['#size'], { value: 'large' }],
  ['page.setValue', ['#count', 'two'], refused('"#count" does not take the value "two".')],
  ['page.text', ['#count'], { value: '1' }],
  ['page.setValue', ['#count', ''], { value: null }],
  ['page.setValue', ['#fixed', '8'], refused('"#fixed" is a field that nobody can change.')],
  ['page.setValue', ['#short', 'four'], refused('"#short" takes at most 3 characters.')],
  ['page.setValue', ['#short', 'ten'], { value: null }],
  ['page.setValue', ['#long', 'four'], { value: null }],
  ['page.click', ['#pay'], { value: null }],
  ['page.click', ['#none'], { code: 'EXECUTION_ERROR', message: 'Nothing on the page matches "#none".' }],
  ['storage.local.set', ['theme', 'dark'], { value: null }],
  ['storage.local.get', ['theme'], { value: 'dark' }],
  ['storage.local.remove', ['theme'], { value: null }],
  ['storage.session.get', ['theme'], { value: null }],
  [
    'storage.session.set',
    ['theme', 'dark'],
    denied('`ctx.storage.session.set` needs storage:session:write, which "useMember" does not declare.'),
  ],
  ...[[], [null], [{ method: 'GET', headers: { a: 'b' } }]].map((options): Case => [
    'fetch',
    ['/data.json', ...options],
    { value: { ok: true, status: 200, type: 'application/json', text: '{"a":1}' } },
  ]),
  ...[{ credentials: 'include' }, 'x', []].map((options): Case => [
    'fetch',
    ['/data.json', options],
    refused('The options of `fetch` are an object of `method`, `headers` and `body`.'),
  ]),
  [
    'fetch',
    ['/data.json', { method: 'get' }],
    refused('`method` must be one of GET, HEAD, POST, PUT, PATCH, DELETE.'),
  ],
  ['fetch', ['/data.json', { headers: [['a', 'b']] }], refused('`headers` must be an object of strings.')],
  ['fetch', ['/data.json', { headers: { a: 1 } }], refused('`headers` must be an object of strings.')],
  [
    'fetch',
    ['/data.json', { method: 'POST', body: 1 }],
    refused('`body` must be a string of at most 1 MiB.'),
  ],
  ['fetch', ['http://127.0.0.1:9/'], denied('The host does not let tools fetch from http://127.0.0.1:9.')],
  ['fetch', ['data:,x'], refused('"data:" cannot be fetched: only http and https can.')],
  [
    'clipboard.read',
    [],
    denied('`ctx.clipboard.read` needs clipboard:read, which "useMember" does not declare.'),
  ],
];

describeBrowser('the methods of ctx', (browser) => {
  let servers: readonly PageServer[];
  let pages: { readonly isolated: OpenPage; readonly inline: OpenPage };

  beforeAll(async () => {
    // One by one: a build stops the process of esbuild, which bundles pages, too.
    const files = [await buildIsolated(TOOLS, 'iframe'), await buildIsolated(TOOLS)];
    servers = await Promise.all(
      files.map((each) =>
        servePage(
          {
            ...each,
            '/index.html': `${each['/index.html']}${BODY}`,
            '/after.js': PAGE_SCRIPT,
            '/data.json': '{"a":1}',
          },
          { '/btcp-isolated.html': FRAME_HEADERS },
        ),
      ),
    );
    const [isolated, inline] = await Promise.all(servers.map(({ url }) => openPage(browser(), url)));
    if (!isolated || !inline) throw new Error('Two pages were opened.');
    pages = { isolated, inline };
    for (const { page } of [isolated, inline]) {
      await page.evaluate(() => host.register());
      await page.evaluate((capabilities) => host.grant(...capabilities), CAPABILITIES);
    }
  });
  afterAll(async () => {
    for (const { close } of [...Object.values(pages ?? {}), ...(servers ?? [])]) await close();
  });

  describe.each(['isolated', 'inline'] as const)('%s', (kind) => {
    const page = (): Page => pages[kind].page;
    const use = (path: string, args: readonly unknown[]): Promise<unknown> =>
      page().evaluate((input) => host.call('useMember', input), { path, args });

    it.each(CASES)('%s %j', async (path, args, outcome) => {
      expect(await use(path, args)).toEqual(outcome);
    });

    it('are seen by the page as what a user does', async () => {
      expect(await page().evaluate('seen')).toEqual(['input Bob', 'change Bob', 'click']);
    });

    it('need the grant at each call', async () => {
      await page().evaluate(() => host.revoke('storage:session:read'));
      expect(await use('storage.session.get', ['theme'])).toMatchObject({ code: 'CAPABILITY_DENIED' });
    });
  });

  it('are no other members', async () => {
    const { page } = pages.isolated;
    const evil = ['constructor', '__proto__.toString', 'signal.addEventListener', 'dom.title'];
    const outcomes = evil.map((path) =>
      page.evaluate((input) => host.call('useMember', input), { path, args: ['abort'] }),
    );
    expect(
      (await Promise.all(outcomes)).filter((outcome) => 'value' in outcome && outcome.value !== null),
    ).toEqual([]);
  });
});
