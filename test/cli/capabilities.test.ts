import { expect, it } from 'vitest';
import { btcp } from '../support/btcp.ts';
import { full } from '../support/runs.ts';
import { IMPORTS } from '../support/tool-source.ts';
import { writeFiles, writeProject } from '../support/write-project.ts';

const SOURCE = `${IMPORTS}import { remember } from './memory.ts';
/** Reads the title of the page, and remembers it. */
export const getTitle = defineTool({
  name: 'readTitle',
  inputSchema: Type.Object({}),
  outputSchema: Type.String(),
  capabilities: ['dom:read'],
  execute() {
    remember(document.title);
    open('https://example.com');
    return document.title;
  },
});
`;
const MEMORY = `export function remember(title: string) { localStorage.setItem('title', title); }`;

const isolatedConfig = (sandbox: string): string =>
  `export default { tools: ['src/*.ts'], config: { sandbox: '${sandbox}' } };`;

it('lists what the code of each tool uses, where, and through which calls', async () => {
  const cwd = await writeProject({ 'src/title.ts': SOURCE, 'src/memory.ts': MEMORY });
  const listed = await btcp(cwd, 'check', '--capabilities');
  expect(listed.code).toBe(0);
  expect(listed.out).toBe(`readTitle
  storage:local:write           Storage.setItem  src/memory.ts:1:43, through remember
  dom:read                      Document.title  src/title.ts:11:14
  unmapped                      Window.open  src/title.ts:12:5
  not isolated, because of      Storage.setItem  src/memory.ts:1:43, through remember
  and of                        Document.title  src/title.ts:11:14
  and of                        Window.open  src/title.ts:12:5
`);
  const { code, out } = await btcp(cwd, 'check', '--capabilities', '--format', 'json');
  expect(code).toBe(0);
  const { tools } = JSON.parse(out) as {
    tools: Record<string, Record<'capabilities' | 'maybe' | 'flags', readonly object[]>>;
  };
  expect(Object.keys(tools)).toEqual(['readTitle']);
  expect(tools['readTitle']?.maybe).toEqual([]);
  expect(tools['readTitle']?.flags).toMatchObject([{ kind: 'unmapped', power: 'window-control', line: 12 }]);
});

it('says which tools can run isolated, and keeps a build from isolating the others', async () => {
  const isolated = SOURCE.replace("import { remember } from './memory.ts';\n", '').replace(
    /execute\(\) {[^}]*}/,
    "async execute(_input, ctx) {\n    return (await ctx.page.text('h1')) ?? '';\n  }",
  );
  const config =
    "export default { tools: ['src/*.ts'], config: { sandbox: 'iframe' }, rules: RULES };".replace(
      'RULES',
      JSON.stringify({
        'input-unread': 'off',
        'capability-missing': 'off',
        'power-unmapped': 'off',
        'examples-missing': 'off',
      }),
    );
  const cwd = await writeProject({ 'src/title.ts': isolated, 'btcp.config.ts': config });
  const listed = await btcp(cwd, 'check', '--capabilities');
  expect(listed.out).toBe(`readTitle
  dom:read                      PageAccess.text  src/title.ts:10:19
  can run isolated
`);
  expect(await btcp(cwd, 'build')).toMatchObject({ code: 0 });
  await writeFiles(cwd, { 'src/title.ts': SOURCE, 'src/memory.ts': MEMORY });
  const { code, err } = await btcp(cwd, 'build');
  expect(code).toBe(1);
  expect(err).toContain(`src/memory.ts:1:43  error  isolated-out-of-reach
  Tool "readTitle" uses Storage.setItem, which is out of reach at the level \`iframe\`.`);
});

it('reports what a host adds to `ctx`, which stays with the host', async () => {
  const source = `${IMPORTS}
declare module '@btcp/core' { interface ToolContext { db: { read(): string }; log?: string } }
/** Reads the newest note. */
export const readNote = defineTool({
  inputSchema: Type.Object({}, { additionalProperties: false }),
  outputSchema: Type.String(),
  capabilities: [],
  execute: (_input, ctx) => ctx.db.read() + (ctx.log ?? ''),
});
`;
  const cwd = await writeProject({ 'src/note.ts': source, 'btcp.config.ts': isolatedConfig('wasm') });
  const { code, err } = await btcp(cwd, 'build');
  expect([code, err.match(/Tool "readNote" uses .*$/gm)]).toEqual([
    1,
    ['Tool "readNote" uses ctx.db, which is out of reach at the level `wasm`.'],
  ]);
});

full('reports a use that isolated tools cannot have once', async () => {
  const cwd = await writeProject({
    'src/title.ts': SOURCE,
    'src/memory.ts': MEMORY,
    'btcp.config.ts': isolatedConfig('iframe'),
  });
  const { code, err } = await btcp(cwd, 'build');
  expect(code).toBe(1);
  expect(err.match(/^src.*  error  .*$/gm)).toEqual([
    'src/memory.ts:1:43  error  isolated-out-of-reach',
    'src/title.ts:11:14  error  isolated-out-of-reach',
    'src/title.ts:12:5  error  isolated-out-of-reach',
    'src/title.ts:13:12  error  isolated-out-of-reach',
  ]);
  expect(err).not.toMatch(/capability-missing|power-unmapped/);
});

full('does not advise isolated tools to use their signal, which never aborts', async () => {
  const source = `${IMPORTS}/** Retrieves the titles of all chapters. */
export const listChapters = defineTool({
  inputSchema: Type.Object({}, { additionalProperties: false }),
  outputSchema: Type.Array(Type.String({ description: 'A title.' }), { description: 'In their order.' }),
  capabilities: ['dom:read'],
  async execute(_input, { page }) {
    const titles: string[] = [];
    for (const id of ['#first', '#second']) titles.push((await page.text(id)) ?? '');
    return titles;
  },
});
`;
  const files = { 'src/chapters.ts': source, 'btcp.config.ts': "export default { tools: ['src/*.ts'] };" };
  const cwd = await writeProject(files);
  expect(await btcp(cwd, 'check')).toMatchObject({
    out: expect.stringContaining('signal-ignored') as string,
  });
  await writeFiles(cwd, { 'btcp.config.ts': isolatedConfig('iframe') });
  expect((await btcp(cwd, 'check')).out).not.toContain('signal-ignored');
});

it('reports globals that QuickJS lacks, at its level alone, where the code does not test for them', async () => {
  const source = `${IMPORTS}import { lengthOf } from './bytes.ts';
/** Formats a price for the host of an address. */
export const formatPrice = defineTool({
  name: 'formatPrice',
  inputSchema: Type.Object({}),
  outputSchema: Type.String(),
  capabilities: [],
  execute() {
    const { host } = new URL('https://shop.example/');
    const price = new Intl.NumberFormat('en').format(structuredClone(9));
    return [host, price, lengthOf(host), Math.max(1), host instanceof Object].join();
  },
});
`;
  const bytes = `export const lengthOf = (text: string) =>
  typeof TextEncoder !== 'undefined' ? new TextEncoder().encode(text).length : text.length;
`;
  const files = { 'src/price.ts': source, 'src/bytes.ts': bytes, 'btcp.config.ts': isolatedConfig('wasm') };
  const cwd = await writeProject(files);
  const { code, err } = await btcp(cwd, 'build');
  expect(code).toBe(1);
  expect(err.match(/^src.*  error  .*\n.*$/gm)).toEqual(
    [
      ['src/price.ts:11:26', 'URL'],
      ['src/price.ts:12:23', 'Intl'],
      ['src/price.ts:12:54', 'structuredClone'],
    ].map(
      ([place, used]) =>
        `${place}  error  isolated-out-of-reach\n  Tool "formatPrice" uses ${used}, which is out of reach at the level \`wasm\`.`,
    ),
  );
  expect(err).toContain('help: QuickJS has no such global');
  expect((await btcp(cwd, 'check', '--capabilities')).out).toContain('not isolated, because of      URL');
  await writeFiles(cwd, { 'btcp.config.ts': isolatedConfig('iframe') });
  expect((await btcp(cwd, 'check')).err).not.toContain('isolated-out-of-reach');
});

it('keeps a build from publishing a tool that uses more than it declares', async () => {
  const cwd = await writeProject({ 'src/title.ts': SOURCE, 'src/memory.ts': MEMORY });
  const { code, err } = await btcp(cwd, 'build');
  expect(code).toBe(1);
  expect(err).toContain('src/memory.ts:1:43  error  capability-missing\n');
  expect(err).toMatch(/; nothing was written\.\n$/);
});
