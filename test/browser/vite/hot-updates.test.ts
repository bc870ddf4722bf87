import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { createLogger, createServer as create8, type Plugin } from 'vite';
import { createServer as create6 } from 'vite-6';
import { createServer as create7 } from 'vite-7';
import { expect, it, onTestFinished } from 'vitest';
import { describeBrowser } from '../../support/describe-browser.ts';
import { openPage } from '../../support/open-page.ts';
import { full, newest } from '../../support/runs.ts';
import { configOf, TOOL, writeApp } from '../../vite/vite-project.ts';

const FILE = 'src/tools/say-title.ts';
// The versions' types differ only in what is not used here.
const VERSIONS = { 6: create6, 7: create7, 8: create8 } as unknown as Readonly<
  Record<string, typeof create8>
>;

describeBrowser('a page that Vite serves', (browser) => {
  const serve = async (
    version: string,
    files: Readonly<Record<string, string>> = {},
    framework: readonly Plugin[] = [],
  ) => {
    const root = await writeApp(files);
    const said: string[] = [];
    const say = (text: string): unknown => said.push(text);
    const customLogger = { ...createLogger('silent'), warn: say, error: say };
    const config = configOf(root);
    const plugins = [...framework, ...(config.plugins ?? [])];
    const server = await VERSIONS[version]?.({ ...config, plugins, customLogger });
    onTestFinished(() => server?.close());
    await server?.listen();
    const { page, problems, close } = await openPage(browser(), server?.resolvedUrls?.local[0] ?? '');
    onTestFinished(close);
    const edit = async (from: string, to: string, more = (text: string) => text): Promise<void> => {
      const text = await readFile(join(root, FILE), 'utf8');
      expect(text).toContain(from);
      await writeFile(join(root, FILE), more(text.replace(from, to)));
    };
    return { root, page, problems, edit, said, server };
  };
  const description = (page: Page): Promise<string | undefined> =>
    page.evaluate(() => btcp.getTool('sayTitle')?.description);
  const say = (page: Page, input: object): Promise<unknown> =>
    page.evaluate(
      (given) => btcp.callTool('sayTitle', given).catch((error: unknown) => (error as { code: string }).code),
      input,
    );
  const load = (page: Page): Promise<unknown> => page.evaluate(() => (globalThis as { page?: unknown }).page);
  const overlay = (page: Page): Promise<string | undefined> =>
    page.evaluate(
      () => document.querySelector('vite-error-overlay')?.shadowRoot?.querySelector('.window')?.textContent,
    );

  it.each(newest(Object.keys(VERSIONS)))(
    'registers new builds in place, and shows errors until they are corrected: Vite %s',
    async (version) => {
      const { root, page, problems, edit } = await serve(version);
      await expect.poll(() => description(page)).toBe('Says a title several times over.');
      expect(await say(page, { title: 'Hi', count: 2 })).toBe('HiHi');
      const loaded = await load(page);

      // A changed handler comes together with what the build makes of the edit: of a tool whose handler comes first, a page
      // would see the old description here.
      await edit('Says a title several times over.', 'Says a title as often as wanted.', (text) =>
        text.replace('return title.repeat(count)', 'return `${title}!`.repeat(count)'),
      );
      await expect.poll(() => say(page, { title: 'Hi', count: 2 })).toBe('Hi!Hi!');
      expect(await description(page)).toBe('Says a title as often as wanted.');

      await edit('Says a title as often as wanted.', 'Says a title over and over.');
      await expect.poll(() => description(page)).toBe('Says a title over and over.');

      await edit('return `${title}!`', 'return `${title}?`');
      await expect.poll(() => say(page, { title: 'Hi', count: 2 })).toBe('Hi?Hi?');

      await edit('minimum: 1', 'minimum: 2');
      await expect.poll(() => say(page, { title: 'Hi', count: 1 })).toBe('INVALID_INPUT');
      expect(await say(page, { title: 'Hi', count: 2 })).toBe('Hi?Hi?');

      expect(problems).toEqual([]);

      await edit('capabilities', 'capabilites');
      await expect.poll(() => overlay(page)).toContain('did you mean `capabilities`?');
      expect(await overlay(page)).toContain(`${root}/${FILE}:11:3`);
      expect(await overlay(page)).toContain('11 |   capabilites: [],');
      // The old build goes on.
      expect(await say(page, { title: 'Hi', count: 2 })).toBe('Hi?Hi?');
      await edit('capabilites', 'capabilities');
      await expect.poll(() => overlay(page)).toBeUndefined();
      expect(await load(page)).toBe(loaded);
    },
  );

  it('gives a page one update, also where a framework has hooks of its own, for its server too', async () => {
    const seen: string[] = [];
    const { page, edit, server } = await serve('8', {}, [
      // As that of React Router; Vite adds the modules that it has for a server.
      { name: 'framework', handleHotUpdate: ({ modules }) => modules },
      {
        name: 'framework:server',
        hotUpdate({ modules }) {
          if (this.environment.name === 'ssr') seen.push(...modules.map(({ url }) => url));
        },
      },
    ]);
    await expect.poll(() => description(page)).toBe('Says a title several times over.');
    for (const url of ['generated/registration.ts', 'generated/validators.js', FILE])
      await server?.environments.ssr.transformRequest(`/${url}`);
    const updates: string[] = [];
    page.on('console', (message) => void (message.type() === 'debug' && updates.push(message.text())));
    await edit('Says a title several times over.', 'Says a title over and over.', (text) =>
      text.replace('minimum: 1', 'minimum: 2'),
    );
    await expect.poll(() => description(page)).toBe('Says a title over and over.');
    // Those of the files that the build wrote come after it.
    await setTimeout(500);
    expect(updates).toEqual(['[vite] hot updated: /generated/registration.ts']);
    expect(seen).toEqual(['/src/tools/say-title.ts']);
  });

  full('waits for the build that has read a changed handler, if another one is under way', async () => {
    const { root, page, edit } = await serve('8');
    await expect.poll(() => say(page, { title: 'Hi', count: 2 })).toBe('HiHi');
    // A new module: everything is built anew, from the texts before the edit.
    await writeFile(join(root, 'src/tools/other.ts'), 'export const OTHER = 1;');
    await setTimeout(300);
    await edit('Says a title several times over.', 'Says a title as often as wanted.', (text) =>
      text.replace('return title.repeat(count)', 'return `${title}!`.repeat(count)'),
    );
    await expect.poll(() => say(page, { title: 'Hi', count: 2 }), { timeout: 10_000 }).toBe('Hi!Hi!');
    expect(await description(page)).toBe('Says a title as often as wanted.');
  });

  full('says errors and warnings once in the terminal, with their place', async () => {
    const { page, edit, said } = await serve('8', { [FILE]: TOOL.replace('sayTitle', 'toolTitle') });
    // A build may also read a file that is half written, and report that.
    const saying = (part: string): readonly string[] => said.filter((text) => text.includes(part));
    await expect.poll(() => page.evaluate(() => btcp.getTool('toolTitle')?.description)).toBeDefined();
    await edit('/** Says', '\n/** Says');
    await edit('capabilities', 'capabilites');
    await expect.poll(() => saying('`capabilites`')).toHaveLength(1);
    await edit('capabilites', 'capabilities');
    await edit('several times over', 'over and over');
    await expect
      .poll(() => page.evaluate(() => btcp.getTool('toolTitle')?.description))
      .toBe('Says a title over and over.');
    expect(saying('[btcp] src/tools/say-title.ts:8:14  warning  name-without-verb: ')).toHaveLength(1);
    expect(saying('name-without-verb')).toHaveLength(1);
    expect(saying('[btcp] src/tools/say-title.ts:12:3  error  ')).toHaveLength(1);
  });

  full('shows the errors of the first build to a page that is opened later', async () => {
    const { page, edit } = await serve('8', { [FILE]: TOOL.replace('capabilities', 'capabilites') });
    await expect.poll(() => overlay(page)).toContain('did you mean `capabilities`?');
    await edit('capabilites', 'capabilities');
    await expect.poll(() => description(page)).toBe('Says a title several times over.');
    expect(await overlay(page)).toBeUndefined();
  });
});
