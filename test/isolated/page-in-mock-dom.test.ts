import { BTCPClient } from '@btcp/client';
import { compileSchema } from '@btcp/schema/compile';
import { createMockDOM } from '@btcp/testing';
import type { PageAccess } from '@btcp/core';
import { expect, it } from 'vitest';

/** What `use` returns as a tool that may read this page. */
async function read(html: string, use: (page: PageAccess) => Promise<unknown>): Promise<unknown> {
  const client = new BTCPClient({ context: { dom: createMockDOM(html) }, compile: compileSchema });
  const tool = {
    name: 'readPage',
    description: 'Reads the page.',
    inputSchema: { type: 'object' },
    capabilities: ['dom:read'],
  } as const;
  await client.registerManifest({
    manifest: { btcp: '1.0', name: 'pages', version: '1.0.0', tools: [tool], capabilities: ['dom:read'] },
    implementations: { readPage: (_input, { page }) => use(page) },
  });
  await client.grantCapabilities(['dom:read']);
  return client.callTool('readPage');
}

const SECRETS = `<main>Seen <script type="x">code</script><style>p {}</style><template>copy</template><b>too</b>
<input type="password" value="hidden"><input type="hidden" value="hidden">
<input autocomplete="New-Password" value="hidden"><input autocomplete="a one-time-code" value="hidden">
<input autocomplete="billing CC-csc" value="hidden"><textarea autocomplete="current-password">hidden</textarea>
<input autocomplete="email" value="ann@example.com"></main>`;

it('ctx.page keeps back what is secret', async () => {
  expect(await read(SECRETS, (page) => page.text('main'))).toMatch(/^Seen too\s*$/);
  const values = await read(SECRETS, (page) =>
    page.all('input, textarea', { text: {}, value: { attr: 'value' } }),
  );
  expect(JSON.stringify(values)).not.toContain('hidden');
  expect(values).toContainEqual({ text: 'ann@example.com', value: 'ann@example.com' });
});

const LIMIT = {
  code: 'EXECUTION_ERROR',
  message: 'One call of `ctx.page` reads at most 20000 values with 1048576 characters, in 2000 ms.',
  suggestion: 'Select less of the page.',
};

it.each<[string, string, (page: PageAccess) => Promise<unknown>]>([
  ['a long text', `<p>${'x'.repeat(2 ** 20 + 1)}</p>`, (page) => page.text('p')],
  [
    'long attributes',
    `<p title="${'x'.repeat(2 ** 19 + 1)}" id="${'x'.repeat(2 ** 19)}"></p>`,
    (page) => page.attrs('p', ['title', 'id']),
  ],
  [
    'many fields',
    '<p></p>'.repeat(2001),
    (page) => page.all('p', Object.fromEntries(Array.from({ length: 10 }, (_, at) => [`f${at}`, {}]))),
  ],
  [
    'what takes long to find',
    `${'<i>'.repeat(200)}${'<b></b>'.repeat(2500)}`,
    (page) =>
      page.all('i', Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`f${at}`, { of: `q${at}` }]))),
  ],
  ['long texts', `<p>${'x'.repeat(2 ** 19)}</p>`.repeat(3), (page) => page.all('p', { text: {} })],
])('ctx.page does not read %s', async (_what, html, use) => {
  await expect(read(html, use)).rejects.toMatchObject(LIMIT);
});

it('ctx.page refuses too many elements and too long a selector', async () => {
  await expect(read('<p></p>'.repeat(10_001), (page) => page.all('p', { text: {} }))).rejects.toMatchObject({
    message: 'More than 10000 elements match "p".',
  });
  await expect(read('', (page) => page.text(`p, ${'x'.repeat(1000)}`))).rejects.toMatchObject({
    code: 'INVALID_ARGUMENT',
    message: 'A selector has at most 1000 characters.',
  });
});

it.each([
  ':is(q~*)~*',
  ':not(* q) ~ *',
  ':has(~ q)~*',
  ':is(* :is(* q~*)~*)',
  ':IS(q~*',
  ':is/*(*/(q~*)~*',
  ':is([title="("] ~ *)~*',
  ':nth-child(2n + 1 of * q)~*',
  'p:not(:is(.a, .b *))',
  ':nth-child(n of :nth-child(n of p))',
  ':not(:nth-last-child(1 of p))',
  ':nth-child(n/**/of/**/q~*)~*',
  ':nth-child(n \\6f\\66  q~*)~*',
  ':n\\74 h-child(n/**/of/**/:n\\74 h-child(n/**/of/**/q))',
  ':is(url(/*), q~*)~*',
  ':is(url(a"), q~*)~*',
  ':is("\n, q~*)~*',
])('ctx.page refuses %s, which a browser may look for without an end', async (selector) => {
  await expect(read('<p></p>', (page) => page.text(selector))).rejects.toMatchObject({
    code: 'INVALID_ARGUMENT',
    message: expect.stringContaining('A selector has no `~` or `of` within parentheses') as unknown,
  });
});

it.each([
  'div > p ~ p',
  'p:not(.a, .b > i)',
  'p:nth-child(2n + 1)',
  'p:not([title="a ~ b"])',
  'p:is(.a , p )',
  'p:nth-child(odd)',
  'p:nth-child(-n+1 of p:not(.a))',
  'p:not(.md\\:flex, #\\31 23)',
])('ctx.page takes %s', async (selector) => {
  expect(await read('<div><p>One</p><p>Two</p></div>', (page) => page.text(selector))).toMatch(/One|Two/);
});
